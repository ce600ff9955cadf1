/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Kernels make pointers lead elsewhere: what a policy calls mutable comes to the host, as far as it leads to what was
 * entered; all else is an error before anything comes. With every technique, on the counting device. */
#include "all_techniques.h"

typedef struct Item {
  struct Item *next;
  double x;
  struct Item *mark; /* an observer */
} Item;
static const pc_type *item_type(void);
static const pc_pointer item_pointers[] = {
    {"next", AT(Item, next), PC_OWNED, item_type, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, PC_MUTABLE},
    {"mark", AT(Item, mark), PC_OBSERVER, item_type, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, PC_MUTABLE}};
static const pc_type item_descriptor = {"struct Item", sizeof(Item), sizeof(void *), item_pointers, 2, 0, 0, NULL};
static const pc_type *item_type(void) { return &item_descriptor; }

/* Buffers that are swapped, one of whose lengths kernels change, and the end of the first. */
typedef struct Buffers {
  int n, used;
  double *now, *next, *end;
  double *filled;
} Buffers;
static long long buffers_n(const void *o) { return ((const Buffers *)o)->n; }
static long long buffers_used(const void *o) { return ((const Buffers *)o)->used; }
static const pc_pointer buffers_pointers[] = {
    {"now", AT(Buffers, now), PC_OWNED, double_type, buffers_n, NULL, PC_TOFROM, NULL, NULL, NULL, PC_MUTABLE},
    {"next", AT(Buffers, next), PC_OWNED, double_type, buffers_n, NULL, PC_TOFROM, NULL, NULL, NULL, PC_MUTABLE},
    {"end", AT(Buffers, end), PC_OBSERVER, double_type, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, PC_MUTABLE},
    {"filled", AT(Buffers, filled), PC_OWNED, double_type, buffers_used, NULL, PC_TOFROM, NULL, NULL, NULL,
     PC_MUTABLE_LENGTH}};
static const pc_type buffers_descriptor = {"struct Buffers", sizeof(Buffers), sizeof(void *), buffers_pointers, 4, 0, 0,
                                           NULL};

/* Rows of different lengths, in an order that kernels change. */
typedef struct Table {
  int n;
  int *length;
  double **rows;
} Table;
static long long table_n(const void *o) { return ((const Table *)o)->n; }
static long long table_row(const void *o) {
  const pc_row_owner *at = (const pc_row_owner *)o;
  return ((const Table *)at->owner)->length[at->row];
}
static const pc_type int_descriptor = {"int", sizeof(int), sizeof(int), NULL, 0, 0, 0, NULL};
static const pc_type *int_type(void) { return &int_descriptor; }
static const pc_pointer row_pointer = {"rows[]",    0,         1,    0,          0,    1,    PC_OWNED,  double_type,
                                       table_row, NULL, PC_TOFROM, NULL, NULL, NULL, PC_MUTABLE};
static const pc_pointer table_pointers[] = {
    {"length", AT(Table, length), PC_OWNED, int_type, table_n, NULL, PC_TOFROM, NULL},
    {"rows", AT(Table, rows), PC_OWNED, double_type, table_n, &row_pointer, PC_TOFROM, NULL, NULL, NULL, PC_MUTABLE}};
static const pc_type table_descriptor = {"struct Table", sizeof(Table), sizeof(void *), table_pointers, 2, 0, 0, NULL};

#define DEVICE(host) ON_DEVICE(Item, host)

/* Items 0 to n - 1 of one allocation each, or of a pool, linked in order. */
static Item *new_items(int n, Item **items, int pool) {
  Item *all = (Item *)calloc((size_t)n, sizeof *all);
  int i;
  for (i = 0; i < n; ++i) items[i] = pool ? &all[i] : (Item *)calloc(1, sizeof *all);
  for (i = 0; i < n; ++i) items[i]->x = i, items[i]->next = i + 1 < n ? items[i + 1] : NULL;
  return all;
}

