// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Scalars of a struct that a kernel updates by reduction; they are written back at the region's end.
#include "guard.h"

typedef struct Atoms { double *charge; int count; } Atoms;
typedef struct Energies { double potential, largest; long pairs; } Energies;
typedef struct Simulation { Atoms *atoms; Energies *energies; } Simulation;

int main(void) {
  Simulation *sim = guard_alloc(sizeof *sim);
  sim->atoms = guard_alloc(sizeof *sim->atoms);
  sim->energies = guard_alloc(sizeof *sim->energies);
  sim->atoms->count = 500;
  sim->atoms->charge = guard_alloc(500 * sizeof(double));
  for (int i = 0; i < 500; i++) sim->atoms->charge[i] = i % 7 - 3;
  sim->energies->potential = 10;
  sim->energies->largest = -100;

#pragma pointerchain declare(sim->atoms->charge{double *:restrictconst}, sim->atoms->count)
#pragma pointerchain declare(sim->energies->potential, sim->energies->largest{double}, sim->energies->pairs)
#pragma pointerchain region begin
#pragma omp target enter data map(to : sim->atoms->charge[0:sim->atoms->count])
  guard_protect();
#pragma omp target teams distribute parallel for reduction(+ : sim->energies->potential, sim->energies->pairs) \
    reduction(max : sim->energies->largest)
  for (int i = 0; i < sim->atoms->count; i++) {
    for (int j = i + 1; j < sim->atoms->count; j++) {
      const double product = sim->atoms->charge[i] * sim->atoms->charge[j];
      sim->energies->potential += product;
      sim->energies->pairs++;
      if (product > sim->energies->largest) sim->energies->largest = product;
    }
  }
  guard_unprotect();
#pragma omp target exit data map(delete : sim->atoms->charge[0:sim->atoms->count])
#pragma pointerchain region end

  printf("%.17g %.17g %ld\n", sim->energies->potential, sim->energies->largest, sim->energies->pairs);
  return 0;
}
