/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Single cases on the counting device: `cases NAME` ends with 0 where the runtime does what it has to.
 * Errors that a case provokes go to standard error, for the test to read.
 */
#include "list.h"
#include "single_cases.h"
#include <pointerchain/deepcopy_host.h>

#include <stdlib.h>
#include <sys/mman.h>

static pc_root root_of(const Node *head) {
  const pc_root root = {node_type(), head, 1, "head", PC_TOFROM, NULL};
  return root;
}

static Node *new_list(int n) {
  Node *head = NULL;
  while (n-- > 0) {
    Node *node = (Node *)calloc(1, sizeof *node);
    node->next = head;
    node->data[0] = n;
    head = node;
  }
  return head;
}

static void free_list(Node *head) {
  while (head) {
    Node *next = head->next;
    free(head);
    head = next;
  }
}

static Node *on_device(const Node *node) { return (Node *)pc_deepcopy_device_pointer(node); }

/* A record with an array of given length. */
typedef struct Array {
  long long n;
  double *values;
} Array;
static long long array_count(const void *a) { return ((const Array *)a)->n; }
static const pc_type double_descriptor = {"double", sizeof(double), sizeof(double), NULL, 0, 0, 0, NULL};
static const pc_type *double_type(void) { return &double_descriptor; }
static const pc_pointer array_pointers[] = {
    {"values", offsetof(Array, values), 1, sizeof(void *), 0, 0, PC_OWNED, double_type, array_count, NULL, PC_TOFROM, NULL}};
static const pc_type array_descriptor = {
    "struct Array", sizeof(Array), sizeof(void *), array_pointers, 1, 0, 0, NULL};

static int enter_array(const Array *array, pc_technique technique) {
  const pc_root root = {&array_descriptor, array, 1, "array", PC_TOFROM, NULL};
  return pc_deepcopy_enter(&root, 1, technique, HERE);
}
static int exit_array(const Array *array) {
  const pc_root root = {&array_descriptor, array, 1, "array", PC_TOFROM, NULL};
  return pc_deepcopy_exit(&root, 1, 0, HERE);
}

static int refuses_length(long long n, int status) {
  double value = 1;
  Array array;
  array.n = n;
  array.values = &value;
  CHECK(enter_array(&array, PC_AUTO) == status);
  CHECK(!pc_deepcopy_device_pointer(&array) && pc_host_device_model()->blocks == 0);
  return 0;
}

static int negative_length(void) { return refuses_length(-3, PC_ERROR_LENGTH); }
static int overflowing_length(void) { return refuses_length((long long)1 << 61, PC_ERROR_LENGTH); }
static int wild_length(void) { return refuses_length((long long)1 << 40, PC_ERROR_RANGE); }

static int wild_pointer(void) {
  Array array;
  array.n = 1;
  array.values = (double *)16;
  CHECK(enter_array(&array, PC_ARENA) == PC_ERROR_RANGE);
  return 0;
}

static int negative_root(void) {
  Node *head = new_list(1);
  pc_root root = root_of(head);
  root.count = -1;
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_ERROR_LENGTH);
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_ERROR_LENGTH);
  free_list(head);
  return 0;
}

static int nothing(void) {
  pc_root root = root_of(NULL);
  Array array = {0, NULL};
  double none[1] = {0};
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_OK && pc_deepcopy_exit(&root, 1, 0, HERE) == PC_OK);
  CHECK(pc_deepcopy_enter(NULL, 0, PC_AUTO, HERE) == PC_OK && pc_deepcopy_exit(NULL, 0, 0, HERE) == PC_OK);
  /* A pointer to no elements is null on the device, a null pointer with a length too. */
  array.values = none;
  CHECK(enter_array(&array, PC_AUTO) == PC_OK);
  CHECK(((Array *)pc_deepcopy_device_pointer(&array))->values == NULL);
  CHECK(exit_array(&array) == PC_OK && array.values == none);
  array.n = 5;
  array.values = NULL;
  CHECK(enter_array(&array, PC_AUTO) == PC_OK && exit_array(&array) == PC_OK);
  return 0;
}

