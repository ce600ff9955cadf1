// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Copies that go on while the host does something else, two lists by turns; what waits, and what waits by itself.
#include "guard.h"

typedef struct node { struct node *next; int n; double *x; } node;
#pragma pointerchain shape(node: next[1], x[n])

static node *list(int nodes, int n, double from) {
  node *head = NULL;
  for (int k = 0; k < nodes; k++) {
    node *at = guard_alloc(sizeof *at);
    at->next = head, at->n = n, at->x = guard_alloc(n * sizeof(double));
    for (int i = 0; i < n; i++) at->x[i] = from + k + i;
    head = at;
  }
  return head;
}

static double on_device(node *head) {
  double sum = 0;
  guard_protect();
#pragma omp target map(tofrom : sum)
  for (node *at = head; at; at = at->next)
    for (int i = 0; i < at->n; i++) sum += at->x[i]++;
  guard_unprotect();
  return sum;
}

static double on_host(const node *head) {
  double sum = 0;
  for (; head; head = head->next)
    for (int i = 0; i < head->n; i++) sum += head->x[i];
  return sum;
}

int main(void) {
  node *lists[2] = {list(20, 30, 0), list(10, 5, 100)}, *other = list(3, 3, 7);
  double sum = 0;
  int queue = 4;
  for (int k = 0; k < 2; k++) {
    node *head = lists[k];
#pragma pointerchain deepcopy enter(head) async(k)
    (void)head;
  }
  for (int round = 0; round < 4; round++) {
    node *head = lists[round % 2];
#pragma pointerchain deepcopy wait(round % 2)
    sum = 2 * sum + on_device(head);
#pragma pointerchain deepcopy update host(head) async(round % 2) if(round >= 0)
    sum += on_host(other);
  }
#pragma pointerchain deepcopy wait
  printf("%g %g %g\n", sum, on_host(lists[0]), on_host(lists[1]));
  node *head = lists[1];
  head->n = 4;
#pragma pointerchain deepcopy update structure(head) async
#pragma pointerchain deepcopy enter(to: other) nowait device(0)
#pragma pointerchain deepcopy wait
  sum = on_device(head) + on_device(other);
#pragma pointerchain deepcopy exit(other) async(queue) delete
  head = lists[0];
#pragma pointerchain deepcopy exit(head) async(queue + 1)
  head = lists[1];
#pragma pointerchain deepcopy exit(head)
  printf("%g %g %g\n", sum, on_host(lists[0]), on_host(lists[1]));
  return 0;
}
