// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Pointers to void of which a shape says what they lead to.
#include "guard.h"

struct later;
typedef struct cell { int n; void *data, *next, *slots[2]; struct later *later; void *rest; } cell;
struct later { double value; };
#pragma pointerchain shape(cell: data as double[n], next as cell[1], slots as const double *[n][2], later[1])
#pragma pointerchain policy(cell: skip(rest))

static double walk(cell *first) {
  double sum = 0;
#pragma pointerchain deepcopy region begin(first)
  guard_protect();
#pragma omp target map(tofrom : sum)
  for (cell *at = first; at; at = at->next) {
    for (int i = 0; i < at->n; i++) {
      sum += ((double *)at->data)[i]++;
      if (at->slots[1]) sum += ((const double **)at->slots[1])[i][1];
    }
    if (at->later) sum += at->later->value;
  }
  guard_unprotect();
#pragma pointerchain deepcopy region end
  return sum;
}

int main(void) {
  cell *first = 0;
  for (int k = 0; k < 3; k++) {
    cell *made = guard_alloc(sizeof *made);
    double **slots = guard_alloc(2 * sizeof(double *));
    made->n = 2, made->next = first, made->data = guard_alloc(2 * sizeof(double)), made->rest = &made->n;
    made->slots[0] = 0, made->slots[1] = slots, made->later = 0;
    for (int i = 0; i < 2; i++) {
      ((double *)made->data)[i] = k + i;
      slots[i] = guard_alloc(2 * sizeof(double));
      slots[i][1] = 100 * i;
    }
    first = made;
  }
  first->later = guard_alloc(sizeof *first->later);
  first->later->value = 0.5;
  printf("%g ", walk(first));
  printf("%g %d\n", ((double *)first->data)[1], first->rest == &first->n);
  return 0;
}
