// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// No struct, but the kernel is given the host's array (as a number, which is passed as it is)
// instead of the device's copy.
#include "guard.h"

int main(void) {
  double *x = guard_alloc(10 * sizeof(double));
  const uintptr_t address = (uintptr_t)x;
#pragma omp target enter data map(to : x[0:10])
  guard_protect();
#pragma omp target
  for (int i = 0; i < 10; i++) ((double *)address)[i] += i;
  guard_unprotect();
#pragma omp target exit data map(from : x[0:10])
  printf("%g\n", x[9]);
  return 0;
}
