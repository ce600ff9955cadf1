// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// A kernel assigns scalars that no clause names: the tool has to map them both ways.
#include "guard.h"

typedef struct Status { int last; double scale; unsigned char flag; } Status;
typedef struct Solver { Status *status; double *residual; } Solver;

int main(void) {
  Solver *solver = guard_alloc(sizeof *solver);
  solver->status = guard_alloc(sizeof *solver->status);
  solver->residual = guard_alloc(64 * sizeof(double));
  for (int i = 0; i < 64; i++) solver->residual[i] = 64 - i;
  solver->status->scale = 2;

#pragma pointerchain region begin declare(solver->residual, solver->status->last, solver->status->scale, \
                                          solver->status->flag)
#pragma omp target enter data map(to : solver->residual[0:64])
  guard_protect();
#pragma omp target
  {
    for (int i = 0; i < 64; i++) {
      if (solver->residual[i] * solver->status->scale < 20) {
        solver->status->last = i;
        solver->status->flag |= 4;
        break;
      }
    }
    solver->status->scale *= 0.5;
  }
  guard_unprotect();
#pragma omp target exit data map(delete : solver->residual[0:64])
#pragma pointerchain region end

  printf("%d %g %d\n", solver->status->last, solver->status->scale, solver->status->flag);
  return 0;
}
