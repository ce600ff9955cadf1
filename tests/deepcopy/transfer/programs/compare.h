/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Compares two structures of nodes by identity.
 */
#ifndef COMPARE_H
#define COMPARE_H

#include "node.h"

/* --- sets of addresses ------------------------------------------------------------------------------------
 */

typedef struct Pairs { /* address -> address */
  uintptr_t (*list)[2];
  size_t n, capacity;
} Pairs;

static uintptr_t *pair_of(Pairs *pairs, uintptr_t key) {
  size_t at = (size_t)(key * (uint64_t)0x9E3779B97F4A7C15 >> 20) & (pairs->capacity - 1);
  while (pairs->list[at][0] && pairs->list[at][0] != key) at = (at + 1) & (pairs->capacity - 1);
  return pairs->list[at];
}

/* Notes that one becomes the other. 0: it is noted already; -1: as something else. */
static int note_pair(Pairs *pairs, const void *from, const void *to) {
  uintptr_t *found;
  if (2 * pairs->n >= pairs->capacity) {
    Pairs more;
    size_t i;
    more.capacity = pairs->capacity ? 2 * pairs->capacity : 64;
    more.n = pairs->n;
    more.list = (uintptr_t(*)[2])calloc(more.capacity, sizeof *more.list);
    for (i = 0; i < pairs->capacity; ++i)
      if (pairs->list[i][0]) memcpy(pair_of(&more, pairs->list[i][0]), pairs->list[i], sizeof *more.list);
    free(pairs->list);
    *pairs = more;
  }
  found = pair_of(pairs, (uintptr_t)from);
  if (found[0]) return found[1] == (uintptr_t)to ? 0 : -1;
  found[0] = (uintptr_t)from, found[1] = (uintptr_t)to;
  ++pairs->n;
  return 1;
}

static int has_pair(Pairs *pairs, uintptr_t key) { return pairs->capacity && pair_of(pairs, key)[0]; }

/* --- equality by identity ---------------------------------------------------------------------------------
 */

typedef struct Compare {
  Pairs there, back;
  const Node *(*work)[2];
  size_t n, capacity;
} Compare;

/* Whether two addresses are each other's; 1: seen for the first time. */
static int same_place(Compare *compare, const void *a, const void *b) {
  const int there = note_pair(&compare->there, a, b);
  CHECK(a != b);
  CHECK(there >= 0 && note_pair(&compare->back, b, a) == there);
  return there;
}

static void same_nodes(Compare *compare, const Node *a, const Node *b, int n) {
  CHECK(!a == !b);
  for (; a && n; ++a, ++b, --n) {
    if (!same_place(compare, a, b)) continue;
    if (compare->n == compare->capacity) {
      compare->capacity = 2 * compare->capacity + 64;
      compare->work = (const Node * (*)[2]) realloc(compare->work, compare->capacity * sizeof *compare->work);
    }
    compare->work[compare->n][0] = a;
    compare->work[compare->n++][1] = b;
  }
}

static void same_doubles(Compare *compare, const double *a, const double *b, int n) {
  int i;
  CHECK(!a == !b);
  for (i = 0; a && i < n; ++i) {
    same_place(compare, a + i, b + i);
    CHECK(a[i] == b[i]);
  }
}

static void same_string(Compare *compare, const char *a, const char *b) {
  CHECK(!a == !b);
  if (!a) return;
  same_place(compare, a, b);
  CHECK(strcmp(a, b) == 0);
}

/* An array of pointers. */
static void same_table(Compare *compare, const void *a, const void *b, int n) {
  int i;
  CHECK(!a == !b);
  for (i = 0; a && i < n; ++i) same_place(compare, (const void *const *)a + i, (const void *const *)b + i);
}

static void same_members(Compare *compare, const Node *a, const Node *b) {
  int i;
  CHECK(a->id == b->id && a->n == b->n && a->k == b->k && a->tag == b->tag && a->span == b->span);
  same_nodes(compare, a->next, b->next, 1);
  same_nodes(compare, a->peer, b->peer, 1);
  same_nodes(compare, a->array, b->array, a->k);
  same_doubles(compare, a->data, b->data, a->n);
  same_string(compare, a->name, b->name);
  CHECK(!a->names == !b->names && !a->rows == !b->rows && !a->ragged == !b->ragged && !a->seen == !b->seen);
  same_table(compare, a->table, b->table, a->k);
  same_table(compare, a->grid, b->grid, a->k);
  for (i = 0; i < a->k; ++i) {
    if (a->table) same_nodes(compare, a->table[i], b->table[i], 1);
    if (a->grid) same_doubles(compare, a->grid[i], b->grid[i], a->n);
    if (a->names) same_string(compare, a->names[i], b->names[i]);
    if (a->rows) same_nodes(compare, a->rows[i], b->rows[i], 1);
    if (a->ragged) same_doubles(compare, a->ragged[i], b->ragged[i], i + 1);
  }
  if (a->tag == 1) {
    same_doubles(compare, a->u.list, b->u.list, a->n);
  } else if (a->tag == 2) {
    same_nodes(compare, a->u.node, b->u.node, 1);
  } else {
    CHECK(a->u.number == b->u.number);
  }
  if (class_of(a)) same_doubles(compare, ((const Wide *)a)->extra, ((const Wide *)b)->extra, a->n);
}

/* An observer is the other's counterpart, or null where that is none. */
static void same_observer(Compare *compare, const void *a, const void *b) {
  if (!a || !has_pair(&compare->there, (uintptr_t)a)) {
    CHECK(!b);
  } else {
    CHECK(pair_of(&compare->there, (uintptr_t)a)[1] == (uintptr_t)b);
  }
}

/* Compares all that some pairs of nodes lead to, which were noted with same_nodes. Gives the number of nodes. */
static size_t same_structures(Compare *compare) {
  size_t i, n;
  int k;
  for (i = 0; i < compare->n; ++i) same_members(compare, compare->work[i][0], compare->work[i][1]);
  for (i = 0; i < compare->n; ++i) {
    const Node *a = compare->work[i][0], *b = compare->work[i][1];
    if (a->data && a->best == a->data + a->n) { /* the end */
      CHECK(b->best == b->data + b->n);
    } else {
      same_observer(compare, a->best, b->best);
    }
    same_observer(compare, a->parent, b->parent);
    same_observer(compare, a->view, b->view);
    for (k = 0; a->seen && k < a->k; ++k) same_observer(compare, a->seen[k], b->seen[k]);
  }
  n = compare->n;
  free(compare->there.list);
  free(compare->back.list);
  free(compare->work);
  memset(compare, 0, sizeof *compare);
  return n;
}

#endif