static int exit_without_enter(void) {
  Node *head = new_list(3);
  pc_root root = root_of(head), inner = root_of(head->next), two = root;
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_ERROR_NOT_ENTERED);
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_OK);
  CHECK(pc_deepcopy_exit(&inner, 1, 0, HERE) == PC_ERROR_NOT_ENTERED);
  two.count = 2;
  CHECK(pc_deepcopy_exit(&two, 1, 0, HERE) == PC_ERROR_NOT_ENTERED);
  CHECK(on_device(head));
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_OK);
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_ERROR_NOT_ENTERED);
  CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_ERROR_NOT_ENTERED);
  CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_ERROR_NOT_ENTERED);
  CHECK(pc_deepcopy_verify(&root, 1, HERE) == PC_ERROR_NOT_ENTERED);
  free_list(head);
  return 0;
}

/* The node that was cut out is freed: the check must not look at it. */
static int changed_pointer(void) {
  Node *head = new_list(4), *cut = head->next;
  const pc_root root = root_of(head);
  long seen;
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_OK);
  on_device(head)->data[0] = 77;
  head->next = cut->next;
  free(cut);
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_ERROR_CHANGED);
  CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_ERROR_CHANGED);
  CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_ERROR_CHANGED);
  seen = head->data[0];
  CHECK(seen == 0 && on_device(head)->data[0] == 77); /* nothing lost */
  CHECK(pc_deepcopy_exit(&root, 1, PC_DELETE, HERE) == PC_OK);
  CHECK(head->data[0] == 0 && pc_host_device_model()->blocks == 0);
  free_list(head);
  return 0;
}

/* Restored in time it is no error. */
static int restored_pointer(void) {
  Node *head = new_list(4), *next = head->next;
  const pc_root root = root_of(head);
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_OK);
  on_device(head)->data[0] = 77;
  head->next = NULL;
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_ERROR_CHANGED);
  head->next = next;
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_OK && head->data[0] == 77);
  free_list(head);
  return 0;
}

/* Two roots that leave together, where the second has changed: the counts of both are as before. */
static int changed_second_root(void) {
  Node *first = new_list(3), *second = new_list(2), *end;
  const pc_root roots[2] = {root_of(first), root_of(second)};
  second->next->next = end = first->next;
  CHECK(pc_deepcopy_enter(roots, 2, PC_AUTO, HERE) == PC_OK);
  on_device(first)->data[0] = 77;
  second->next->next = NULL;
  CHECK(pc_deepcopy_exit(roots, 2, 0, HERE) == PC_ERROR_CHANGED);
  CHECK(first->data[0] == 0 && on_device(first) && on_device(second));
  second->next->next = end;
  CHECK(pc_deepcopy_exit(&roots[0], 1, 0, HERE) == PC_OK);
  CHECK(first->data[0] == 77 && !on_device(first) && on_device(end) && on_device(second));
  CHECK(pc_deepcopy_exit(&roots[1], 1, 0, HERE) == PC_OK);
  CHECK(!on_device(end) && pc_host_device_model()->blocks == 0);
  second->next->next = NULL;
  free_list(first);
  free_list(second);
  return 0;
}

/* A null pointer that no longer is one, and an enter of what has changed since it was entered. */
static int appended_node(void) {
  Node *head = new_list(2);
  const pc_root root = root_of(head);
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_OK);
  head->next->next = new_list(1);
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_ERROR_CHANGED);
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_ERROR_CHANGED);
  CHECK(pc_deepcopy_exit(&root, 1, PC_DELETE, HERE) == PC_OK);
  free_list(head);
  return 0;
}

