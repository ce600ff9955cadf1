// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Regions and directives under a condition, of which the chains are only evaluated where it is true; one device by
// its number; every way out follows what was decided at the begin.
#include "guard.h"

typedef struct list { int n; double *x; } list;
#pragma pointerchain shape(list: x[n])

static double part(list *all, int which, int device) {
  double sum = 0;
#pragma pointerchain deepcopy region begin(all, all->x[0:all->n]) if(all && which) device(device)
  which = !which;
  if (!all) return -1;
  if (which) {
    for (int i = 0; i < all->n; i++) sum += all->x[i];
    return sum;
  }
  guard_protect();
#pragma omp target map(tofrom : sum)
  for (int i = 0; i < all->n; i++) sum += 10 * all->x[i]++;
  guard_unprotect();
#pragma pointerchain deepcopy region end
  return sum;
}

static double other(list *all, int which) {
  double sum = 0;
#pragma pointerchain deepcopy enter(all) if(which > 1) device(0)
  if (which > 1) {
#pragma omp target
    all->x[0] += 1;
  }
#pragma pointerchain deepcopy update host(all) device(all) if(which > 1)
  sum += all->x[0];
#pragma pointerchain deepcopy exit(all) if(which > 1) delete
  return sum;
}

int main(void) {
  list *l = guard_alloc(sizeof *l);
  l->n = 3;
  l->x = guard_alloc(3 * sizeof(double));
  for (int i = 0; i < 3; i++) l->x[i] = i;
  double first = part(l, 0, 0), second = part(l, 1, 0), third = part(0, 1, 0);
  printf("%g %g %g %g %g\n", first, second, third, other(l, 1), other(l, 2));
  printf("%g %g\n", l->x[0], l->x[2]);
  return 0;
}
