// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// A stencil in two dimensions whose edges are conditions.
#include <stdio.h>
#include <stdlib.h>
typedef struct { int rows, cols; float *temp, *power, *result; } Grid;
static void step(Grid *g, float cap, float rx, float ry, float rz) {
#pragma omp target teams distribute parallel for collapse(2)
  for (int r = 0; r < g->rows; r++)
    for (int c = 0; c < g->cols; c++) {
      int at = r * g->cols + c;
      float here = g->temp[at];
      float north = r == 0 ? here : g->temp[at - g->cols];
      float south = r == g->rows - 1 ? here : g->temp[at + g->cols];
      float west = c == 0 ? here : g->temp[at - 1];
      float east = c == g->cols - 1 ? here : g->temp[at + 1];
      g->result[at] = here + cap * (g->power[at] + (south + north - 2.f * here) * ry + (east + west - 2.f * here) * rx + (80.f - here) * rz);
    }
}
int main(void) {
  Grid grid = {24, 31, 0, 0, 0};
  int n = grid.rows * grid.cols;
  grid.temp = malloc(n * sizeof(float)); grid.power = malloc(n * sizeof(float)); grid.result = malloc(n * sizeof(float));
  for (int i = 0; i < n; i++) { grid.temp[i] = 320 + i % 13; grid.power[i] = 0.001f * (i % 7); grid.result[i] = 0; }
  for (int t = 0; t < 6; t++) {
    step(&grid, 0.5f, 0.1f, 0.2f, 0.01f);
    float *swap = grid.temp; grid.temp = grid.result; grid.result = swap;
  }
  double total = 0;
  for (int i = 0; i < n; i++) total += grid.temp[i] * (i % 5);
  printf("%.9g\n", total);
  return 0;
}