/* What kernels do to pointers is seen, and stays on the device. */
static int device_relinks(void) {
  int technique;
  for (technique = PC_AUTO; technique <= PC_ARENA; ++technique) {
    Node *head = new_list(3), *second = head->next;
    const pc_root root = root_of(head);
    CHECK(pc_deepcopy_enter(&root, 1, (pc_technique)technique, HERE) == PC_OK);
    on_device(head)->next = on_device(head);
    CHECK(pc_deepcopy_verify(&root, 1, HERE) == PC_OK); /* still in the image */
    on_device(head)->data[0] = on_device(second)->data[0] = -5;
    CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_ERROR_CHANGED);
    CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_ERROR_CHANGED);
    CHECK(head->next == second && head->data[0] != -5 && second->data[0] != -5);
    on_device(head)->next = head;
    CHECK(pc_deepcopy_verify(&root, 1, HERE) == PC_ERROR_STRAY);
    CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_OK);
    CHECK(on_device(head)->next == on_device(second) && pc_deepcopy_verify(&root, 1, HERE) == PC_OK);
    CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_OK && head->next == second);
    free_list(head);
  }
  return 0;
}

static int map_counts(void) {
  Node *head = new_list(4), *tail = head->next->next;
  const pc_root whole = root_of(head), part = root_of(tail);
  CHECK(pc_deepcopy_enter(&whole, 1, PC_AUTO, HERE) == PC_OK);
  CHECK(pc_deepcopy_enter(&part, 1, PC_AUTO, HERE) == PC_OK);
  on_device(head)->data[1] = 5;
  on_device(tail)->data[1] = 6;
  CHECK(pc_deepcopy_exit(&whole, 1, 0, HERE) == PC_OK);
  CHECK(!on_device(head) && head->data[1] == 5);
  CHECK(on_device(tail) && tail->data[1] == 0 && on_device(tail->next));
  CHECK(pc_deepcopy_verify(&part, 1, HERE) == PC_OK);
  CHECK(pc_deepcopy_exit(&part, 1, 0, HERE) == PC_OK);
  CHECK(!on_device(tail) && tail->data[1] == 6 && pc_host_device_model()->blocks == 0);
  free_list(head);
  return 0;
}

/* Several roots in one call exit one by one, in any order. */
static int roots_of_one_call(void) {
  Node *a = new_list(1), *b = new_list(2), *tail = new_list(2);
  pc_root roots[2];
  a->next = b->next->next = tail;
  roots[0] = root_of(a);
  roots[1] = root_of(b);
  CHECK(pc_deepcopy_enter(roots, 2, PC_AUTO, HERE) == PC_OK);
  on_device(a)->data[2] = on_device(b)->data[2] = on_device(tail)->data[2] = 9;
  CHECK(pc_deepcopy_exit(&roots[0], 1, 0, HERE) == PC_OK);
  CHECK(a->data[2] == 9 && b->data[2] == 0 && tail->data[2] == 0 && !on_device(a) && on_device(tail));
  CHECK(pc_deepcopy_exit(&roots[1], 1, 0, HERE) == PC_OK);
  CHECK(b->data[2] == 9 && tail->data[2] == 9 && pc_host_device_model()->blocks == 0);
  a->next = NULL;
  free_list(a);
  free_list(b);
  return 0;
}

static int techniques_clash(void) {
  Node *head = new_list(3);
  const pc_root whole = root_of(head), part = root_of(head->next);
  CHECK(pc_deepcopy_enter(&part, 1, PC_BASE, HERE) == PC_OK);
  CHECK(pc_deepcopy_enter(&whole, 1, PC_ARENA, HERE) == PC_ERROR_TECHNIQUE);
  CHECK(!on_device(head));
  CHECK(pc_deepcopy_enter(&whole, 1, PC_AUTO, HERE) == PC_OK);
  CHECK(pc_deepcopy_exit(&part, 1, 0, HERE) == PC_OK && pc_deepcopy_exit(&whole, 1, 0, HERE) == PC_OK);
  free_list(head);
  return 0;
}

