// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Members that enter after their parent are attached to it, whatever a pointerchain region keeps in a local; a part
// of what is mapped comes back.
#include "guard.h"

typedef struct atoms { int n; double *x, *v; } atoms;
typedef struct sim { atoms *atoms; double *forces[2]; } sim;
#pragma pointerchain shape(atoms: x[n], v[n])
#pragma pointerchain policy(atoms: observer(x))
#pragma pointerchain shape(sim: atoms[1], forces[2])
#pragma pointerchain policy(sim: observer(forces))

static void step(sim *sim) {
#pragma pointerchain deepcopy enter(sim)
#pragma pointerchain region begin declare(sim->atoms->x)
#pragma pointerchain deepcopy enter(sim->atoms->x[0:3])
  sim->atoms->x[0] += 0;
#pragma pointerchain region end
#pragma pointerchain deepcopy enter(sim->forces[1][0:2])
  guard_protect();
#pragma omp target
  for (int i = 0; i < 3; i++) {
    sim->atoms->x[i] += sim->atoms->v[i];
    sim->forces[1][i / 2] += sim->atoms->x[i];
  }
  guard_unprotect();
  double first = sim->atoms->x[0];
#pragma pointerchain deepcopy update host(sim->atoms->x[1:2])
  printf("%g %g\n", sim->atoms->x[1], sim->atoms->x[2]);
  sim->atoms->x[0] = first;
#pragma pointerchain deepcopy exit(sim->forces[1][0:2])
#pragma pointerchain deepcopy exit(sim->atoms->x[0:3])
#pragma pointerchain deepcopy exit(sim)
}

int main(void) {
  sim *s = guard_alloc(sizeof *s);
  s->atoms = guard_alloc(sizeof *s->atoms);
  s->atoms->n = 3;
  s->atoms->x = guard_alloc(3 * sizeof(double));
  s->atoms->v = guard_alloc(3 * sizeof(double));
  s->forces[0] = 0;
  s->forces[1] = guard_alloc(2 * sizeof(double));
  for (int i = 0; i < 3; i++) s->atoms->x[i] = i, s->atoms->v[i] = 10 * i;
  s->forces[1][0] = s->forces[1][1] = 1;
  step(s);
  printf("%g %g %g %g\n", s->atoms->x[0], s->atoms->x[1], s->forces[1][0], s->forces[1][1]);
  return 0;
}
