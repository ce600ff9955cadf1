// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Two arrays of one struct; types are deduced.
#include "guard.h"

typedef struct Vectors { double *x, *y; int n; } Vectors;
typedef struct State { Vectors *vectors; } State;

int main(void) {
  State *state = guard_alloc(sizeof *state);
  state->vectors = guard_alloc(sizeof *state->vectors);
  const int n = state->vectors->n = 1000;
  state->vectors->x = guard_alloc(n * sizeof(double));
  state->vectors->y = guard_alloc(n * sizeof(double));
  for (int i = 0; i < n; i++) {
    state->vectors->x[i] = i;
    state->vectors->y[i] = 2 * i;
  }

#pragma pointerchain declare(state->vectors->x, state->vectors->y)
#pragma pointerchain region begin
#pragma omp target enter data map(to : state->vectors->x[0:n], state->vectors->y[0:n])
  guard_protect();
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) state->vectors->y[i] += 3.0 * state->vectors->x[i];
  guard_unprotect();
#pragma omp target exit data map(from : state->vectors->y[0:n]) map(delete : state->vectors->x[0:n])
#pragma pointerchain region end

  for (int i = 0; i < n; i += 111) printf("%d: %.17g\n", i, state->vectors->y[i]);
  return 0;
}