static int overlap_clash(void) {
  double values[8] = {0};
  Array small = {4, NULL}, large = {8, NULL}, inside = {2, NULL};
  small.values = values + 2;
  large.values = values;
  inside.values = values + 3;
  CHECK(enter_array(&small, PC_AUTO) == PC_OK);
  CHECK(enter_array(&large, PC_AUTO) == PC_ERROR_OVERLAP);
  large.values = values + 4;
  large.n = 4;
  CHECK(enter_array(&large, PC_AUTO) == PC_ERROR_OVERLAP);
  CHECK(!pc_deepcopy_device_pointer(&large));
  CHECK(enter_array(&inside, PC_AUTO) == PC_OK);
  CHECK(((Array *)pc_deepcopy_device_pointer(&inside))->values ==
        ((Array *)pc_deepcopy_device_pointer(&small))->values + 1);
  CHECK(exit_array(&small) == PC_OK && exit_array(&inside) == PC_OK);
  return 0;
}

static int type_clash(void) {
  Node *head = new_list(1);
  const pc_root bytes = {&double_descriptor, head, sizeof *head / sizeof(double), "bytes", PC_TOFROM, NULL},
                root = root_of(head);
  CHECK(pc_deepcopy_enter(&bytes, 1, PC_AUTO, HERE) == PC_OK);
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_ERROR_TYPE);
  CHECK(pc_deepcopy_exit(&bytes, 1, 0, HERE) == PC_OK);
  free_list(head);
  return 0;
}

/* Each request of the device fails once; every time everything has to be as it was. */
static int device_fails(void) {
  int technique;
  pc_host_model *model = pc_host_device_model();
  for (technique = PC_AUTO; technique <= PC_ARENA; ++technique) {
    long long fault = 0;
    int status = PC_ERROR_DEVICE, round;
    for (round = 0; round < 2; ++round) {
      Node *head = new_list(6), *shared = head->next->next->next, *node;
      const pc_root root = root_of(head), part = root_of(shared);
      model->background = round;
      CHECK(pc_set_device(pc_host_device()) == PC_OK);
      CHECK(pc_deepcopy_enter(&part, 1, PC_AUTO, HERE) == PC_OK);
      for (fault = 1; status != PC_OK; ++fault) {
        const size_t blocks = model->blocks, bytes = model->bytes;
        model->fail_after = fault;
        status = pc_deepcopy_enter(&root, 1, (pc_technique)technique, HERE);
        if (status == PC_OK) break;
        CHECK(status == PC_ERROR_DEVICE || status == PC_ERROR_DEVICE_FULL);
        CHECK(model->blocks == blocks && model->bytes == bytes && !on_device(head) && on_device(shared));
        for (node = head; node; node = node->next) CHECK(node->data[1] == 0);
        CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_ERROR_NOT_ENTERED);
      }
      CHECK(fault > 2);
      on_device(head)->data[1] = 4;
      for (fault = 1, status = PC_ERROR_DEVICE; status != PC_OK; ++fault) {
        model->fail_after = fault;
        status = pc_deepcopy_exit(&root, 1, 0, HERE);
        model->fail_after = 0;
        CHECK(status == PC_OK || (status == PC_ERROR_DEVICE && on_device(head)));
      }
      CHECK(fault > 2 && head->data[1] == 4 && !on_device(head));
      CHECK(pc_deepcopy_exit(&part, 1, 0, HERE) == PC_OK && model->blocks == 0);
      free_list(head);
      status = PC_ERROR_DEVICE;
    }
  }
  return 0;
}

static int device_full(void) {
  Node *head = new_list(8), *node;
  const pc_root root = root_of(head);
  int technique;
  pc_host_device_model()->capacity = 5 * sizeof *head;
  for (technique = PC_AUTO; technique <= PC_ARENA; ++technique) {
    CHECK(pc_deepcopy_enter(&root, 1, (pc_technique)technique, HERE) == PC_ERROR_DEVICE_FULL);
    CHECK(pc_host_device_model()->bytes == 0 && !on_device(head));
  }
  for (node = head; node->next; node = node->next) CHECK(node->next->data[0] == node->data[0] + 1);
  free_list(head);
  return 0;
}

