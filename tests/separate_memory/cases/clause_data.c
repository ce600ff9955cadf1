// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// The clause form on a data construct: the region is the construct's block.
#include "guard.h"

typedef struct Field { double *u, *v; double sum; } Field;
typedef struct Grid { Field *field; int nx; } Grid;

int main(void) {
  Grid *grid = guard_alloc(sizeof *grid);
  grid->field = guard_alloc(sizeof *grid->field);
  grid->nx = 256;
  grid->field->u = guard_alloc(256 * sizeof(double));
  grid->field->v = guard_alloc(256 * sizeof(double));
  for (int i = 0; i < 256; i++) grid->field->u[i] = i * i;

#pragma omp target data map(to : grid->field->u[0:grid->nx]) map(from : grid->field->v[0:grid->nx]) \
    pointerchain(grid->field->u{double *:restrictconst}, grid->field->v{double *:restrictconst}, grid->nx)
  {
    guard_protect();
#pragma omp target teams distribute parallel for
    for (int i = 1; i < grid->nx - 1; i++) {
      grid->field->v[i] = grid->field->u[i - 1] - 2 * grid->field->u[i] + grid->field->u[i + 1];
    }
    guard_unprotect();
  }

  for (int i = 1; i < 255; i++) grid->field->sum += grid->field->v[i];
  printf("%.17g %.17g\n", grid->field->v[128], grid->field->sum);
  return 0;
}
