// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Weights between layers: rows of a flat array, sequential kernels, scalars that kernels store, a local array.
#include <stdio.h>
#include <stdlib.h>
typedef struct { int in, out; double *w, *bias; } Layer;
typedef struct { Layer *layer; double *x, *y, error; int count; double scale[4]; } Net;

static double squash(double v) { return v > 0 ? v : v / 2; }

static void forward(Net *net, Layer *l, const double *restrict x, double *restrict y) {
#pragma omp target teams distribute parallel for
  for (int j = 0; j < l->out; j++) {
    double sum = l->bias[j];
    for (int i = 0; i < l->in; i++) sum += l->w[j * l->in + i] * x[i];
    y[j] = squash(sum) * net->scale[j % 4];
  }
}

static void adjust(Net *net, Layer *l, const double *restrict x, double by) {
#pragma omp target teams distribute parallel for collapse(2)
  for (int j = 0; j < l->out; j++)
    for (int i = 0; i < l->in; i++) l->w[j * l->in + i] += by * x[i];
#pragma omp target
  {
    net->count++;
    net->error = 0;
    for (int j = 0; j < l->out; j++) {
      net->error += l->bias[j];
      if (j > 0) l->bias[j] += l->bias[j - 1] / 2;
    }
  }
}

int main(void) {
  Net net = {.error = 1, .scale = {1, 2, 0.5, 4}};
  int sizes[2] = {12, 7};
  double table[16];
  net.layer = malloc(sizeof(Layer));
  Layer *l = net.layer;
  l->in = sizes[0];
  l->out = sizes[1];
  l->w = malloc(l->in * l->out * sizeof(double));
  l->bias = malloc(l->out * sizeof(double));
  net.x = malloc(l->in * sizeof(double));
  net.y = malloc(l->out * sizeof(double));
  for (int i = 0; i < l->in * l->out; i++) l->w[i] = i % 5 - 2;
  for (int i = 0; i < l->out; i++) l->bias[i] = i;
  for (int i = 0; i < l->in; i++) net.x[i] = 3 - i % 4;
  for (int step = 0; step < 3; step++) {
    forward(&net, l, net.x, net.y);
    adjust(&net, l, net.x, 0.25);
  }
#pragma omp target teams distribute parallel for
  for (int i = 0; i < 16; i++) table[i] = i * net.scale[i / 4];
  double sum = net.error + net.count;
  for (int i = 0; i < l->out; i++) sum += net.y[i] * (i + 1);
  for (int i = 0; i < 16; i++) sum += table[i];
  printf("%.17g\n", sum);
  return 0;
}