static void free_items(int n, Item **items, Item *all, int pool) {
  int i;
  for (i = 0; i < n && !pool; ++i) free(items[i]);
  free(all);
  nothing_left();
}

/* A kernel: turns a list round, and marks its old head. */
static Item *turn(Item *head) {
  Item *turned = NULL, *first = head;
  while (head) {
    Item *next = head->next;
    head->next = turned, head->mark = first, head->x += 10;
    turned = head, head = next;
  }
  return turned;
}

static int relinked_list(void) {
  int technique, pool, i;
  EACH(technique)
    for (pool = 0; pool < 2; ++pool) {
      Item *items[5], *all = new_items(5, items, pool);
      const pc_root root = root_of(&item_descriptor, items[0], pool ? 5 : 1);
      CHECK(enter(root, technique) == PC_OK);
      turn(DEVICE(items[0]));
      CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_OK);
      for (i = 0; i < 5; ++i)
        CHECK(items[i]->next == (i ? items[i - 1] : NULL) && items[i]->mark == items[0] && items[i]->x == 10 + i);
      CHECK(pc_deepcopy_verify(&root, 1, HERE) == PC_OK);
      /* What came is what is recorded: the host may do with it as with what was entered. */
      items[4]->x = 100;
      CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_OK && DEVICE(items[4])->x == 100);
      CHECK(DEVICE(items[4])->next == DEVICE(items[3]) && DEVICE(items[3])->mark == DEVICE(items[0]));
      turn(DEVICE(items[4])); /* back again */
      CHECK(leave(root) == PC_OK);
      for (i = 0; i < 5; ++i) CHECK(items[i]->next == (i < 4 ? items[i + 1] : NULL) && items[i]->mark == items[4]);
      CHECK(items[4]->x == 110 && items[0]->x == 20);
      free_items(5, items, all, pool);
    }
  return 0;
}

/* What the host changes after pointers have come is seen as ever. */
static int relinked_and_changed(void) {
  int technique;
  EACH(technique) {
    Item *items[3], *all = new_items(3, items, 0), *was;
    const pc_root root = root_of(&item_descriptor, items[0], 1);
    CHECK(enter(root, technique) == PC_OK);
    DEVICE(items[0])->next = DEVICE(items[2]), DEVICE(items[2])->next = DEVICE(items[1]);
    DEVICE(items[1])->next = NULL;
    CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_OK && items[2]->next == items[1]);
    was = items[2]->next, items[2]->next = NULL;
    CHECK(leave(root) == PC_ERROR_CHANGED);
    items[2]->next = was;
    CHECK(leave(root) == PC_OK && items[0]->next == items[2] && !items[1]->next);
    free_items(3, items, all, 0);
  }
  return 0;
}

/* Nothing of any object comes where one pointer leads nowhere. */
static int astray(void) {
  int technique, big;
  EACH(technique)
    for (big = 0; big < 2; ++big) {
      enum { MANY = 100000 };
      const int n = big ? MANY : 3;
      Item **items = (Item **)malloc((size_t)n * sizeof *items), *all = new_items(n, items, 0);
      const pc_root root = root_of(&item_descriptor, items[0], 1);
      int i;
      CHECK(enter(root, technique) == PC_OK);
      for (i = 0; i < n; ++i) DEVICE(items[i])->x = -1;
      DEVICE(items[n - 1])->next = (Item *)((char *)DEVICE(items[n - 1]) + 64 * n);
      CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_ERROR_CHANGED);
      CHECK(leave(root) == PC_ERROR_CHANGED);
      for (i = 0; i < n; ++i) CHECK(items[i]->x == i && items[i]->next == (i + 1 < n ? items[i + 1] : NULL));
      DEVICE(items[n - 1])->next = items[0]; /* an address of the host */
      CHECK(leave(root) == PC_ERROR_CHANGED && items[0]->x == 0);
      CHECK(pc_deepcopy_exit(&root, 1, PC_DELETE, HERE) == PC_OK && items[0]->x == 0);
      free_items(n, items, all, 0);
      free(items);
    }
  return 0;
}

