// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Two buffers change places between the kernels of a region: the pointers are written back at its end.
#include "guard.h"

typedef struct Buffers { double *now, *next; } Buffers;
typedef struct Heat { Buffers *buffers; int n; } Heat;

int main(void) {
  Heat *heat = guard_alloc(sizeof *heat);
  heat->buffers = guard_alloc(sizeof *heat->buffers);
  heat->n = 66;
  heat->buffers->now = guard_alloc(66 * sizeof(double));
  heat->buffers->next = guard_alloc(66 * sizeof(double));
  double *const first = heat->buffers->now;
  heat->buffers->now[33] = heat->buffers->next[33] = 4096;

#pragma pointerchain region begin declare(heat->buffers->now, heat->buffers->next, heat->n)
#pragma omp target enter data map(to : heat->buffers->now[0:heat->n], heat->buffers->next[0:heat->n])
  for (int step = 0; step < 5; step++) {
    guard_protect();
#pragma omp target teams distribute parallel for
    for (int i = 1; i < heat->n - 1; i++) {
      heat->buffers->next[i] = 0.5 * heat->buffers->now[i] + 0.25 * (heat->buffers->now[i - 1] + heat->buffers->now[i + 1]);
    }
    guard_unprotect();
    double *const was = heat->buffers->now;
    heat->buffers->now = heat->buffers->next;
    heat->buffers->next = was;
  }
#pragma omp target exit data map(from : heat->buffers->now[0:heat->n]) map(delete : heat->buffers->next[0:heat->n])
#pragma pointerchain region end

  printf("%s\n", heat->buffers->next == first ? "swapped" : "not swapped");
  for (int i = 28; i < 39; i++) printf("%g ", heat->buffers->now[i]);
  printf("\n");
  return 0;
}
