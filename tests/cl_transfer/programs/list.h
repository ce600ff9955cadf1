/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A structure: a list whose elements have arrays, and a pointer back to the first.
 */
#ifndef LIST_H
#define LIST_H

#include "device.h"

#include <pointerchain/cl_transfer_structure.h>
#include <stddef.h>

typedef struct Item Item;
struct Item {
  int number, n;
  double *data;
  Item *next, *first;
};

static long long item_n(const void *item) { return ((const Item *)item)->n; }
static const pc_type double_descriptor = {"double", sizeof(double), sizeof(double), NULL, 0, 0, 0, NULL};
static const pc_type *double_type(void) { return &double_descriptor; }
static const pc_type *item_type(void);
#define AT(member) offsetof(Item, member), 1, sizeof(void *), 0, 0
static const pc_pointer item_pointers[] = {
    {"data", AT(data), PC_OWNED, double_type, item_n, NULL, PC_TOFROM},
    {"next", AT(next), PC_OWNED, item_type, NULL, NULL, PC_TOFROM},
    {"first", AT(first), PC_OBSERVER, item_type, NULL, NULL, PC_TOFROM},
};
static const pc_type item_descriptor = {"struct Item", sizeof(Item), sizeof(void *), item_pointers, 3, 0, 0, NULL};
static const pc_type *item_type(void) { return &item_descriptor; }

static Item *new_list(int count, int n) {
  Item *first = NULL, **end = &first;
  int i, k;
  for (i = 0; i < count; i++, end = &(*end)->next) {
    *end = (Item *)calloc(1, sizeof **end + 16); /* where one ends none begins: `first` would lead to both */
    CHECK(*end);
    (*end)->number = i;
    (*end)->n = n;
    (*end)->first = first;
    (*end)->data = (double *)malloc((size_t)n * sizeof(double));
    CHECK((*end)->data);
    for (k = 0; k < n; k++) (*end)->data[k] = i + 0.5 * k;
  }
  return first;
}

static void free_list(Item *item) {
  while (item) {
    Item *next = item->next;
    free(item->data);
    free(item);
    item = next;
  }
}

static void is_list(const Item *list, int count, int n) {
  const Item *item = list;
  int i, k;
  for (i = 0; i < count; i++, item = item->next) {
    CHECK(item && item->number == i && item->n == n && item->first == list);
    for (k = 0; k < n; k++) CHECK(item->data[k] == i + 0.5 * k);
  }
  CHECK(!item);
}

static pc_root root_of(const Item *list) {
  const pc_root root = {item_type(), list, 1, "list", PC_TOFROM, NULL};
  return root;
}

static pc_arrival arrival_at(Item **list) {
  const pc_arrival arrival = {item_type(), list, 1};
  return arrival;
}

#endif