/* Constant data is never written on the host, and pcpy refuses it where it has pointers. */
static int read_only(void) {
  Node *page = (Node *)mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const pc_root root = root_of(page);
  static const double constant[3] = {1, 2, 3};
  Array array = {3, NULL};
  double *values = (double *)(size_t)constant;
  CHECK(page != MAP_FAILED);
  page->next = page + 1;
  CHECK(mprotect(page, 4096, PROT_READ) == 0);
  CHECK(pc_deepcopy_enter(&root, 1, PC_PCPY, HERE) == PC_ERROR_READ_ONLY);
  CHECK(pc_deepcopy_enter(&root, 1, PC_TCPY, HERE) == PC_OK && pc_deepcopy_exit(&root, 1, 0, HERE) == PC_OK);
  array.values = values;
  CHECK(enter_array(&array, PC_PCPY) == PC_OK && exit_array(&array) == PC_OK);
  /* What a kernel has written there is not lost without a word. */
  CHECK(enter_array(&array, PC_AUTO) == PC_OK);
  ((double *)pc_deepcopy_device_pointer(values))[1] = 5;
  CHECK(exit_array(&array) == PC_ERROR_READ_ONLY);
  ((double *)pc_deepcopy_device_pointer(values))[1] = 2;
  CHECK(exit_array(&array) == PC_OK);
  CHECK(munmap(page, 4096) == 0);
  return 0;
}

/* A flexible array member. */
typedef struct Tail {
  int n;
  double values[];
} Tail;
static long long tail_count(const void *t) { return ((const Tail *)t)->n; }
static const pc_type tail_descriptor = {"struct Tail",          sizeof(Tail),   sizeof(double), NULL, 0,
                                        offsetof(Tail, values), sizeof(double), tail_count};
static int flexible_tail(void) {
  Tail *tail = (Tail *)malloc(sizeof *tail + 5 * sizeof(double));
  pc_root root = {&tail_descriptor, NULL, 1, "tail", PC_TOFROM, NULL};
  int i;
  tail->n = 5;
  for (i = 0; i < 5; ++i) tail->values[i] = i;
  root.base = tail;
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_OK);
  CHECK(((Tail *)pc_deepcopy_device_pointer(tail))->values[4] == 4);
  ((Tail *)pc_deepcopy_device_pointer(tail))->values[4] = 40;
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_OK && tail->values[4] == 40);
  root.count = 2;
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_ERROR_LENGTH);
  root.count = 1;
  tail->n = -1;
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_ERROR_LENGTH);
  free(tail);
  return 0;
}

static int regions(void) {
  Node *head = new_list(3);
  const pc_root whole = root_of(head), part = root_of(head->next);
  CHECK(pc_deepcopy_begin(&whole, 1, PC_AUTO, HERE) == PC_OK);
  CHECK(pc_deepcopy_begin(&part, 1, PC_AUTO, HERE) == PC_OK);
  on_device(head->next)->data[3] = 8;
  CHECK(pc_deepcopy_end(0, HERE) == PC_OK);
  CHECK(on_device(head->next) && head->next->data[3] == 0); /* it belongs to the outer region */
  CHECK(pc_deepcopy_end(0, HERE) == PC_OK);
  CHECK(!on_device(head) && head->next->data[3] == 8);
  CHECK(pc_deepcopy_end(0, HERE) == PC_ERROR_NOT_ENTERED);
  free_list(head);
  return 0;
}

