// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Subscripts inside the chain: a constant, and a variable that does not change in the region.
#include "guard.h"

typedef struct Species { double *density; double mass; } Species;
typedef struct Plasma { Species *species[2]; int cells; } Plasma;

int main(void) {
  Plasma *plasma = guard_alloc(sizeof *plasma);
  const int n = plasma->cells = 128;
  for (int s = 0; s < 2; s++) {
    plasma->species[s] = guard_alloc(3 * sizeof(Species));
    for (int k = 0; k < 3; k++) {
      plasma->species[s][k].mass = 1 + s + 10 * k;
      plasma->species[s][k].density = guard_alloc(n * sizeof(double));
      for (int i = 0; i < n; i++) plasma->species[s][k].density[i] = s * 1000 + k * 100 + i;
    }
  }

  for (int k = 0; k < 3; k++) {
#pragma pointerchain region begin declare(plasma->species[0][k].density, plasma->species[1][k].density, \
                                          plasma->species[1][k].mass)
#pragma omp target enter data map(to : plasma->species[0][k].density[0:n], plasma->species[1][k].density[0:n])
    guard_protect();
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
      plasma->species[0][k].density[i] += plasma->species[1][k].mass * plasma->species[1][k].density[i];
    }
    guard_unprotect();
#pragma omp target exit data map(from : plasma->species[0][k].density[0:n]) \
    map(delete : plasma->species[1][k].density[0:n])
#pragma pointerchain region end
  }

  for (int k = 0; k < 3; k++) printf("%.17g %.17g\n", plasma->species[0][k].density[0], plasma->species[0][k].density[127]);
  return 0;
}
