// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// A hash table with open addressing: what lies in a slot is a text, or a row of numbers, only where the slot is used.
#include "guard.h"

#include <stdint.h>
#include <string.h>

typedef struct table { int n; unsigned char *used; char **keys; double **rows; char *note; int noted; } table;
#pragma pointerchain shape(table: used[n], keys[n][used[pc_row] ? strlen + 1 : 0], rows[n][used[pc_row] ? 2 : 0])
#pragma pointerchain shape(table: note[noted ? 2 * strlen + 1 : 0])

#pragma omp declare target
static unsigned hash(const char *key) {
  unsigned sum = 0;
  while (*key) sum = 31 * sum + (unsigned char)*key++;
  return sum;
}
static int same(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}
#pragma omp end declare target

static double find(table *t, const char *key, int size) {
  double value = -1;
#pragma omp target map(tofrom : value) map(to : key[0:size])
  for (int k = 0; k < t->n; k++) {
    int at = (hash(key) + k) % t->n;
    if (!t->used[at]) break;
    if (same(t->keys[at], key)) {
      value = t->rows[at][0] + t->rows[at][1]++;
      break;
    }
  }
  return value;
}

int main(void) {
  static char names[3][8] = {"alpha", "beta", "gamma"};
  table *t = guard_alloc(sizeof *t);
  t->n = 7, t->used = guard_alloc(7), t->keys = guard_alloc(7 * sizeof(char *)), t->rows = guard_alloc(7 * sizeof(double *));
  t->note = (char *)(uintptr_t)0xdead0, t->noted = 0;
  for (int i = 0; i < 7; i++) // as an allocator leaves memory
    t->used[i] = 0, t->keys[i] = (char *)(uintptr_t)0xdead0, t->rows[i] = (double *)(uintptr_t)0xdead8;
  for (int i = 0; i < 3; i++) {
    int at = hash(names[i]) % 7;
    while (t->used[at]) at = (at + 1) % 7;
    t->used[at] = 1, t->keys[at] = guard_alloc(8), t->rows[at] = guard_alloc(2 * sizeof(double));
    strcpy(t->keys[at], names[i]), t->rows[at][0] = i, t->rows[at][1] = 10;
  }
#pragma pointerchain deepcopy enter(t)
  for (int i = 0; i < 3; i++) {
    guard_protect();
    double found = find(t, names[i], 8), again = find(t, names[i], 8);
    guard_unprotect();
    printf("%s %g %g\n", names[i], found, again);
  }
#pragma pointerchain deepcopy exit(t)
  double sum = 0;
  for (int i = 0; i < 7; i++) sum += t->used[i] ? t->rows[i][1] : t->keys[i] == (char *)(uintptr_t)0xdead0;
  printf("%g\n", sum);
  return 0;
}
