// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// No directive: the kernel follows the host's pointers through the host's struct.
#include "guard.h"

typedef struct Atoms { double *x; } Atoms;
typedef struct Simulation { Atoms *atoms; } Simulation;

int main(void) {
  Simulation *sim = guard_alloc(sizeof *sim);
  sim->atoms = guard_alloc(sizeof *sim->atoms);
  sim->atoms->x = guard_alloc(10 * sizeof(double));
  guard_protect();
#pragma omp target firstprivate(sim)
  for (int i = 0; i < 10; i++) sim->atoms->x[i] += i;
  guard_unprotect();
  printf("%g\n", sim->atoms->x[9]);
  return 0;
}
