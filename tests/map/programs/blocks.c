// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Links with a subscript that is one number in a kernel: blocks of a grid, and the last branch of a tree.
#include <stdio.h>
#include <stdlib.h>
typedef struct { int n; double *t, *k; } Block;
typedef struct { Block *b; double *edge; int count; } Grid;
typedef struct Node { struct Node *below; double *a; } Node;

static void relax(Grid *g, int at, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) g->b[at].t[i] += g->b[at].k[i] * g->edge[i];
}

static void last(Grid *g, int n, double by) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) g->b[g->count - 1].t[i] *= by;
}

static void branch(Node *top, int q, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) top->below[q - 1].below[q - 2].a[i] += i;
}

int main(void) {
  Grid g;
  g.count = 2;
  g.b = malloc(2 * sizeof *g.b);
  g.edge = malloc(32 * sizeof *g.edge);
  g.b[0].n = 8;
  g.b[0].t = malloc(8 * sizeof(double));
  g.b[0].k = malloc(8 * sizeof(double));
  g.b[1].n = 12;
  g.b[1].t = malloc(12 * sizeof(double));
  g.b[1].k = malloc(12 * sizeof(double));
  for (int i = 0; i < 32; i++) g.edge[i] = i % 3;
  for (int i = 0; i < 8; i++) g.b[0].t[i] = i, g.b[0].k[i] = 1.5;
  for (int i = 0; i < 12; i++) g.b[1].t[i] = i + 1, g.b[1].k[i] = 0.5;
  for (int step = 0; step < 3; step++) {
    relax(&g, 0, 8);
    relax(&g, 1, 12);
    g.edge[step] += g.b[0].t[1];
    last(&g, 12, 0.5);
  }
  Node top;
  top.below = malloc(2 * sizeof(Node));
  top.below[0].below = malloc(2 * sizeof(Node));
  top.below[1].below = malloc(2 * sizeof(Node));
  top.below[1].below[0].a = calloc(10, sizeof(double));
  branch(&top, 2, 10);
  branch(&top, 2, 10);
  double sum = top.below[1].below[0].a[9];
  for (int i = 0; i < 8; i++) sum += g.b[0].t[i] * (i + 1) + g.b[0].k[i];
  for (int i = 0; i < 12; i++) sum += g.b[1].t[i] * (i + 2) + g.b[1].k[i];
  printf("%.17g\n", sum);
  return 0;
}
