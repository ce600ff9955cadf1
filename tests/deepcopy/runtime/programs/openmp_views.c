/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * One memory seen in several ways, on an OpenMP device with the host's pages protected while a kernel runs:
 * shared rows, ends of arrays in a pool, a pointer that one type leaves out, alignment, swapped pointers.
 */
#include "../../../separate_memory/guard.h"

#include <pointerchain/deepcopy.h>

#define AT(type, member) offsetof(type, member), 1, sizeof(void *), 0, 0

static const pc_type double_descriptor = {"double", sizeof(double), sizeof(double), NULL, 0, 0, 0, NULL};
static const pc_type *double_type(void) { return &double_descriptor; }

/* Owners of one array of rows, each with a length of its own. */
typedef struct Matrix {
  int n, m;
  double **rows;
} Matrix;
static long long matrix_n(const void *o) { return ((const Matrix *)o)->n; }
static long long matrix_m(const void *o) { return ((const Matrix *)o)->m; }
static const pc_pointer matrix_row = {"rows[]", 0,        1,           sizeof(void *), 0,
                                      0,        PC_OWNED, double_type, matrix_m,       NULL, PC_TOFROM, NULL};
static const pc_pointer matrix_pointers[] = {
    {"rows", AT(Matrix, rows), PC_OWNED, double_type, matrix_n, &matrix_row, PC_TOFROM, NULL}};
static const pc_type matrix_descriptor = {
    "struct Matrix", sizeof(Matrix), sizeof(void *), matrix_pointers, 1, 0, 0, NULL};

/* An array by its beginning and its end. */
typedef struct Vector {
  double *begin, *end;
} Vector;
static long long vector_size(const void *o) { return ((const Vector *)o)->end - ((const Vector *)o)->begin; }
static const pc_pointer vector_pointers[] = {
    {"begin", AT(Vector, begin), PC_OWNED, double_type, vector_size, NULL, PC_TOFROM, NULL},
    {"end", AT(Vector, end), PC_OBSERVER, double_type, NULL, NULL, PC_TOFROM, NULL}};
static const pc_type vector_descriptor = {
    "struct Vector", sizeof(Vector), sizeof(void *), vector_pointers, 2, 0, 0, NULL};

/* Two arrays that kernels swap, of which an outer struct leaves out both. */
typedef struct Pair {
  int n;
  double *a, *b;
} Pair;
typedef struct Outer {
  double x;
  Pair pair;
} Outer;
static long long pair_n(const void *o) { return ((const Pair *)o)->n; }
static const pc_pointer pair_pointers[] = {{"a", AT(Pair, a), PC_OWNED, double_type, pair_n, NULL, PC_TOFROM, NULL},
                                           {"b", AT(Pair, b), PC_OWNED, double_type, pair_n, NULL, PC_TOFROM, NULL}};
static const pc_type pair_descriptor = {"struct Pair", sizeof(Pair), sizeof(void *), pair_pointers, 2, 0, 0,
                                        NULL};
static const pc_pointer outer_pointers[] = {{"pair.a", AT(Outer, pair.a), PC_SKIPPED, NULL, NULL, NULL, PC_TOFROM, NULL},
                                            {"pair.b", AT(Outer, pair.b), PC_SKIPPED, NULL, NULL, NULL, PC_TOFROM, NULL}};
/* It asks for four cache lines. */
static const pc_type outer_descriptor = {"struct Outer", sizeof(Outer), 256, outer_pointers, 2, 0, 0, NULL};

enum { ROWS = 3, LONG = 40, SHORT = 4, VECTORS = 3, ELEMENTS = 10, N = 5 };

static int on_host = 1;

static void protect(void) {
  if (!on_host) guard_protect();
}

static void check(int fine, int line) {
  if (fine) return;
  fprintf(stderr, "openmp_views.c:%d: failed\n", line);
  exit(1);
}
#define CHECK(condition) check(condition, __LINE__)
#define OK(call) CHECK((call) == PC_OK)

