// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Structured data regions name what their constructs use.
#include "guard.h"
#pragma pointerchain promise(reads(guard_protect, guard_unprotect, guard_protect_then))

typedef struct Atoms { double *x, *v; int n; } Atoms;
typedef struct Sim { Atoms *a, *b; } Sim;

static void step(Sim *s, int n) {
#pragma omp target data map(tofrom: s->a->x[0:n]) map(to: s->a->v[0:n])
  {
    guard_protect();
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) s->a->x[i] += s->a->v[i];
    guard_unprotect();
  }
}

static void twice(Sim *s, int n) {
  int t = 0;
#pragma omp target data map(tofrom: s->a->x[0:n]) map(to: s->a->v[0:n])
  {
    guard_protect();
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) s->a->x[i] -= s->a->v[i] / 4;
#pragma omp target teams distribute parallel for reduction(+ : t) map(tofrom: t)
    for (int i = 0; i < n; i++) t += (int)s->a->x[i];
    guard_unprotect();
    s->a->n++;
  }
  printf("%d %d\n", t, s->a->n);
  Atoms *a = s->a;
  s->a = s->b, s->b = a;
}

static void nested(Sim *s, int n) {
#pragma omp target data map(tofrom: s->a->x[0:n])
  {
#pragma omp target data map(to: s->a->v[0:n]) map(tofrom: s->b->x[0:n])
    {
      guard_protect();
#pragma omp target teams distribute parallel for
      for (int i = 0; i < n; i++) s->a->x[i] += s->a->v[i];
      guard_unprotect();
    }
  }
}

static void part(Sim *s) {
#pragma omp target data map(tofrom: s->a->x[0:24])
  {
    guard_protect();
#pragma omp target teams distribute parallel for
    for (int i = 8; i < 24; i++) s->a->x[i] += i;
    guard_unprotect();
  }
}

static Atoms *atoms(int n) {
  Atoms *a = guard_alloc(sizeof *a);
  a->x = guard_alloc(n * sizeof(double)), a->v = guard_alloc(n * sizeof(double)), a->n = n;
  for (int i = 0; i < n; i++) a->x[i] = i, a->v[i] = 2 * i;
  return a;
}

int main(void) {
  Sim *s = guard_alloc(sizeof *s);
  s->a = atoms(64), s->b = atoms(64);
  step(s, 64);
  twice(s, 64);
  nested(s, 64);
  part(s);
  for (int i = 0; i < 64; i += 3) printf("%g %g\n", s->a->x[i], s->b->x[i]);
  return 0;
}
