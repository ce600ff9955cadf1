// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Binary searches in tables whose lengths shapes give, by functions that get members of a structure.
#include <stdio.h>
#include <stdlib.h>
typedef struct { double energy, total; int *unused; } Point;
typedef struct { int points, kinds, lookups; double *grid; Point *table; int *index; unsigned long *result; } Data;
#pragma pointerchain shape(Data: grid[points], table[kinds * points], index[points * kinds], result[lookups])

static int below(const double *grid, int count, double at) {
  int low = 0, high = count - 1;
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (grid[middle] > at) high = middle;
    else low = middle;
  }
  return low;
}

static double weight(const Point *p, double at) { return p->total * (at - p->energy); }

int main(void) {
  Data data, *d = &data;
  d->points = 40;
  d->kinds = 5;
  d->lookups = 64;
  d->grid = malloc(d->points * sizeof(double));
  d->table = malloc(d->points * d->kinds * sizeof(Point));
  d->index = malloc(d->points * d->kinds * sizeof(int));
  d->result = malloc(d->lookups * sizeof(unsigned long));
  for (int i = 0; i < d->points; i++) d->grid[i] = i * 0.25;
  for (int i = 0; i < d->points * d->kinds; i++) {
    d->table[i].energy = i % 9;
    d->table[i].total = i % 11 + 1;
    d->index[i] = (i * 7) % d->points;
  }
#pragma omp target teams distribute parallel for
  for (int i = 0; i < d->lookups; i++) {
    double at = (i * 37 % 97) * 0.1;
    int row = below(d->grid, d->points, at);
    double sum = 0;
    for (int k = 0; k < d->kinds; k++) sum += weight(&d->table[k * d->points + d->index[row * d->kinds + k]], at);
    d->result[i] = (unsigned long)(sum * 8 + 100000);
  }
  unsigned long hash = 0;
  for (int i = 0; i < d->lookups; i++) hash = hash * 31 + d->result[i];
  printf("%lu\n", hash);
  return 0;
}
