// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// OpenACC: loops that gangs share, a kernels construct, a serial one, and a reduction into a member.
#include <stdio.h>
#include <stdlib.h>
typedef struct { int n; double *v, *u, norm; } Field;
typedef struct { Field *f; double by; } Sim;

#pragma acc routine seq
static double half(double v) { return v / 2; }

static void smooth(Sim *s) {
#pragma acc parallel loop
  for (int i = 1; i < s->f->n - 1; i++) s->f->u[i] = half(s->f->v[i - 1] + s->f->v[i + 1]) * s->by;
#pragma acc kernels
  for (int i = 1; i < s->f->n - 1; i++) s->f->v[i] = s->f->u[i];
}

static double norm(Sim *s) {
  s->f->norm = 0;
#pragma acc parallel loop reduction(+: s->f->norm)
  for (int i = 0; i < s->f->n; i++) s->f->norm += s->f->v[i];
#pragma acc serial
  s->f->v[0] = s->f->norm;
  return s->f->norm + s->f->v[0];
}

int main(void) {
  Sim sim, *s = &sim;
  s->f = malloc(sizeof *s->f);
  s->f->n = 50;
  s->by = 2;
  s->f->v = malloc(s->f->n * sizeof(double));
  s->f->u = malloc(s->f->n * sizeof(double));
  for (int i = 0; i < s->f->n; i++) s->f->v[i] = i % 8, s->f->u[i] = 0;
  for (int step = 0; step < 4; step++) smooth(s);
  printf("%.17g\n", norm(s));
  return 0;
}
