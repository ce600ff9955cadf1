// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Translates well, but one of the two chains is not declared: its links are walked in the kernel.
#include "guard.h"

typedef struct Atoms { double *x, *f; } Atoms;
typedef struct Simulation { Atoms *atoms; } Simulation;

int main(void) {
  Simulation *sim = guard_alloc(sizeof *sim);
  sim->atoms = guard_alloc(sizeof *sim->atoms);
  sim->atoms->x = guard_alloc(10 * sizeof(double));
  sim->atoms->f = guard_alloc(10 * sizeof(double));
#pragma pointerchain region begin declare(sim->atoms->x)
#pragma omp target enter data map(to : sim->atoms->x[0:10])
  guard_protect();
#pragma omp target firstprivate(sim)
  for (int i = 0; i < 10; i++) sim->atoms->x[i] += i + sim->atoms->f[i];
  guard_unprotect();
#pragma omp target exit data map(from : sim->atoms->x[0:10])
#pragma pointerchain region end
  printf("%g\n", sim->atoms->x[9]);
  return 0;
}