/* An update of what was reached, not entered. */
static int update_inner(void) {
  Node *head = new_list(3);
  pc_root whole = root_of(head), part = root_of(head->next);
  CHECK(pc_deepcopy_enter(&whole, 1, PC_AUTO, HERE) == PC_OK);
  on_device(head)->data[1] = on_device(head->next)->data[1] = 3;
  CHECK(pc_deepcopy_update_host(&part, 1, HERE) == PC_OK);
  CHECK(head->data[1] == 0 && head->next->data[1] == 3);
  head->next->data[1] = 4;
  CHECK(pc_deepcopy_update_device(&part, 1, HERE) == PC_OK && on_device(head->next)->data[1] == 4);
  CHECK(pc_deepcopy_verify(&part, 1, HERE) == PC_OK);
  CHECK(pc_deepcopy_exit(&whole, 1, 0, HERE) == PC_OK && head->next->data[1] == 4 && head->data[1] == 3);
  free_list(head);
  return 0;
}

static int self_and_cycle(void) {
  Node *head = new_list(2);
  const pc_root root = root_of(head);
  head->next->next = head;
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_OK);
  CHECK(on_device(head)->next->next == on_device(head));
  CHECK(pc_deepcopy_verify(&root, 1, HERE) == PC_OK && pc_deepcopy_exit(&root, 1, 0, HERE) == PC_OK);
  head->next->next = head->next;
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_OK);
  CHECK(on_device(head->next)->next == on_device(head->next));
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_OK);
  head->next->next = NULL;
  free_list(head);
  return 0;
}

/* Many small structures, entered and exited in a scattered order, and the index with them. */
static int many_roots(void) {
  enum { N = 3000 };
  static Node *heads[N];
  int i, k;
  pc_stats stats;
  for (i = 0; i < N; ++i) heads[i] = new_list(1 + i % 3);
  for (k = 0; k < 2; ++k) {
    for (i = 0; i < N; ++i) {
      const pc_root root = root_of(heads[i * 1009 % N]);
      CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_OK);
    }
    for (i = 0; i < N; ++i) CHECK(on_device(heads[i]) && on_device(heads[i])->data[0] == heads[i]->data[0]);
    for (i = 0; i < N; ++i) {
      const pc_root root = root_of(heads[i * 2003 % N]);
      CHECK(on_device(heads[i * 2003 % N]));
      CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_OK && !on_device(heads[i * 2003 % N]));
    }
  }
  stats = pc_get_stats();
  CHECK(pc_host_device_model()->blocks == 0 && stats.records < 4096);
  for (i = 0; i < N; ++i) free_list(heads[i]);
  return 0;
}

/* Larger than a staging buffer: pointers must not be cut, whatever the size of an element. */
#pragma pack(push, 1)
typedef struct Odd {
  char text[27];
  struct Odd *other;
} Odd;
#pragma pack(pop)
static const pc_type *odd_type(void);
static const pc_pointer odd_pointers[] = {
    {"other", offsetof(Odd, other), 1, sizeof(void *), 0, 0, PC_SHARED, odd_type, NULL, NULL, PC_TOFROM, NULL}};
static const pc_type odd_descriptor = {"struct Odd", sizeof(Odd), 1, odd_pointers, 1, 0, 0, NULL};
static const pc_type *odd_type(void) { return &odd_descriptor; }
static int large_array(void) {
  const size_t n = 100000; /* 3.5 MB or more: two transfers */
  Odd *odds = (Odd *)malloc(n * sizeof *odds), *copy = (Odd *)malloc(n * sizeof *odds);
  pc_root root = {&odd_descriptor, NULL, 100000, "odds", PC_TOFROM, NULL};
  int technique, background;
  size_t i;
  root.base = odds;
  for (i = 0; i < n; ++i) {
    memset(odds[i].text, (int)(i % 101), sizeof odds[i].text);
    odds[i].other = &odds[i * 7919 % n];
  }
  for (background = 0; background < 2; ++background)
    for (technique = PC_AUTO; technique <= PC_ARENA; ++technique) {
      Odd *device;
      pc_host_device_model()->background = background;
      CHECK(pc_set_device(pc_host_device()) == PC_OK);
      memcpy(copy, odds, n * sizeof *odds);
      CHECK(pc_deepcopy_enter(&root, 1, (pc_technique)technique, HERE) == PC_OK);
      CHECK(memcmp(copy, odds, n * sizeof *odds) == 0);
      device = (Odd *)pc_deepcopy_device_pointer(odds);
      for (i = 0; i < n; ++i) {
        Odd *other;
        memcpy(&other, &device[i].other, sizeof other);
        CHECK(other == device + i * 7919 % n && device[i].text[26] == odds[i].text[26]);
        device[i].text[26] ^= 3;
        copy[i].text[26] ^= 3;
      }
      CHECK(pc_deepcopy_verify(&root, 1, HERE) == PC_OK);
      CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_OK);
      CHECK(memcmp(copy, odds, n * sizeof *odds) == 0);
    }
  free(odds);
  free(copy);
  return 0;
}

