// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// What a deepcopy region copied comes home on every way out.
#include "guard.h"

struct state { int n; double *x; };
#pragma pointerchain shape(state: x[n])

static double first(struct state *s, int way) {
  for (int round = 0; round < 3; round++) {
#pragma pointerchain deepcopy region begin(s)
    guard_protect();
#pragma omp target
    for (int i = 0; i < s->n; i++) s->x[i] += 1;
    guard_unprotect();
    if (way == 0) return s->n;
    if (way == 1) break;
    if (way == 2) continue;
    if (way == 3) goto out;
#pragma pointerchain deepcopy region end
  }
  return -s->x[0];
out:
  return s->x[0];
}

int main(void) {
  struct state *s = guard_alloc(sizeof *s);
  s->n = 3;
  s->x = guard_alloc(s->n * sizeof(double));
  for (int way = 0; way < 5; way++) {
    double value = first(s, way);
    printf("%g %g\n", value, s->x[2]);
  }
  return 0;
}
