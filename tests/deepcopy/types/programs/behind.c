// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Sections that begin behind their pointers: a construct names them, and the device's elements are found.
#include "guard.h"

static void scale(double *x, double *by, int n) {
#pragma pointerchain deepcopy enter(x[1:n - 1], by[n / 2:n - n / 2])
  guard_protect();
#pragma omp target map(alloc : x[1:n - 1]) map(to : by[n / 2:n - n / 2])
  for (int i = n / 2; i < n; i++) x[i] *= by[i];
  guard_unprotect();
#pragma pointerchain deepcopy exit(x[1:n - 1], by[n / 2:n - n / 2])
}

int main(void) {
  enum { N = 9 };
  double *x = guard_alloc(N * sizeof *x), *by = guard_alloc(N * sizeof *by);
  for (int i = 0; i < N; i++) x[i] = i, by[i] = 2;
  scale(x, by, N);
  for (int i = 0; i < N; i++) printf("%g ", x[i]);
  puts("");
  return 0;
}