/* Large arrays go from where they lie, and objects with few pointers, too. */
static int swapped_buffers(void) {
  int technique, i;
  EACH(technique)
    for (i = 0; i < 2; ++i) {
      const int n = i ? 500000 : 4;
      Buffers b = {n, n, NULL, NULL, NULL, NULL}, *device;
      const pc_root root = root_of(&buffers_descriptor, &b, 1);
      double *one, *two, *swapped;
      b.now = one = (double *)calloc((size_t)n, 8), b.next = two = (double *)calloc((size_t)n, 8);
      b.filled = (double *)calloc((size_t)n, 8), b.end = b.now + n;
      CHECK(enter(root, technique) == PC_OK);
      device = ON_DEVICE(Buffers, &b);
      CHECK(device->end == device->now + n);
      device->next[n - 1] = 5, device->used = 2, device->filled[1] = 7;
      swapped = device->now, device->now = device->next, device->next = swapped, device->end = device->now + n;
      CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_OK);
      CHECK(b.now == two && b.next == one && b.end == two + n && two[n - 1] == 5 && b.used == 2 && b.filled[1] == 7);
      device->end = device->now + 1, device->used = n;
      b.used = 1; /* which the host changes, too */
      CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_OK && device->used == 1 && device->end == device->now + n);
      device->end = device->next + n, device->used = n;
      CHECK(leave(root) == PC_OK && b.end == one + n && b.used == n);
      CHECK(enter(root, technique) == PC_OK);
      ON_DEVICE(Buffers, &b)->used = n + 1; /* which is not there */
      CHECK(leave(root) == PC_ERROR_CHANGED && b.used == n + 1);
      b.used = n;
      CHECK(pc_deepcopy_exit(&root, 1, PC_DELETE, HERE) == PC_OK);
      free(one), free(two), free(b.filled);
      nothing_left();
    }
  return 0;
}

static int sorted_rows(void) {
  int technique, i;
  EACH(technique) {
    int length[3] = {3, 1, 2};
    double *rows[3], *were[3];
    Table table = {3, length, rows}, *device;
    const pc_root root = root_of(&table_descriptor, &table, 1);
    for (i = 0; i < 3; ++i) were[i] = rows[i] = (double *)calloc((size_t)length[i], 8), rows[i][0] = length[i];
    CHECK(enter(root, technique) == PC_OK);
    device = ON_DEVICE(Table, &table);
    {
      double *first = device->rows[0]; /* in order of length */
      device->rows[0] = device->rows[1], device->rows[1] = device->rows[2], device->rows[2] = first;
      for (i = 0; i < 3; ++i) device->length[i] = i + 1;
    }
    CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_OK);
    for (i = 0; i < 3; ++i) CHECK(rows[i][0] == i + 1 && length[i] == i + 1);
    CHECK(rows[0] == were[1] && rows[1] == were[2] && rows[2] == were[0]);
    CHECK(leave(root) == PC_OK);
    for (i = 0; i < 3; ++i) free(were[i]);
    nothing_left();
  }
  return 0;
}

