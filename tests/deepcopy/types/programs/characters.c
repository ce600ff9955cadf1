// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Tags that are characters, in conditions and in lengths; a volatile member whose bytes travel as they are.
#include "guard.h"

typedef struct value {
  char tag;
  volatile int seen;
  int n;
  union { double *list; char *text; long long number; };
  struct value *next;
} value;
#pragma pointerchain shape(value: list[tag == 'L' ? n : 0], text[tag == '\'' ? n : 'n'], next[1])
#pragma pointerchain policy(value: when(tag == 'L', list), when(tag == '\'' || tag == '\x54', text), skip(seen))

static value *made(char tag, int n, value *next) {
  value *out = guard_alloc(sizeof *out);
  out->tag = tag, out->n = n, out->next = next, out->seen = n, out->number = 12345;
  return out;
}

int main(void) {
  value *all = made('N', 0, 0);
  all = made('L', 2, all);
  all->list = guard_alloc(2 * sizeof(double));
  all->list[0] = 1, all->list[1] = 2;
  all = made('\'', 3, all);
  all->text = guard_alloc(3);
  for (int i = 0; i < 3; i++) all->text[i] = (char)('a' + i);
  all = made('T', 3, all);
  all->text = guard_alloc('n');
  all->text['n' - 1] = 7;
  double sum = 0;
#pragma pointerchain deepcopy region begin(all)
  guard_protect();
#pragma omp target map(tofrom : sum)
  for (value *at = all; at; at = at->next) {
    sum += at->seen;
    if (at->tag == 'L')
      for (int i = 0; i < at->n; i++) sum += at->list[i]++;
    else if (at->tag == '\'')
      for (int i = 0; i < at->n; i++) sum += at->text[i];
    else
      sum += at->tag == 'T' ? at->text['n' - 1] : (double)at->number++;
    at->seen = 1;
  }
  guard_unprotect();
#pragma pointerchain deepcopy region end
  printf("%g %d %g %lld\n", sum, all->seen, all->next->next->list[1], all->next->next->next->number);
  return 0;
}