/* A million nodes, on whatever stack there is. */
static int million_nodes(void) {
  Node *head = new_list(1000000), *node;
  const pc_root root = root_of(head);
  long sum = 0;
  pc_stats stats;
  pc_reset_stats();
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_OK);
  for (node = on_device(head); node; node = node->next) sum += node->data[0] += 1;
  CHECK(sum == 500000500000L);
  CHECK(pc_deepcopy_verify(&root, 1, HERE) == PC_OK);
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_OK);
  for (node = head; node; node = node->next) sum -= node->data[0];
  CHECK(sum == 0);
  stats = pc_get_stats();
  CHECK(stats.extents == 1000000 && stats.peak_records <= 64 * 1000000LL);
  free_list(head);
  return 0;
}

/* The address of a freed node serves a new one before the next enter. */
static int reused_address(void) {
  Node *head = new_list(2);
  int i;
  for (i = 0; i < 5; ++i) {
    const pc_root root = root_of(head);
    CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_OK);
    CHECK(on_device(head->next)->data[0] == head->next->data[0]);
    CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_OK);
    free(head->next);
    head->next = new_list(1);
    head->next->data[0] = i + 10;
  }
  free_list(head);
  return 0;
}

/* The device is chosen before anything is mapped, or not at all. */
static int device_in_use(void) {
  Node *head = new_list(1);
  const pc_root root = root_of(head);
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_OK);
  CHECK(pc_set_device(NULL) == PC_ERROR_DEVICE);
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_OK);
  /* Not compiled for a device: what is entered stays where it is, but the calls are checked. */
  CHECK(pc_set_device(NULL) == PC_OK);
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_ERROR_NOT_ENTERED);
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_OK && on_device(head) == head);
  CHECK(pc_deepcopy_verify(&root, 1, HERE) == PC_OK && pc_deepcopy_update_host(&root, 1, HERE) == PC_OK);
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_OK);
  free_list(head);
  return 0;
}

/* With no handler: prints and aborts. */
static int aborts(void) {
  const Node *nowhere = (const Node *)&last_status;
  const pc_root root = root_of(nowhere);
  pc_set_error_handler(NULL, NULL);
  return pc_deepcopy_exit(&root, 1, 0, "list.c", 12);
}

static const single_case cases[] = {
    CASE(negative_length),
    CASE(overflowing_length),
    CASE(wild_length),
    CASE(wild_pointer),
    CASE(negative_root),
    CASE(nothing),
    CASE(exit_without_enter),
    CASE(changed_pointer),
    CASE(restored_pointer),
    CASE(changed_second_root),
    CASE(appended_node),
    CASE(device_relinks),
    CASE(map_counts),
    CASE(roots_of_one_call),
    CASE(techniques_clash),
    CASE(overlap_clash),
    CASE(type_clash),
    CASE(device_fails),
    CASE(device_full),
    CASE(read_only),
    CASE(flexible_tail),
    CASE(regions),
    CASE(update_inner),
    CASE(self_and_cycle),
    CASE(many_roots),
    CASE(large_array),
    CASE(million_nodes),
    CASE(reused_address),
    CASE(device_in_use),
    CASE(aborts)};

int main(int argc, char **argv) { return run_case(argc, argv, cases, sizeof cases / sizeof *cases); }
