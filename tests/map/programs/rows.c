/* SPDX-FileCopyrightText: The pointerchain developers
   SPDX-License-Identifier: Apache-2.0 */
/* Links that vary in OpenACC: elements with arrays of their own, and rows of pointers. */
#include <stdio.h>
#include <stdlib.h>
typedef struct { int n; double *data; } Cell;
typedef struct { int n, m; double **rows; } Matrix;
#pragma pointerchain shape(Cell: data[n])
#pragma pointerchain shape(Matrix: rows[n][m])
static double sums(Cell *c, int n) {
  double s = 0;
#pragma acc parallel loop reduction(+ : s)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < c[i].n; j++) s += c[i].data[j];
  return s;
}
static void scale(Matrix *m) {
#pragma acc parallel loop
  for (int i = 0; i < m->n; i++)
    for (int j = 0; j < m->m; j++) m->rows[i][j] *= 2;
}
int main(void) {
  Cell c[3];
  Matrix m = {2, 3, malloc(2 * sizeof(double *))};
  for (int i = 0; i < 3; i++) {
    c[i].n = i;
    c[i].data = calloc(i + 1, sizeof(double));
    c[i].data[0] = i;
  }
  for (int i = 0; i < 2; i++) {
    m.rows[i] = calloc(3, sizeof(double));
    m.rows[i][1] = 5;
  }
  scale(&m);
  printf("%g %g\n", sums(c, 3), m.rows[1][1]);
  return 0;
}