/* Two roots, whose lists a kernel joins. */
static int across_roots(void) {
  int technique;
  EACH(technique) {
    Item *a[2], *b[2], *all_a = new_items(2, a, 0), *all_b = new_items(2, b, 0), *stays;
    const pc_root one = root_of(&item_descriptor, a[0], 1), two = root_of(&item_descriptor, b[0], 1);
    const pc_root both[] = {one, two};
    CHECK(enter(one, technique) == PC_OK && enter(two, technique) == PC_OK);
    DEVICE(a[1])->next = DEVICE(b[0]);
    CHECK(leave(two) == PC_ERROR_CHANGED && !a[1]->next); /* it would lead to what has left */
    CHECK(pc_deepcopy_exit(&two, 1, PC_DELETE, HERE) == PC_ERROR_CHANGED);
    CHECK(pc_deepcopy_update_host(&one, 1, HERE) == PC_OK && a[1]->next == b[0]);
    DEVICE(b[0])->x = 50;
    CHECK(leave(two) == PC_OK && b[0]->x == 50 && !DEVICE(a[1])->next);
    CHECK(leave(one) == PC_OK && a[1]->next == b[0]);
    a[1]->next = NULL;
    CHECK(pc_deepcopy_enter(both, 2, (pc_technique)technique, HERE) == PC_OK);
    DEVICE(a[1])->next = DEVICE(b[0]), DEVICE(b[1])->mark = DEVICE(a[0]);
    CHECK(pc_deepcopy_exit(both, 2, 0, HERE) == PC_OK && a[1]->next == b[0] && b[1]->mark == a[0]);
    a[1]->next = NULL;
    CHECK(pc_deepcopy_enter(both, 2, (pc_technique)technique, HERE) == PC_OK);
    stays = DEVICE(b[1]);
    CHECK(stays->mark == DEVICE(a[0]));
    stays->mark = stays; /* what was there leaves: that a kernel has changed it would be lost */
    CHECK(leave(one) == PC_ERROR_CHANGED && b[1]->mark == a[0]);
    CHECK(pc_deepcopy_update_host(&two, 1, HERE) == PC_OK && b[1]->mark == b[1]);
    CHECK(leave(one) == PC_OK && leave(two) == PC_OK && b[1]->mark == b[1]);
    free_items(2, a, all_a, 0);
    free(b[0]), free(b[1]), free(all_b);
  }
  return 0;
}

/* A part of an array, and observers of what is not there, which the program attaches by other means. */
static int parts_and_others(void) {
  int technique;
  EACH(technique) {
    Item *items[4], *all = new_items(4, items, 1), apart = {NULL, 5, NULL};
    const pc_root root = root_of(&item_descriptor, items[0], 4), part = root_of(&item_descriptor, items[1], 2);
    items[2]->mark = &apart;
    CHECK(enter(root, technique) == PC_OK && !DEVICE(items[2])->mark);
    DEVICE(items[1])->mark = DEVICE(items[3]), DEVICE(items[0])->mark = DEVICE(items[0]);
    CHECK(pc_deepcopy_update_host(&part, 1, HERE) == PC_OK && items[1]->mark == items[3] && !items[0]->mark);
    DEVICE(items[2])->mark = (Item *)&apart.x; /* attached to memory that is no affair of the runtime's */
    CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_OK && items[2]->mark == &apart);
    CHECK(items[0]->mark == items[0]);
    DEVICE(items[1])->mark = (Item *)&apart.x;
    CHECK(leave(root) == PC_ERROR_CHANGED);
    DEVICE(items[1])->mark = DEVICE(items[2]);
    CHECK(leave(root) == PC_OK && items[1]->mark == items[2] && items[2]->mark == &apart);
    free_items(4, items, all, 1);
  }
  return 0;
}

/* A kernel cuts an item out, and the host is told. What it does with that memory then is nobody's business: nothing is written
 * over it. */
