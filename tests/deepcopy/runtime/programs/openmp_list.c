/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A structure of lists and arrays on an OpenMP device, in C and in C++. The host's nodes lie in an arena
 * whose pages are protected while a kernel runs, so an address of the host that is left in the device
 * image ends the program.
 */
#include "../../../separate_memory/guard.h"
#include "list.h"

#include <pointerchain/deepcopy.h>

typedef struct Box {
  int n, rows;
  double *values;  /* n */
  double **matrix; /* rows, each of n */
  Node *list;      /* ends with null */
  Node *last;      /* observes the list */
} Box;

static long long box_n(const void *b) { return ((const Box *)b)->n; }
static long long box_rows(const void *b) { return ((const Box *)b)->rows; }
static const pc_type double_descriptor = {"double", sizeof(double), sizeof(double), NULL, 0, 0, 0, NULL};
static const pc_type *double_type(void) { return &double_descriptor; }
static const pc_pointer row_pointer = {"matrix[]", 0,        1,           sizeof(void *), 0,
                                       0,          PC_OWNED, double_type, box_n,          NULL, PC_TOFROM, NULL};
static const pc_pointer box_pointers[] = {
    {"values", offsetof(Box, values), 1, sizeof(void *), 0, 0, PC_OWNED, double_type, box_n, NULL, PC_TOFROM, NULL},
    {"matrix", offsetof(Box, matrix), 1, sizeof(void *), 0, 0, PC_OWNED, double_type, box_rows, &row_pointer, PC_TOFROM, NULL},
    {"list", offsetof(Box, list), 1, sizeof(void *), 0, 0, PC_OWNED, node_type, NULL, NULL, PC_TOFROM, NULL},
    {"last", offsetof(Box, last), 1, sizeof(void *), 0, 0, PC_OBSERVER, node_type, NULL, NULL, PC_TOFROM, NULL}};
static const pc_type box_descriptor = {"struct Box", sizeof(Box), sizeof(void *), box_pointers, 4, 0, 0,
                                       NULL};

enum { N = 6, ROWS = 3, NODES = 100 };

static int on_host = 1;

/* Without a device the kernels work on the host's memory. */
static void protect(void) {
  if (!on_host) guard_protect();
}

static double run(pc_technique technique) {
  Box *box = (Box *)guard_alloc(sizeof *box);
  pc_root roots[2] = {{&box_descriptor, NULL, 1, "box", PC_TOFROM, NULL}, {node_type(), NULL, 1, "head", PC_TOFROM, NULL}};
  Node *head = NULL, *node;
  double sum = 0, *values;
  int i, k;
  box->n = N;
  box->rows = ROWS;
  box->values = (double *)guard_alloc(N * sizeof(double));
  box->matrix = (double **)guard_alloc(ROWS * sizeof(double *));
  for (i = 0; i < N; ++i) box->values[i] = i;
  for (k = 0; k < ROWS; ++k) {
    box->matrix[k] = (double *)guard_alloc(N * sizeof(double));
    for (i = 0; i < N; ++i) box->matrix[k][i] = 10 * k + i;
  }
  for (i = NODES; i-- > 0;) {
    node = (Node *)guard_alloc(sizeof *node);
    node->next = head;
    node->data[0] = i;
    if (!head) box->last = node;
    head = node;
  }
  box->list = head;
  roots[0].base = box;
  roots[1].base = head;
#ifdef SHALLOW
  (void)technique;
#pragma omp target enter data map(to : box[0 : 1], head[0 : 1])
#else
  if (pc_deepcopy_enter(roots, 2, technique, __FILE__, __LINE__) != PC_OK) exit(1);
  if (pc_deepcopy_verify(roots, 2, __FILE__, __LINE__) != PC_OK) exit(1);
#endif

  protect();
  /* 'box' and 'head' become the device's where their targets are present. */
#pragma omp target map(tofrom : sum)
  {
    Node *p;
    int a, b;
    for (p = head; p; p = p->next) sum += (double)(p->data[0] *= 2);
    for (a = 0; a < box->rows; ++a)
      for (b = 0; b < box->n; ++b) sum += box->matrix[a][b] += box->values[b];
    sum += (double)box->last->data[0];
    if (box->list != head) sum = -1;
  }
  guard_unprotect();

  /* What a hoisted chain names is present too. */
  values = box->values;
  protect();
#if defined __clang__ && __clang_major__ > 15
#pragma omp target map(present, to : values[0 : N])
#else
#pragma omp target map(to : values[0 : N])
#endif
  for (i = 0; i < N; ++i) values[i] += 0.5;
  guard_unprotect();

  head->data[1] = 123; /* on the device it is still 0 */
  if (pc_deepcopy_update_host(&roots[1], 1, __FILE__, __LINE__) != PC_OK) exit(1);
  /* Without a device there is only the one memory. */
  if (head->data[1] != (on_host ? 123 : 0)) exit(1);
  head->data[1] = 7;
  if (pc_deepcopy_update_device(&roots[1], 1, __FILE__, __LINE__) != PC_OK) exit(1);
  if (pc_deepcopy_exit(&roots[1], 1, 0, __FILE__, __LINE__) != PC_OK) exit(1);
  if (pc_deepcopy_exit(&roots[0], 1, 0, __FILE__, __LINE__) != PC_OK) exit(1);
  for (node = head, i = 0; node; node = node->next, ++i)
    if (node->data[0] != 2 * i) exit(1);
  if (head->data[1] != 7) exit(1);
  for (i = 0; i < N; ++i) {
    if (box->values[i] != i + 0.5) exit(1);
    for (k = 0; k < ROWS; ++k)
      if (box->matrix[k][i] != 10 * k + 2 * i) exit(1);
  }
  if (!on_host && omp_target_is_present(box, omp_get_default_device())) exit(1);
  return sum;
}

int main(void) {
  int technique;
#pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();
  for (technique = PC_AUTO; technique <= PC_ARENA; ++technique) printf("%g\n", run((pc_technique)technique));
  return 0;
}
