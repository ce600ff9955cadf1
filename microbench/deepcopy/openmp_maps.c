/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What OpenMP offers without pointerchain, beside it: `declare mapper` and one map an element, for an array
 * of structs that each own an array; and pointerchain for a list of as many nodes, which OpenMP cannot map.
 *
 *   openmp_maps NODES REPS         prints one JSON object, times in seconds
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#define PC_HEADER_ONLY
#include <pointerchain/deepcopy.h>

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { VALUES = 13 }; /* with the struct 120 bytes, the size of a node */

typedef struct Vector {
  long n;
  double *x;
} Vector;
#pragma omp declare mapper(mapped : Vector v) map(tofrom : v, v.x[0 : v.n])

typedef struct Node {
  struct Node *next;
  double x[VALUES + 1];
} Node;

static long long vector_n(const void *v) { return ((const Vector *)v)->n; }
static const pc_type double_descriptor = {"double", sizeof(double), sizeof(double), NULL, 0, 0, 0, NULL};
static const pc_type *double_type(void) { return &double_descriptor; }
static const pc_pointer vector_pointers[] = {
    {"x", offsetof(Vector, x), 1, sizeof(void *), 0, 0, PC_OWNED, double_type, vector_n, NULL, PC_TOFROM, NULL}};
static const pc_type vector_descriptor = {
    "struct Vector", sizeof(Vector), sizeof(void *), vector_pointers, 1, 0, 0, NULL};
static const pc_type *node_type(void);
static const pc_pointer node_pointers[] = {
    {"next", offsetof(Node, next), 1, sizeof(void *), 0, 0, PC_OWNED, node_type, NULL, NULL, PC_TOFROM, NULL}};
static const pc_type node_descriptor = {"struct Node", sizeof(Node), sizeof(void *), node_pointers, 1, 0, 0,
                                        NULL};
static const pc_type *node_type(void) { return &node_descriptor; }

static Vector *vectors;
static Node *head;
static int n;

static int deep_copy(const pc_type *type, const void *base, long long count, int out) {
  const pc_root root = {type, base, count, "structure", PC_TOFROM, NULL};
  return out ? pc_deepcopy_exit(&root, 1, 0, __FILE__, __LINE__)
             : pc_deepcopy_enter(&root, 1, PC_AUTO, __FILE__, __LINE__);
}

static void map_mapper(int out) {
  if (out) {
#pragma omp target exit data map(mapper(mapped), from : vectors[0 : n])
  } else {
#pragma omp target enter data map(mapper(mapped), to : vectors[0 : n])
  }
}

static void map_elements(int out) {
  int i;
  if (!out) {
#pragma omp target enter data map(to : vectors[0 : n])
  }
  for (i = 0; i < n; ++i) {
    if (out) {
#pragma omp target exit data map(from : vectors[i].x[0 : VALUES])
    } else {
#pragma omp target enter data map(to : vectors[i].x[0 : VALUES])
    }
  }
  if (out) {
#pragma omp target exit data map(release : vectors[0 : n])
  }
}

static void map_vectors(int out) { deep_copy(&vector_descriptor, vectors, n, out); }
static void map_list(int out) { deep_copy(&node_descriptor, head, 1, out); }

/* The best of `reps`; `sum` checks that the device has the data. */
static void measure(const char *name, void (*map)(int), int reps, const char *end) {
  double best_in = 1e9, best_out = 1e9, sum = 0;
  int rep;
  for (rep = 0; rep < reps; ++rep) {
    const double start = omp_get_wtime();
    double middle, in, out;
    map(0);
    in = omp_get_wtime() - start;
    sum = 0;
    if (map == map_list) {
#pragma omp target map(tofrom : sum)
      {
        Node *p;
        for (p = head; p; p = p->next) sum += p->x[0];
      }
    } else {
#pragma omp target map(tofrom : sum)
      {
        int i;
        for (i = 0; i < n; ++i) sum += vectors[i].x[0];
      }
    }
    middle = omp_get_wtime();
    map(1);
    out = omp_get_wtime() - middle;
    if (in < best_in) best_in = in;
    if (out < best_out) best_out = out;
  }
  if (sum != n * (n - 1.0) / 2) {
    fprintf(stderr, "openmp_maps: %s: the device has the sum %g\n", name, sum);
    exit(1);
  }
  printf("\"%s\": {\"enter\": %.9f, \"exit\": %.9f}%s", name, best_in, best_out, end);
}

int main(int argc, char **argv) {
  const int reps = argc > 2 ? atoi(argv[2]) : 1;
  int i;
  n = argc > 1 ? atoi(argv[1]) : 1000;
  if (n < 1 || reps < 1) return 2;
  if (omp_get_num_devices() == 0) return 3;
  vectors = (Vector *)calloc((size_t)n, sizeof *vectors);
  for (i = n; i-- > 0;) {
    Node *node = (Node *)calloc(1, sizeof *node);
    node->next = head;
    node->x[0] = i;
    head = node;
    vectors[i].n = VALUES;
    vectors[i].x = (double *)calloc(VALUES, sizeof(double));
    vectors[i].x[0] = i;
  }
  printf("{\"nodes\": %d, ", n);
  measure("pointerchain_list", map_list, reps + 2, ", ");
  measure("pointerchain_vectors", map_vectors, reps + 2, ", ");
  measure("elements", map_elements, reps, ", ");
  measure("declare_mapper", map_mapper, 1, "}\n");
  return 0;
}
