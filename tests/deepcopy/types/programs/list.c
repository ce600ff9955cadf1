// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// A list whose kernel follows it from its head; each node has data of its own.
#include "guard.h"

typedef struct Node { double value; struct Node *next; int n; double *data; } Node;
#pragma pointerchain shape(Node: next[1], data[n])

int main(void) {
  Node *head = NULL;
  for (int i = 0; i < 40; i++) {
    Node *node = guard_alloc(sizeof *node);
    node->value = i, node->next = head, node->n = i % 4;
    node->data = node->n ? guard_alloc(node->n * sizeof(double)) : NULL;
    for (int k = 0; k < node->n; k++) node->data[k] = k + 1;
    head = node;
  }
  double sum = 0;
#pragma pointerchain deepcopy enter(head)
  guard_protect();
#pragma omp target map(tofrom : sum)
  for (Node *at = head; at; at = at->next) {
    at->value *= 2;
    for (int k = 0; k < at->n; k++) sum += at->data[k]++;
  }
  guard_unprotect();
#pragma pointerchain deepcopy exit(head)
  for (Node *at = head; at; at = at->next) {
    sum += at->value;
    for (int k = 0; k < at->n; k++) sum += 100 * at->data[k];
  }
  printf("%g\n", sum);
  return 0;
}
