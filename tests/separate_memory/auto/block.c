// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// A construct of which the statement is a block.
#include "guard.h"
#pragma pointerchain promise(reads(guard_protect, guard_unprotect, guard_protect_then))

typedef struct Atoms { double *x, *v; int n; } Atoms;
typedef struct Sim { Atoms *a, *b; } Sim;

static void step(Sim *s, int n) {
#pragma omp target enter data map(to: s->a->x[0:n], s->a->v[0:n])
  guard_unprotect();
#pragma omp target map(tofrom: s->a->x[0:n]) map(to: s->a->v[0:guard_protect_then(n)])
  {
    s->a->x[0] += 1;
    for (int i = 0; i < n; i++) s->a->x[i] += s->a->v[i];
  }
  guard_unprotect();
#pragma omp target exit data map(from: s->a->x[0:n]) map(release: s->a->v[0:n])
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
  for (int i = 0; i < 64; i += 3) printf("%g %g\n", s->a->x[i], s->b->x[i]);
  return 0;
}
