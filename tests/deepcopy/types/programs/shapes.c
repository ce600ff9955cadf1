// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// One type by two shapes: all of it, and the list without its data.
#include "guard.h"

typedef struct load { int n; double *x; } load;
typedef struct node { int n; double *data; load *load; struct node *next; } node;
typedef struct table { node *first; } table;
#pragma pointerchain shape(load: x[n])
#pragma pointerchain shape(load as brief: x[1])
#pragma pointerchain shape(node: data[n], load[1], next[1])
#pragma pointerchain policy(node as brief: skip(data))
#pragma pointerchain shape(table: first[1])

static double of(table *all, node *head, int brief) {
  double sum = 0;
  if (brief) {
#pragma pointerchain deepcopy region begin(head as brief)
    guard_protect();
#pragma omp target map(tofrom : sum)
    for (node *at = head; at; at = at->next) sum += at->n + (at->data != 0) * 1000 + at->load->x[0]++;
    guard_unprotect();
#pragma pointerchain deepcopy region end
    return sum;
  }
#pragma pointerchain deepcopy enter(all)
  guard_protect();
#pragma omp target map(tofrom : sum)
  for (node *at = all->first; at; at = at->next) sum += at->data[at->n - 1] + at->load->x[1];
  guard_unprotect();
#pragma pointerchain deepcopy exit(all)
  return sum;
}

int main(void) {
  table *all = guard_alloc(sizeof *all);
  all->first = 0;
  for (int k = 1; k < 4; k++) {
    node *made = guard_alloc(sizeof *made);
    made->n = k, made->next = all->first, made->data = guard_alloc(k * sizeof(double));
    made->data[k - 1] = k * k;
    made->load = guard_alloc(sizeof *made->load);
    made->load->n = 2, made->load->x = guard_alloc(2 * sizeof(double));
    made->load->x[0] = 3, made->load->x[1] = 4;
    all->first = made;
  }
  double without = of(all, all->first, 1);
#ifndef _OPENMP
  without -= 3000; // there is no device on which 'data' is null
#endif
  printf("%g %g %g\n", without, of(all, all->first, 0), all->first->load->x[0]);
  return 0;
}
