/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A list whose items have data, and what a test does with it. What it includes counts its memory.
 */
#ifndef ITEMS_H
#define ITEMS_H

#include "counted.h"

#define HERE __FILE__, __LINE__
#define CHECK(condition)                                                                       \
  do {                                                                                         \
    if (!(condition)) fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition), exit(1); \
  } while (0)

typedef struct Item {
  struct Item *next, *before;
  long n;
  double *data;
} Item;

static const pc_type *item_type(void);
static const pc_type *double_type(void) {
  static const pc_type type = {"double", sizeof(double), sizeof(double), NULL, 0, 0, 0, NULL};
  return &type;
}
static long long item_data(const void *owner) { return ((const Item *)owner)->n; }
static const pc_pointer item_pointers[] = {
    {"next", offsetof(Item, next), 1, 0, 0, 0, PC_OWNED, item_type, NULL, NULL, PC_TOFROM, NULL},
    {"before", offsetof(Item, before), 1, 0, 0, 0, PC_OBSERVER, item_type, NULL, NULL, PC_TOFROM, NULL},
    {"data", offsetof(Item, data), 1, 0, 0, 0, PC_OWNED, double_type, item_data, NULL, PC_TOFROM, NULL}};
static const pc_type *item_type(void) {
  static const pc_type type = {"struct Item", sizeof(Item), sizeof(void *), item_pointers, 3, 0, 0, NULL};
  return &type;
}

static int last_status;
static char last_message[800];
static void on_error(int status, const char *message, void *data) {
  (void)data;
  last_status = status;
  snprintf(last_message, sizeof last_message, "%s", message);
}

static Item *made(long items, long each) {
  Item *head = NULL;
  long i, k;
  for (i = 0; i < items; ++i) {
    Item *one = (Item *)calloc(1, sizeof *one);
    one->n = each;
    one->data = (double *)malloc((size_t)each * sizeof *one->data);
    for (k = 0; k < each; ++k) one->data[k] = (double)(i + k);
    one->next = head;
    if (head) head->before = one;
    head = one;
  }
  return head;
}

static void drop(Item *head) {
  while (head) {
    Item *next = head->next;
    free(head->data);
    free(head);
    head = next;
  }
}

static void check_same(const Item *a, const Item *b) {
  for (; a && b; a = a->next, b = b->next) {
    CHECK(a != b && a->n == b->n && (!a->n || a->data != b->data));
    CHECK(!a->n || memcmp(a->data, b->data, (size_t)a->n * sizeof *a->data) == 0);
    CHECK(!b->next || b->next->before == b);
  }
  CHECK(!a && !b);
}

static pc_root section(const Item *head) {
  const pc_root root = {item_type(), head, 1, "head", PC_TOFROM, NULL};
  return root;
}

static pc_arrival arrival(Item **head, long long count) {
  const pc_arrival result = {item_type(), head, count};
  return result;
}

#endif