static int cut_out(void) {
  int technique, i;
  EACH(technique)
    for (i = 0; i < 3; ++i) {
      Item *items[3], *all = new_items(3, items, 0);
      const pc_root root = root_of(&item_descriptor, items[0], 1), again = root_of(&item_descriptor, items[1], 1);
      CHECK(enter(root, technique) == PC_OK);
      DEVICE(items[0])->next = DEVICE(items[2]);
      CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_OK && items[0]->next == items[2]);
      DEVICE(items[1])->x = 11; /* the program has other ways there, and so have kernels */
      CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_OK && items[1]->x == 11);
      DEVICE(items[0])->x = 10;
      if (i == 1) {
        items[1]->x = 5; /* as if it were another's */
        CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_ERROR_CHANGED && items[0]->x == 0);
        CHECK(leave(root) == PC_ERROR_CHANGED && items[1]->x == 5 && items[0]->x == 0);
        CHECK(enter(again, technique) == PC_ERROR_CHANGED);
        CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_OK && DEVICE(items[1])->x == 5);
        DEVICE(items[0])->x = 10;
      } else if (i == 2) {
        DEVICE(items[2])->next = DEVICE(items[1]); /* it is there again */
        DEVICE(items[1])->next = NULL;
        CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_OK && items[2]->next == items[1] && !items[1]->next);
        items[1]->x = 6; /* a number of the host's, as ever */
      }
      CHECK(leave(root) == PC_OK && items[0]->x == 10 && items[1]->x == (i == 1 ? 5 : 11));
      free_items(3, items, all, 0);
    }
  return 0;
}

/* Rows that two tables share, which both say how long they are. */
static int rows_of_two(void) {
  int technique, i;
  EACH(technique)
    for (i = 0; i < 3; ++i) {
      double x[3] = {1, 2, 3}, y[3] = {4, 5, 6}, *rows[2];
      int length[2] = {2, 2}, other[2] = {2, 2};
      Table tables[2] = {{2, length, rows}, {2, other, rows}};
      const pc_root root = root_of(&table_descriptor, tables, 2);
      rows[0] = x, rows[1] = y;
      CHECK(enter(root, technique) == PC_OK);
      ON_DEVICE(double, x)[1] = 20;
      if (i == 1) {
        other[1] = 1;
        CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_ERROR_CHANGED && leave(root) == PC_ERROR_CHANGED);
        CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_ERROR_CHANGED && x[1] == 2);
        other[1] = 3;
        CHECK(leave(root) == PC_ERROR_CHANGED && x[1] == 2);
        CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_ERROR_CHANGED && enter(root, technique) != PC_OK);
        other[1] = 2;
      } else if (i == 2) {
        ON_DEVICE(int, other)[0] = 3; /* a kernel makes it larger than what is there */
        CHECK(leave(root) == PC_ERROR_CHANGED && other[0] == 3);
        CHECK(pc_deepcopy_exit(&root, 1, PC_DELETE, HERE) == PC_OK);
      }
      if (i < 2) CHECK(leave(root) == PC_OK && x[1] == 20 && y[2] == 6);
      nothing_left();
    }
  return 0;
}

/* The one that leads there first says less: it is not asked for what it does not know. */
static int rows_of_a_shorter_one(void) {
  int technique;
  EACH(technique) {
    double x[3] = {1, 2, 3}, y[3] = {4, 5, 6}, *rows[2];
    int *length = (int *)calloc(1, sizeof *length), *other = (int *)calloc(2, sizeof *other);
    Table tables[2];
    const pc_root root = root_of(&table_descriptor, tables, 2);
    length[0] = other[0] = 2, other[1] = 3;
    rows[0] = x, rows[1] = y;
    tables[0].n = 1, tables[0].length = length, tables[0].rows = rows;
    tables[1].n = 2, tables[1].length = other, tables[1].rows = rows;
    CHECK(enter(root, technique) == PC_OK);
    ON_DEVICE(double, y)[2] = 60;
    CHECK(ON_DEVICE(Table, tables)[1].rows[1] == ON_DEVICE(double, y));
    CHECK(leave(root) == PC_OK && y[2] == 60);
    free(length), free(other);
    nothing_left();
  }
  return 0;
}

int main(int argc, char **argv) {
  static const single_case cases[] = {CASE(relinked_list),   CASE(relinked_and_changed), CASE(astray),
                                      CASE(swapped_buffers), CASE(sorted_rows),          CASE(across_roots),
                                      CASE(parts_and_others), CASE(cut_out),              CASE(rows_of_two),
                                      CASE(rows_of_a_shorter_one)};
  return run_case(argc, argv, cases, sizeof cases / sizeof *cases);
}
