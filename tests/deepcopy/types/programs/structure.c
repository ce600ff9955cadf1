// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// A list that grows and shrinks on the host while it is mapped.
#include "guard.h"

typedef struct node { double value; int n; double *data; struct node *next; } node;
#pragma pointerchain shape(node: data[n], next[1])

static node *made(double value, int n, node *next) {
  node *out = guard_alloc(sizeof *out);
  out->value = value, out->n = n, out->next = next;
  out->data = guard_alloc(n * sizeof(double));
  for (int i = 0; i < n; i++) out->data[i] = value;
  return out;
}

static double total(node *head) {
  double sum = 0;
  guard_protect();
#pragma omp target map(tofrom : sum)
  for (node *at = head; at; at = at->next)
    for (int i = 0; i < at->n; i++) sum += at->data[i];
  guard_unprotect();
  return sum;
}

int main(void) {
  node *head = made(1, 2, made(2, 3, 0));
#pragma pointerchain deepcopy enter(head)
  printf("%g\n", total(head));
  head->next = made(5, 1, made(7, 2, head->next));
#pragma pointerchain deepcopy update structure(head)
  printf("%g\n", total(head));
  head->next->next = 0;
#pragma pointerchain deepcopy update structure(head) if(head->next)
  printf("%g\n", total(head));
#pragma pointerchain deepcopy exit(head)
  return 0;
}
