// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// A stencil over members of nested structures; the host swaps two of them.
#include <stdio.h>
#include <stdlib.h>
typedef struct { int n; double *t, *tn, *k; } Field;
typedef struct { Field *f; double dt; } Sim;

static void init(Sim *s, int n) {
  s->f = malloc(sizeof *s->f);
  s->f->n = n;
  s->dt = 0.1;
  s->f->t = malloc(n * sizeof(double));
  s->f->tn = malloc(n * sizeof(double));
  s->f->k = malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) { s->f->t[i] = i % 17; s->f->tn[i] = s->f->t[i]; s->f->k[i] = 0.5 + i % 3; }
}
void step(Sim *s) {
#pragma omp target teams distribute parallel for
  for (int i = 1; i < s->f->n - 1; i++)
    s->f->tn[i] = s->f->t[i] + s->dt * s->f->k[i] * (s->f->t[i-1] - 2 * s->f->t[i] + s->f->t[i+1]);
  double *p = s->f->t; s->f->t = s->f->tn; s->f->tn = p;
}
static long sum(Sim *s) {
  long r = 0;
#pragma omp target teams distribute parallel for reduction(+: r)
  for (int i = 0; i < s->f->n; i++) r += (long)(s->f->t[i] * 1024);
  return r;
}
int main(void) {
  Sim s;
  init(&s, 1000);
  for (int k = 0; k < 50; k++) step(&s);
  printf("%ld\n", sum(&s));
  return 0;
}
