// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// An update of what an enter reached, and a scalar that a pointerchain region writes to the host meanwhile.
#include "guard.h"

typedef struct atoms { int n; double top, *x; } atoms;
typedef struct sim { atoms *atoms; } sim;
#pragma pointerchain shape(atoms: x[n])
#pragma pointerchain shape(sim: atoms[1])

static void step(sim *sim) {
#pragma pointerchain deepcopy region begin(sim)
  guard_protect();
#pragma omp target
  for (int i = 0; i < sim->atoms->n; i++) sim->atoms->x[i] *= 2;
  guard_unprotect();
#pragma pointerchain deepcopy update host(sim->atoms)
#pragma pointerchain region begin declare(sim->atoms->top, sim->atoms->n)
  for (int i = 0; i < sim->atoms->n; i++)
    if (sim->atoms->x[i] > sim->atoms->top) sim->atoms->top = sim->atoms->x[i];
#pragma pointerchain region end
#pragma omp target update to(sim->atoms->top)
#pragma pointerchain deepcopy region end
}

int main(void) {
  sim *s = guard_alloc(sizeof *s);
  s->atoms = guard_alloc(sizeof *s->atoms);
  s->atoms->n = 3;
  s->atoms->x = guard_alloc(3 * sizeof(double));
  for (int i = 0; i < 3; i++) s->atoms->x[i] = i;
  step(s);
  printf("%g %g\n", s->atoms->top, s->atoms->x[1]);
  return 0;
}
