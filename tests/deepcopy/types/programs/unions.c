// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Unions with tags: the member that is alive is followed, what is no pointer is data, whatever the bytes are.
#include "guard.h"

enum { NUMBER, LIST, TEXT, PAIR };
typedef struct cell { double value; struct cell *next; } cell;
typedef struct pair { int n; double *left, *right; } pair;
typedef struct value {
  int tag, n;
  union { long long number; cell *list; char *text; pair pair; } u;
  union { int small; double *large; };
  struct value *next;
} value;
#pragma pointerchain shape(cell: next[1])
#pragma pointerchain shape(pair: left[n], right[n])
#pragma pointerchain shape(value: u.list[1], u.text[n], large[n], next[1])
#pragma pointerchain policy(value: when(tag == LIST, u.list), when(tag == TEXT, u.text), when(tag, u.pair))
#pragma pointerchain policy(value: when(tag == TEXT || tag == LIST, large))

static double total(value *all) {
  double sum = 0;
#pragma pointerchain deepcopy region begin(all)
  guard_protect();
#pragma omp target map(tofrom : sum)
  for (value *at = all; at; at = at->next) {
    if (at->tag == NUMBER) sum += (double)at->u.number++ + at->small;
    if (at->tag == LIST)
      for (cell *c = at->u.list; c; c = c->next) sum += c->value++;
    if (at->tag == TEXT)
      for (int i = 0; i < at->n; i++) sum += at->u.text[i];
    if (at->tag == PAIR)
      for (int i = 0; i < at->u.pair.n; i++) sum += at->u.pair.left[i] + 2 * at->u.pair.right[i]++;
    if (at->tag == TEXT || at->tag == LIST)
      for (int i = 0; i < at->n; i++) sum += at->large[i];
  }
  guard_unprotect();
#pragma pointerchain deepcopy region end
  return sum;
}

static value *made(int tag, value *next) {
  value *out = guard_alloc(sizeof *out);
  out->tag = tag, out->n = 2, out->next = next;
  out->large = guard_alloc(2 * sizeof(double));
  out->large[0] = 50, out->large[1] = 60;
  return out;
}

int main(void) {
  value *all = made(NUMBER, 0);
  all->u.number = 1LL << 40, all->small = -3;
  value *number = all = made(NUMBER, all);
  all->u.number = 12345, all->small = 9;
  all = made(TEXT, all);
  all->u.text = guard_alloc(2);
  all->u.text[0] = 1, all->u.text[1] = 2;
  all = made(PAIR, all);
  all->u.pair.n = 2, all->small = 17;
  all->u.pair.left = guard_alloc(2 * sizeof(double)), all->u.pair.right = guard_alloc(2 * sizeof(double));
  for (int i = 0; i < 2; i++) all->u.pair.left[i] = i + 1, all->u.pair.right[i] = 10 * i;
  value *pair = all;
  all = made(LIST, all);
  all->u.list = guard_alloc(sizeof(cell));
  all->u.list->value = 4, all->u.list->next = guard_alloc(sizeof(cell));
  all->u.list->next->value = 6, all->u.list->next->next = 0;
  double sum = total(all);
  printf("%.17g %lld %g %g\n", sum, number->u.number, pair->u.pair.right[1], all->u.list->next->value);
  return 0;
}
