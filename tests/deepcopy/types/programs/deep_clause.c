// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Clauses that go deep: of a compute construct, a data construct with one inside, enter and exit data, and one whose
// condition keeps it on the host.
#include "guard.h"

typedef struct node { double value; int n; double *data; struct node *next; } node;
#pragma pointerchain shape(node: data[n], next[1])

static double total(node *head, double *x, int n) {
  double sum = 0;
#pragma omp target map(tofrom : sum) map(to : head[0:1]) \
    map(to : x[0:1]) pointerchain(deep) if(target: n > 1)
  for (node *at = head; at; at = at->next) // the copy ends behind this loop
    for (int i = 0; i < at->n; i++) sum += x[0] * at->data[i];
  return sum;
}

static double kept(node *head) {
  double sum = 0;
#pragma omp target data map(tofrom : head[0:1]) pointerchain(deep) device(0)
  {
    guard_protect();
    for (int k = 0; k < 2; k++) {
#pragma omp target map(tofrom : sum) map(tofrom : head[0:1])
      for (node *at = head; at; at = at->next) sum += at->data[0]++;
    }
    guard_unprotect();
  }
  return sum;
}

static double across(node *head) {
  double sum = 0;
#pragma omp target enter data map(to : head[0:1]) pointerchain(deep)
  guard_protect();
#pragma omp target map(tofrom : sum)
  for (node *at = head; at; at = at->next) sum += at->data[0] *= 2;
  guard_unprotect();
#pragma omp target exit data map(from : head[0:1]) pointerchain(deep)
  return sum;
}

/* What goes another way than the list that it may be a part of. */
static double beside(node *head, double *x) {
#pragma omp target map(to : head[0:1]) map(tofrom : head->data[0:head->n]) map(from : x[0:1]) pointerchain(deep)
  for (node *at = head; at; at = at->next) at->data[0] += 100, x[0] = at->data[0];
  return head->data[0] + head->next->data[0] + x[0];
}

int main(void) {
  node *head = 0;
  double *x = guard_alloc(sizeof(double));
  x[0] = 2;
  for (int k = 1; k < 4; k++) {
    node *made = guard_alloc(sizeof *made);
    made->n = k, made->next = head, made->data = guard_alloc(k * sizeof(double));
    for (int i = 0; i < k; i++) made->data[i] = k + i;
    head = made;
  }
  double on_host = total(head, x, 1), on_device = total(head, x, 2), data = kept(head), both = across(head);
  printf("%g %g %g %g %g\n", on_host, on_device, data, both, head->data[0] + head->next->data[0]);
  head->next = 0;
  node alone = {0, 1, x, 0};
  head->next = &alone;
  printf("%g\n", beside(head, x));
  return 0;
}
