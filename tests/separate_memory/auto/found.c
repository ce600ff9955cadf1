// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Pointers that are found as sections of no length, by what was mapped before.
#include "guard.h"
#pragma pointerchain promise(reads(guard_protect, guard_unprotect, guard_protect_then))

typedef struct Atoms { double *x, *v; int n; } Atoms;
typedef struct Sim { Atoms *a, *b; } Sim;

static void step(Sim *s, int n) {
#pragma omp target enter data map(to: s->a->x[0:n], s->a->v[0:n])
  guard_unprotect();
#pragma omp target teams distribute parallel for thread_limit(guard_protect_then(8))
  for (int i = 0; i < n; i++) s->a->x[i] += s->a->v[i];
  guard_unprotect();
#pragma omp target exit data map(from: s->a->x[0:n]) map(release: s->a->v[0:n])
}

static void behind(Sim *s, int n) {
#pragma omp target data map(tofrom: s->a->x[0:n])
  {
    for (int k = 0; k < 2; k++) {
#pragma omp target teams distribute parallel for thread_limit(guard_protect_then(8))
      for (int i = 0; i < n; i++) s->a->x[i] += k + i;
      guard_unprotect();
    }
    s->a = s->b;
  }
}

static void listed(Sim *s, int n) {
#pragma omp target enter data map(to: s->b->x[0:n])
  guard_unprotect();
#pragma omp target teams distribute parallel for map(s->b->x[:0]) thread_limit(guard_protect_then(8))
  for (int i = 0; i < n; i++) s->b->x[i] += 2;
  guard_unprotect();
#pragma omp target exit data map(from: s->b->x[0:n])
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
  behind(s, 64);
  listed(s, 64);
  for (int i = 0; i < 64; i += 3) printf("%g %g\n", s->a->x[i], s->b->x[i]);
  return 0;
}
