// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Data that travel one way, or not at all: of members and of sections.
#include "guard.h"

typedef struct work { int n; double *in, *out, *scratch, **rows; } work;
#pragma pointerchain shape(work: in[n], out[n], scratch[n], rows[n][2])
#pragma pointerchain policy(work: to(in), from(out), alloc(scratch), shared(in), from(rows))

static double run(work *w, double *extra, double *result, double *spare) {
#pragma pointerchain deepcopy region begin(w, to: extra[0:2], from: result[0:2], alloc: spare[0:2])
  guard_protect();
#pragma omp target
  for (int i = 0; i < w->n; i++) {
    w->scratch[i] = w->in[i] * 2;
    w->out[i] = w->scratch[i] + 1;
    w->rows[i][0] = w->rows[i][1] = w->out[i];
    spare[i] = extra[i];
    result[i] = spare[i] + w->in[i];
  }
  guard_unprotect();
#pragma pointerchain deepcopy region end
  return result[0] + result[1];
}

int main(void) {
  work *w = guard_alloc(sizeof *w);
  w->n = 2;
  w->in = guard_alloc(2 * sizeof(double));
  w->out = guard_alloc(2 * sizeof(double));
  w->scratch = guard_alloc(2 * sizeof(double));
  w->rows = guard_alloc(2 * sizeof(double *));
  double *extra = guard_alloc(2 * sizeof(double)), *result = guard_alloc(2 * sizeof(double));
  double *spare = guard_alloc(2 * sizeof(double));
  for (int i = 0; i < 2; i++) w->in[i] = i + 1, extra[i] = i + 5, w->rows[i] = guard_alloc(2 * sizeof(double));
  double sum = run(w, extra, result, spare);
  printf("%g %g %g %g %g\n", sum, w->out[0], w->out[1], w->rows[0][0], w->rows[1][1]);
  return 0;
}
