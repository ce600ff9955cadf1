// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Kernels change pointers that a policy calls mutable: a list is sorted by its links, buffers change places, numbers are
// dropped from an array.
#include "guard.h"

typedef struct node { double key; struct node *next; } node;
typedef struct list { node *head, *tail; int n; } list;
typedef struct grid { int n, used; double *now, *next, *kept; } grid;
#pragma pointerchain shape(node: next[1])
#pragma pointerchain shape(list: head[1])
#pragma pointerchain policy(node: mutable(next))
#pragma pointerchain policy(list: observer(tail), mutable(head, tail))
#pragma pointerchain shape(grid: now[n], next[n], kept[used])
#pragma pointerchain policy(grid: mutable(now, next, used))

static void sort(list *of) {
#pragma pointerchain deepcopy region begin(of)
  guard_protect();
#pragma omp target
  {
    node *sorted = 0, *at = of->head;
    while (at) {
      node *rest = at->next, **place = &sorted;
      while (*place && (*place)->key < at->key) place = &(*place)->next;
      at->next = *place, *place = at, at = rest;
    }
    for (of->head = of->tail = sorted; of->tail && of->tail->next;) of->tail = of->tail->next;
  }
  guard_unprotect();
#pragma pointerchain deepcopy region end
}

static void steps(grid *of, int steps) {
#pragma pointerchain deepcopy enter(of)
  for (int step = 0; step < steps; step++) {
    guard_protect();
#pragma omp target
    {
      int kept = 0;
      for (int i = 0; i < of->n; i++) of->next[i] = of->now[i] + of->now[(i + 1) % of->n];
      double *before = of->now;
      of->now = of->next, of->next = before;
      for (int i = 0; i < of->used; i++)
        if (of->kept[i] > step) of->kept[kept++] = of->kept[i];
      of->used = kept;
    }
    guard_unprotect();
#pragma pointerchain deepcopy update host(of)
    printf("%d: %g, %d kept\n", step, of->now[0], of->used);
  }
#pragma pointerchain deepcopy exit(of)
}

int main(void) {
  list *l = guard_alloc(sizeof *l);
  grid *g = guard_alloc(sizeof *g);
  l->n = 6, l->head = l->tail = 0;
  for (int i = 0; i < l->n; i++) {
    node *at = guard_alloc(sizeof *at);
    at->key = i * 5 % 6, at->next = l->head, l->head = at;
    if (!l->tail) l->tail = at;
  }
  sort(l);
  for (node *at = l->head; at; at = at->next) printf("%g%s", at->key, at == l->tail ? " last\n" : " ");
  g->n = g->used = 5;
  g->now = guard_alloc(5 * sizeof(double)), g->next = guard_alloc(5 * sizeof(double));
  g->kept = guard_alloc(5 * sizeof(double));
  for (int i = 0; i < 5; i++) g->now[i] = i, g->kept[i] = i;
  steps(g, 3);
  printf("%g %g %d %g\n", g->now[0], g->next[0], g->used, g->kept[0]);
  return 0;
}