static void rows(pc_technique technique) {
  Matrix *matrix = (Matrix *)guard_alloc(2 * sizeof *matrix);
  const pc_root root = {&matrix_descriptor, matrix, 2, "matrix", PC_TOFROM, NULL};
  double **lines = (double **)guard_alloc(ROWS * sizeof *lines), sum = 0;
  int i, k;
  for (i = 0; i < ROWS; ++i) {
    lines[i] = (double *)guard_alloc(LONG * sizeof **lines);
    for (k = 0; k < LONG; ++k) lines[i][k] = k;
  }
  matrix[0].n = matrix[1].n = ROWS;
  matrix[0].m = SHORT;
  matrix[1].m = LONG;
  matrix[0].rows = matrix[1].rows = lines;
  OK(pc_deepcopy_enter(&root, 1, technique, __FILE__, __LINE__));
  protect();
#pragma omp target map(tofrom : sum)
  {
    int a, b, c;
    for (a = 0; a < 2; ++a)
      for (b = 0; b < matrix[a].n; ++b)
        for (c = 0; c < matrix[a].m; ++c) sum += matrix[a].rows[b][c], matrix[a].rows[b][c] += 1;
  }
  guard_unprotect();
  OK(pc_deepcopy_exit(&root, 1, 0, __FILE__, __LINE__));
  /* The owner of long rows sees what the other one has added. */
  CHECK(sum == ROWS * (SHORT * (SHORT - 1) / 2 + LONG * (LONG - 1) / 2 + SHORT));
  CHECK(lines[ROWS - 1][SHORT - 1] == SHORT + 1 && lines[ROWS - 1][LONG - 1] == LONG);
}

static void ends(pc_technique technique) {
  Vector *vectors = (Vector *)guard_alloc(VECTORS * sizeof *vectors);
  double *pool = (double *)guard_alloc(VECTORS * ELEMENTS * sizeof *pool);
  const pc_root root = {&vector_descriptor, vectors, VECTORS, "vectors", PC_TOFROM, NULL};
  int i, counted = 0;
  for (i = 0; i < VECTORS; ++i) {
    vectors[i].begin = pool + ELEMENTS * i;
    vectors[i].end = pool + ELEMENTS * (i + 1);
  }
  OK(pc_deepcopy_enter(&root, 1, technique, __FILE__, __LINE__));
  protect();
#pragma omp target map(tofrom : counted)
  {
    int a;
    double *p;
    for (a = 0; a < VECTORS; ++a)
      for (p = vectors[a].begin; p != vectors[a].end && counted < 1000; ++p) *p = ++counted;
  }
  guard_unprotect();
  OK(pc_deepcopy_exit(&root, 1, 0, __FILE__, __LINE__));
  CHECK(counted == VECTORS * ELEMENTS);
  for (i = 0; i < VECTORS * ELEMENTS; ++i) CHECK(pool[i] == i + 1);
}

static void left_out(pc_technique technique) {
  Outer *outer = (Outer *)guard_alloc(sizeof *outer);
  const pc_root whole = {&outer_descriptor, outer, 1, "outer", PC_TOFROM, NULL},
                inner = {&pair_descriptor, &outer->pair, 1, "pair", PC_TOFROM, NULL};
  double sum = 0;
  int i, fine = 0;
  outer->pair.n = N;
  outer->pair.a = (double *)guard_alloc(N * sizeof(double));
  outer->pair.b = (double *)guard_alloc(N * sizeof(double));
  for (i = 0; i < N; ++i) outer->pair.a[i] = i, outer->pair.b[i] = 10 * i;
  OK(pc_deepcopy_enter(&whole, 1, technique, __FILE__, __LINE__));
  OK(pc_deepcopy_enter(&inner, 1, technique, __FILE__, __LINE__));
  protect();
#pragma omp target map(tofrom : sum, fine)
  {
    double *a = outer->pair.a;
    int k;
    fine = ((uintptr_t)outer & 255) == 0;
    for (k = 0; k < outer->pair.n; ++k) sum += a[k] += outer->pair.b[k];
  }
  guard_unprotect();
  CHECK(sum == 11 * N * (N - 1) / 2 && (fine || on_host));
  if (!on_host) { /* the image is again what the host's structure is, and so are its pointers */
    OK(pc_deepcopy_update_host(&inner, 1, __FILE__, __LINE__));
    OK(pc_deepcopy_update_device(&inner, 1, __FILE__, __LINE__));
    sum = 0;
    protect();
#pragma omp target map(tofrom : sum)
    for (int k = 0; k < outer->pair.n; ++k) sum += outer->pair.a[k];
    guard_unprotect();
    CHECK(sum == 11 * N * (N - 1) / 2);
  }
  OK(pc_deepcopy_exit(&inner, 1, 0, __FILE__, __LINE__));
  for (i = 0; i < N; ++i) CHECK(outer->pair.a[i] == 11 * i && outer->pair.b[i] == 10 * i);
  fine = on_host;
  protect();
#pragma omp target map(tofrom : fine)
  if (!outer->pair.a && !outer->pair.b) fine = 1;
  guard_unprotect();
  CHECK(fine);
  OK(pc_deepcopy_exit(&whole, 1, 0, __FILE__, __LINE__));
}

int main(void) {
  int technique;
#pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();
  for (technique = PC_AUTO; technique <= PC_ARENA; ++technique) {
    rows((pc_technique)technique);
    ends((pc_technique)technique);
    left_out((pc_technique)technique);
  }
  puts("ok");
  return 0;
}
