/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * One memory seen in several ways: rows that are shared, pointers to borders, types that leave out what
 * others follow, lengths and pages that change. Single cases, as in cases.c.
 */
#include "single_cases.h"

#include <stdlib.h>
#include <sys/mman.h>

#define AT(type, member) offsetof(type, member), 1, sizeof(void *), 0, 0

static const pc_type double_descriptor = {"double", sizeof(double), sizeof(double), NULL, 0, 0, 0, NULL};
static const pc_type *double_type(void) { return &double_descriptor; }

#define ON_DEVICE(type, host) ((type *)pc_deepcopy_device_pointer(host))

static pc_root root_of(const pc_type *type, const void *base, long long count) {
  const pc_root root = {type, base, count, "root", PC_TOFROM, NULL};
  return root;
}

static int enter(const pc_type *type, const void *base, pc_technique technique) {
  const pc_root root = root_of(type, base, 1);
  return pc_deepcopy_enter(&root, 1, technique, HERE);
}

static int leave(const pc_type *type, const void *base) {
  const pc_root root = root_of(type, base, 1);
  return pc_deepcopy_exit(&root, 1, 0, HERE);
}

static void nothing_left(void) { CHECK(pc_host_device_model()->blocks == 0); }

/* --- rows -------------------------------------------------------------------------------------------------
 */

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

static double **new_rows(int n, int m) {
  double **rows = (double **)calloc((size_t)n, sizeof *rows);
  int i, k;
  for (i = 0; i < n; ++i) {
    rows[i] = (double *)calloc((size_t)m, sizeof(double));
    for (k = 0; k < m; ++k) rows[i][k] = 100 * i + k;
  }
  return rows;
}

static void free_rows(double **rows, int n) {
  while (n-- > 0) free(rows[n]);
  free(rows);
}

/* The sum over a matrix of the device, each element of which becomes twice as large. */
static double use_matrix(const Matrix *host) {
  const Matrix *m = ON_DEVICE(Matrix, host);
  double sum = 0;
  int i, k;
  for (i = 0; i < m->n; ++i)
    for (k = 0; k < m->m; ++k) sum += m->rows[i][k], m->rows[i][k] *= 2;
  return sum;
}

/* Two owners of one array of rows, which they know as of different lengths, in both orders. */
static int shared_rows(void) {
  int technique, first;
  for (technique = PC_AUTO; technique <= PC_ARENA; ++technique)
    for (first = 0; first < 2; ++first) {
      double **rows = new_rows(3, 100);
      Matrix matrices[2] = {{3, 4, NULL}, {3, 100, NULL}};
      pc_root roots[2];
      matrices[0].rows = matrices[1].rows = rows;
      roots[0] = root_of(&matrix_descriptor, &matrices[first], 1);
      roots[1] = root_of(&matrix_descriptor, &matrices[!first], 1);
      CHECK(pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE) == PC_OK);
      CHECK(pc_deepcopy_verify(roots, 2, HERE) == PC_OK);
      CHECK(use_matrix(&matrices[0]) == 3 * 6 + 4 * 300);
      CHECK(use_matrix(&matrices[1]) == 3 * 4950 + 100 * 300 + 3 * 6 + 4 * 300);
      CHECK(pc_deepcopy_exit(&roots[0], 1, 0, HERE) == PC_OK);
      CHECK(pc_deepcopy_exit(&roots[1], 1, 0, HERE) == PC_OK);
      CHECK(rows[2][3] == 4 * 203 && rows[2][4] == 2 * 204 && rows[2][99] == 2 * 299);
      free_rows(rows, 3);
      nothing_left();
    }
  return 0;
}

/* One owner that reaches one array of rows by two members, of one element a row and of four. */
typedef struct Twice {
  int n;
  double **one, **four;
} Twice;
static long long twice_n(const void *o) { return ((const Twice *)o)->n; }
static long long four(const void *o) {
  (void)o;
  return 4;
}
static const pc_pointer one_row = {"one[]", 0, 1, sizeof(void *), 0, 0, PC_OWNED, double_type, NULL, NULL, PC_TOFROM, NULL};
static const pc_pointer four_row = {"four[]", 0, 1, sizeof(void *), 0, 0, PC_OWNED, double_type, four, NULL, PC_TOFROM, NULL};
static const pc_pointer twice_pointers[] = {
    {"one", AT(Twice, one), PC_SHARED, double_type, twice_n, &one_row, PC_TOFROM, NULL},
    {"four", AT(Twice, four), PC_SHARED, double_type, twice_n, &four_row, PC_TOFROM, NULL}};
static const pc_type twice_descriptor = {
    "struct Twice", sizeof(Twice), sizeof(void *), twice_pointers, 2, 0, 0, NULL};

static int two_shapes_of_rows(void) {
  int technique;
  for (technique = PC_AUTO; technique <= PC_ARENA; ++technique) {
    Twice twice = {2, NULL, NULL};
    double **rows = new_rows(2, 4), sum = 0;
    int i, k;
    twice.one = twice.four = rows;
    CHECK(enter(&twice_descriptor, &twice, (pc_technique)technique) == PC_OK);
    for (i = 0; i < 2; ++i)
      for (k = 0; k < 4; ++k) sum += ON_DEVICE(Twice, &twice)->four[i][k];
    CHECK(sum == 2 * 6 + 400 && ON_DEVICE(Twice, &twice)->one == ON_DEVICE(Twice, &twice)->four);
    CHECK(leave(&twice_descriptor, &twice) == PC_OK);
    free_rows(rows, 2);
    nothing_left();
  }
  return 0;
}

/* Rows of lengths of their own, which two owners of the array disagree about. */
typedef struct Ragged {
  int n;
  const int *lengths; /* skipped: the host's */
  double **rows;
} Ragged;
static long long ragged_n(const void *o) { return ((const Ragged *)o)->n; }
static long long ragged_row(const void *o) {
  const pc_row_owner *row = (const pc_row_owner *)o;
  return ((const Ragged *)row->owner)->lengths[row->row];
}
static const pc_pointer ragged_inner = {"rows[]",       0,        1,           sizeof(void *), 0,
                                        sizeof(void *), PC_OWNED, double_type, ragged_row,     NULL, PC_TOFROM, NULL};
static const pc_pointer ragged_pointers[] = {
    {"lengths", AT(Ragged, lengths), PC_SKIPPED, NULL, NULL, NULL, PC_TOFROM, NULL},
    {"rows", AT(Ragged, rows), PC_OWNED, double_type, ragged_n, &ragged_inner, PC_TOFROM, NULL}};
static const pc_type ragged_descriptor = {
    "struct Ragged", sizeof(Ragged), sizeof(void *), ragged_pointers, 2, 0, 0, NULL};

static int shared_ragged_rows(void) {
  static const int lengths[2][3] = {{1, 7, 2}, {5, 3, 2}};
  double **rows = new_rows(3, 8);
  Ragged ragged[2] = {{3, lengths[0], NULL}, {3, lengths[1], NULL}};
  pc_root roots[2];
  int i, k, owner;
  ragged[0].rows = ragged[1].rows = rows;
  roots[0] = root_of(&ragged_descriptor, &ragged[0], 1);
  roots[1] = root_of(&ragged_descriptor, &ragged[1], 1);
  CHECK(pc_deepcopy_enter(roots, 2, PC_AUTO, HERE) == PC_OK);
  for (owner = 0; owner < 2; ++owner)
    for (i = 0; i < 3; ++i)
      for (k = 0; k < lengths[owner][i]; ++k)
        CHECK(ON_DEVICE(Ragged, &ragged[owner])->rows[i][k] == 100 * i + k);
  CHECK(pc_deepcopy_exit(roots, 2, 0, HERE) == PC_OK);
  free_rows(rows, 3);
  nothing_left();
  return 0;
}

/* --- borders ----------------------------------------------------------------------------------------------
 */

/* A vector as C++ has it: the end is an observer. */
typedef struct Vector {
  double *begin, *end;
} Vector;
static long long vector_size(const void *o) { return ((const Vector *)o)->end - ((const Vector *)o)->begin; }
static const pc_pointer vector_pointers[] = {
    {"begin", AT(Vector, begin), PC_OWNED, double_type, vector_size, NULL, PC_TOFROM, NULL},
    {"end", AT(Vector, end), PC_OBSERVER, double_type, NULL, NULL, PC_TOFROM, NULL}};
static const pc_type vector_descriptor = {
    "struct Vector", sizeof(Vector), sizeof(void *), vector_pointers, 2, 0, 0, NULL};

static int same_on_device(const Vector *v) {
  const Vector *d = ON_DEVICE(Vector, v);
  return d->end - d->begin == v->end - v->begin &&
         (v->begin == v->end || d->begin == pc_deepcopy_device_pointer(v->begin));
}

/* Vectors side by side in one pool. Entered apart it is not known whether an end is the next one's beginning. */
static int touching_vectors(void) {
  double pool[30] = {0};
  Vector v[3] = {{NULL, NULL}, {NULL, NULL}, {NULL, NULL}};
  const pc_root all = root_of(&vector_descriptor, v, 3);
  int technique, i;
  for (i = 0; i < 3; ++i) v[i].begin = pool + 10 * i, v[i].end = pool + 10 * (i + 1);
  for (technique = PC_AUTO; technique <= PC_ARENA; ++technique) {
    CHECK(pc_deepcopy_enter(&all, 1, (pc_technique)technique, HERE) == PC_OK);
    for (i = 0; i < 3; ++i) CHECK(same_on_device(&v[i]));
    ON_DEVICE(double, pool + 10)[0] = 5 + technique;
    CHECK(pc_deepcopy_exit(&all, 1, 0, HERE) == PC_OK && pool[10] == 5 + technique);
    CHECK(enter(&vector_descriptor, &v[0], (pc_technique)technique) == PC_OK);
    CHECK(enter(&vector_descriptor, &v[2], (pc_technique)technique) == PC_OK);
    CHECK(enter(&vector_descriptor, &v[1], (pc_technique)technique) == PC_ERROR_OVERLAP);
    CHECK(same_on_device(&v[0]) && same_on_device(&v[2]));
    CHECK(leave(&vector_descriptor, &v[2]) == PC_OK);
    CHECK(enter(&vector_descriptor, &v[1], (pc_technique)technique) == PC_OK && same_on_device(&v[1]));
    CHECK(leave(&vector_descriptor, &v[0]) == PC_OK && leave(&vector_descriptor, &v[1]) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* What is not mapped and lies just behind something that is. */
typedef struct Watcher {
  double *data, *watched;
} Watcher;
static long long ten(const void *o) {
  (void)o;
  return 10;
}
static const pc_pointer watcher_pointers[] = {
    {"data", AT(Watcher, data), PC_OWNED, double_type, ten, NULL, PC_TOFROM, NULL},
    {"watched", AT(Watcher, watched), PC_OBSERVER, double_type, NULL, NULL, PC_TOFROM, NULL}};
static const pc_type watcher_descriptor = {
    "struct Watcher", sizeof(Watcher), sizeof(void *), watcher_pointers, 2, 0, 0, NULL};

static int watched_behind(void) {
  double pool[20] = {0}, elsewhere[10] = {0};
  Vector vector = {pool, pool + 10};
  Watcher watcher = {elsewhere, pool + 10};
  CHECK(enter(&vector_descriptor, &vector, PC_AUTO) == PC_OK);
  CHECK(enter(&watcher_descriptor, &watcher, PC_AUTO) == PC_OK);
  CHECK(ON_DEVICE(Watcher, &watcher)->watched == NULL); /* nothing of it is mapped */
  CHECK(leave(&watcher_descriptor, &watcher) == PC_OK);
  watcher.data = pool;
  CHECK(enter(&watcher_descriptor, &watcher, PC_AUTO) == PC_OK);
  CHECK(ON_DEVICE(Watcher, &watcher)->watched == ON_DEVICE(double, pool) + 10); /* the end of its own data */
  CHECK(leave(&watcher_descriptor, &watcher) == PC_OK && leave(&vector_descriptor, &vector) == PC_OK);
  nothing_left();
  return 0;
}

/* Both may be meant, and the two were entered apart. */
static int border_of_two_enters(void) {
  double pool[20] = {0};
  Vector first = {pool, pool + 10}, second = {pool + 10, pool + 20};
  struct Both {
    double *a, *border, *b;
  } both = {pool, pool + 10, pool + 15};
  const pc_pointer pointers[] = {{"a", AT(struct Both, a), PC_OBSERVER, double_type, NULL, NULL, PC_TOFROM, NULL},
                                 {"border", AT(struct Both, border), PC_OBSERVER, double_type, NULL, NULL, PC_TOFROM, NULL},
                                 {"b", AT(struct Both, b), PC_OBSERVER, double_type, NULL, NULL, PC_TOFROM, NULL}};
  const pc_type descriptor = {"struct Both", sizeof both, sizeof(void *), pointers, 3, 0, 0, NULL};
  CHECK(enter(&vector_descriptor, &first, PC_AUTO) == PC_OK);
  CHECK(enter(&vector_descriptor, &second, PC_AUTO) == PC_OK);
  CHECK(enter(&descriptor, &both, PC_AUTO) == PC_ERROR_OVERLAP);
  CHECK(!pc_deepcopy_device_pointer(&both));
  CHECK(leave(&vector_descriptor, &first) == PC_OK && leave(&vector_descriptor, &second) == PC_OK);
  nothing_left();
  return 0;
}

/* A ring of nodes without a gap between them: to these a border is no end, and they stay extents of their
 * own. */
typedef struct Link {
  struct Link *next, *before;
} Link;
static const pc_type *link_type(void);
static const pc_pointer link_pointers[] = {{"next", AT(Link, next), PC_OWNED, link_type, NULL, NULL, PC_TOFROM, NULL},
                                           {"before", AT(Link, before), PC_OBSERVER, link_type, NULL, NULL, PC_TOFROM, NULL}};
static const pc_type link_descriptor = {"struct Link", sizeof(Link), sizeof(void *), link_pointers, 2, 0, 0,
                                        NULL};
static const pc_type *link_type(void) { return &link_descriptor; }

static int links_without_gaps(void) {
  enum { N = 50 };
  static Link links[N];
  int step, i;
  for (step = 1; step < N; step += 6) { /* 1, 7, 13, ...: none divides 50 but 25 */
    if (N % step == 0 && step > 1) continue;
    for (i = 0; i < N; ++i) {
      links[i].next = &links[(i + step) % N];
      links[i].before = &links[(i + N - step) % N];
    }
    pc_reset_stats();
    CHECK(enter(&link_descriptor, links, PC_AUTO) == PC_OK);
    if (step == 1) CHECK(pc_get_stats().extents >= N - 1);
    for (i = 0; i < N; ++i) {
      CHECK(ON_DEVICE(Link, &links[i])->next == pc_deepcopy_device_pointer(links[i].next));
      CHECK(ON_DEVICE(Link, &links[i])->before == pc_deepcopy_device_pointer(links[i].before));
    }
    CHECK(leave(&link_descriptor, links) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* --- types that leave pointers out -------------------------------------------------------------------------
 */

typedef struct Inner {
  int n;
  double *p;
} Inner;
typedef struct Outer {
  double x;
  Inner in;
} Outer;
static long long inner_n(const void *o) { return ((const Inner *)o)->n; }
static const pc_pointer inner_pointers[] = {{"p", AT(Inner, p), PC_OWNED, double_type, inner_n, NULL, PC_TOFROM, NULL}};
static const pc_type inner_descriptor = {
    "struct Inner", sizeof(Inner), sizeof(void *), inner_pointers, 1, 0, 0, NULL};
static const pc_pointer outer_pointers[] = {
    {"in.p", offsetof(Outer, in.p), 1, sizeof(void *), offsetof(Outer, in), 0, PC_SKIPPED, NULL, NULL, NULL, PC_TOFROM, NULL}};
static const pc_type outer_descriptor = {
    "struct Outer", sizeof(Outer), sizeof(void *), outer_pointers, 1, 0, 0, NULL};

static int skipped_then_followed(void) {
  double values[3] = {1, 2, 3};
  Outer outer = {7, {3, NULL}};
  int technique, order;
  outer.in.p = values;
  for (technique = PC_AUTO; technique <= PC_ARENA; ++technique)
    for (order = 0; order < 2; ++order) {
      CHECK(enter(&outer_descriptor, &outer, (pc_technique)technique) == PC_OK);
      CHECK(ON_DEVICE(Outer, &outer)->in.p == NULL);
      CHECK(enter(&inner_descriptor, &outer.in, (pc_technique)technique) == PC_OK);
      CHECK(ON_DEVICE(Outer, &outer)->in.p && ON_DEVICE(Outer, &outer)->in.p[2] == 3);
      ON_DEVICE(Outer, &outer)->in.p[2] = 4;
      CHECK(pc_deepcopy_update_device((pc_root[]){root_of(&outer_descriptor, &outer, 1)}, 1, HERE) == PC_OK);
      CHECK(ON_DEVICE(Outer, &outer)->in.p && ON_DEVICE(Outer, &outer)->in.p[2] == 4);
      if (order) CHECK(leave(&outer_descriptor, &outer) == PC_OK);
      CHECK(leave(&inner_descriptor, &outer.in) == PC_OK && values[2] == 4);
      if (!order) CHECK(ON_DEVICE(Outer, &outer)->in.p == NULL); /* what it pointed at has left */
      if (!order) CHECK(leave(&outer_descriptor, &outer) == PC_OK);
      CHECK(outer.in.p == values);
      values[2] = 3;
      nothing_left();
    }
  return 0;
}

/* A region takes what is mapped as it is: it cannot attach. */
static int skipped_then_region(void) {
  double values[3] = {1, 2, 3};
  Outer outer = {7, {3, NULL}};
  const pc_root root = root_of(&inner_descriptor, &outer.in, 1);
  outer.in.p = values;
  CHECK(enter(&outer_descriptor, &outer, PC_AUTO) == PC_OK);
  CHECK(pc_deepcopy_begin(&root, 1, PC_AUTO, HERE) == PC_ERROR_TYPE);
  outer.in.p = NULL;
  CHECK(pc_deepcopy_begin(&root, 1, PC_AUTO, HERE) == PC_OK && pc_deepcopy_end(0, HERE) == PC_OK);
  outer.in.p = values; /* but it is told of no elements */
  outer.in.n = 0;
  CHECK(pc_deepcopy_begin(&root, 1, PC_AUTO, HERE) == PC_OK && pc_deepcopy_end(0, HERE) == PC_OK);
  CHECK(leave(&outer_descriptor, &outer) == PC_OK);
  nothing_left();
  return 0;
}

/* Every request of the device fails once while a pointer is attached and detached. */
static int attaching_fails(void) {
  double values[3] = {1, 2, 3};
  Outer outer = {7, {3, NULL}};
  pc_host_model *model = pc_host_device_model();
  long long fault;
  int status = PC_ERROR_DEVICE;
  outer.in.p = values;
  CHECK(enter(&outer_descriptor, &outer, PC_AUTO) == PC_OK);
  for (fault = 1; status != PC_OK; ++fault) {
    const size_t blocks = model->blocks;
    model->fail_after = fault;
    status = enter(&inner_descriptor, &outer.in, PC_AUTO);
    model->fail_after = 0;
    if (status != PC_OK)
      CHECK(model->blocks == blocks && ON_DEVICE(Outer, &outer)->in.p == NULL &&
            !pc_deepcopy_device_pointer(values));
  }
  CHECK(fault > 3);
  status = PC_ERROR_DEVICE;
  for (fault = 1; status != PC_OK; ++fault) {
    model->fail_after = fault;
    status = leave(&inner_descriptor, &outer.in);
    model->fail_after = 0;
    if (status != PC_OK) CHECK(ON_DEVICE(Outer, &outer)->in.p && ON_DEVICE(Outer, &outer)->in.p[1] == 2);
  }
  CHECK(fault > 2 && ON_DEVICE(Outer, &outer)->in.p == NULL);
  CHECK(leave(&outer_descriptor, &outer) == PC_OK);
  nothing_left();
  return 0;
}

/* --- changes -----------------------------------------------------------------------------------------------
 */

static int grown_length(void) {
  double values[8] = {0}, *rows[2] = {values, values + 4};
  Inner inner = {4, NULL};
  Matrix matrix = {2, 2, NULL};
  pc_root root = root_of(&inner_descriptor, &inner, 1);
  inner.p = values;
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_OK);
  inner.n = 8;
  CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_ERROR_CHANGED);
  CHECK(ON_DEVICE(Inner, &inner)->n == 4);
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_ERROR_OVERLAP);
  inner.n = 2;
  CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_ERROR_CHANGED && ON_DEVICE(Inner, &inner)->n == 4);
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_ERROR_CHANGED);
  inner.n = 4;
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_OK);
  /* Rows; and from nothing. */
  matrix.rows = rows;
  root = root_of(&matrix_descriptor, &matrix, 1);
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_OK);
  matrix.m = 3;
  CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_ERROR_CHANGED);
  matrix.m = 1;
  CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_ERROR_CHANGED);
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_ERROR_CHANGED);
  matrix.m = 2;
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_OK);
  inner.n = 0;
  root = root_of(&inner_descriptor, &inner, 1);
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_OK);
  inner.n = 1;
  CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_ERROR_CHANGED);
  CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_ERROR_CHANGED && inner.n == 1);
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_ERROR_CHANGED && inner.n == 1);
  inner.n = 0;
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_OK);
  nothing_left();
  return 0;
}

/* An array that another root has entered wholly grows into what its owner had not reached. */
typedef struct Chain {
  int n;
  Link *links;
} Chain;
static long long chain_n(const void *o) { return ((const Chain *)o)->n; }
static const pc_pointer chain_pointers[] = {
    {"links", AT(Chain, links), PC_OWNED, link_type, chain_n, NULL, PC_TOFROM, NULL}};
static const pc_type chain_descriptor = {"struct Chain", sizeof(Chain), sizeof(void *), chain_pointers, 1, 0, 0,
                                         NULL};

static int grown_into_others(void) {
  static Link links[3], other;
  Chain chain = {1, links};
  const pc_root all = root_of(&link_descriptor, links, 3), root = root_of(&chain_descriptor, &chain, 1);
  CHECK(pc_deepcopy_enter(&all, 1, PC_AUTO, HERE) == PC_OK);
  CHECK(pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_OK);
  chain.n = 3;
  links[1].before = links;
  CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_OK && ON_DEVICE(Chain, &chain)->n == 3);
  CHECK(ON_DEVICE(Link, &links[1])->before == pc_deepcopy_device_pointer(links));
  links[2].next = &other; /* what is not mapped */
  CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_ERROR_CHANGED);
  links[2].next = NULL;
  CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_OK);
  CHECK(pc_deepcopy_exit(&root, 1, 0, HERE) == PC_OK && pc_deepcopy_exit(&all, 1, 0, HERE) == PC_OK);
  nothing_left();
  return 0;
}

/* What a pointer to no elements did not reach is updated with its object once there are elements. */
static int grown_from_nothing(void) {
  static Link links[3];
  int together;
  for (together = 0; together < 2; ++together) {
    Chain chain = {0, links};
    const pc_root roots[2] = {root_of(&link_descriptor, links, 3), root_of(&chain_descriptor, &chain, 1)};
    if (together) {
      CHECK(pc_deepcopy_enter(roots, 2, PC_AUTO, HERE) == PC_OK);
    } else {
      CHECK(pc_deepcopy_enter(&roots[0], 1, PC_AUTO, HERE) == PC_OK);
      CHECK(pc_deepcopy_enter(&roots[1], 1, PC_AUTO, HERE) == PC_OK);
    }
    chain.n = 3;
    links[1].before = links;
    CHECK(pc_deepcopy_update_device(&roots[1], 1, HERE) == PC_OK && ON_DEVICE(Chain, &chain)->n == 3);
    CHECK(ON_DEVICE(Link, &links[1])->before == pc_deepcopy_device_pointer(links));
    CHECK(pc_deepcopy_exit(roots, 2, 0, HERE) == PC_OK);
    links[1].before = NULL;
  }
  nothing_left();
  return 0;
}

/* An update of a root that reaches a part of what another one does moves that part and no more, apart and
 * together, numbers and objects with what they lead to. */
static int updated_parts(void) {
  int together, back;
  for (together = 0; together < 2; ++together)
    for (back = 0; back < 2; ++back) {
      double x[4] = {0, 1, 2, 3}, first[1] = {10}, second[1] = {20};
      Inner own[2] = {{1, first}, {1, second}};
      const pc_root roots[4] = {root_of(&double_descriptor, x, 4), root_of(&double_descriptor, x, 2),
                                root_of(&inner_descriptor, own, 2), root_of(&inner_descriptor, own, 1)};
      double *dx, *dfirst, *dsecond;
      if (together) {
        CHECK(pc_deepcopy_enter(roots, 4, PC_AUTO, HERE) == PC_OK);
      } else {
        int i;
        for (i = 0; i < 4; ++i) CHECK(pc_deepcopy_enter(&roots[i], 1, PC_AUTO, HERE) == PC_OK);
      }
      dx = ON_DEVICE(double, x), dfirst = ON_DEVICE(double, first), dsecond = ON_DEVICE(double, second);
      dx[0] = dx[3] = -1, *dfirst = *dsecond = -1;
      if (back) {
        CHECK(pc_deepcopy_update_host(&roots[1], 1, HERE) == PC_OK && x[0] == -1 && x[3] == 3);
        CHECK(pc_deepcopy_update_host(&roots[3], 1, HERE) == PC_OK && first[0] == -1 && second[0] == 20);
      } else {
        CHECK(pc_deepcopy_update_device(&roots[1], 1, HERE) == PC_OK && dx[0] == 0 && dx[3] == -1);
        CHECK(pc_deepcopy_update_device(&roots[3], 1, HERE) == PC_OK && *dfirst == 10 && *dsecond == -1);
      }
      CHECK(pc_deepcopy_exit(roots, 4, PC_DELETE, HERE) == PC_OK);
      nothing_left();
    }
  return 0;
}

/* A row's pointer, and one of an object that overlaps another, changed before a second enter. */
static int changed_element(void) {
  double **rows = new_rows(2, 4), *kept = rows[1], other[4] = {0};
  Matrix matrix = {2, 4, NULL};
  Outer outer = {7, {4, NULL}};
  pc_root roots[2];
  matrix.rows = rows;
  roots[0] = root_of(&matrix_descriptor, &matrix, 1);
  CHECK(pc_deepcopy_enter(roots, 1, PC_AUTO, HERE) == PC_OK);
  rows[1] = other;
  CHECK(pc_deepcopy_enter(roots, 1, PC_AUTO, HERE) == PC_ERROR_CHANGED);
  rows[1] = kept;
  CHECK(pc_deepcopy_enter(roots, 1, PC_AUTO, HERE) == PC_OK);
  CHECK(pc_deepcopy_exit(roots, 1, 0, HERE) == PC_OK && pc_deepcopy_exit(roots, 1, 0, HERE) == PC_OK);
  outer.in.p = rows[0];
  roots[0] = root_of(&double_descriptor, &outer.x, 2);
  roots[1] = root_of(&inner_descriptor, &outer.in, 1);
  CHECK(pc_deepcopy_enter(roots, 2, PC_AUTO, HERE) == PC_OK);
  outer.in.p = other;
  CHECK(pc_deepcopy_enter(&roots[1], 1, PC_AUTO, HERE) == PC_ERROR_CHANGED);
  outer.in.p = rows[0];
  CHECK(pc_deepcopy_enter(&roots[1], 1, PC_AUTO, HERE) == PC_OK);
  CHECK(pc_deepcopy_exit(roots, 2, 0, HERE) == PC_OK && pc_deepcopy_exit(&roots[1], 1, 0, HERE) == PC_OK);
  free_rows(rows, 2);
  nothing_left();
  return 0;
}

/* Memory that was there in an earlier call. */
static int unmapped_between_calls(void) {
  const size_t bytes = 1 << 16;
  double *pages = (double *)mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  Inner inner = {4, NULL};
  CHECK(pages != MAP_FAILED);
  inner.p = pages + 4096 / sizeof *pages;
  CHECK(enter(&inner_descriptor, &inner, PC_AUTO) == PC_OK && leave(&inner_descriptor, &inner) == PC_OK);
  CHECK(munmap((char *)pages + 4096, 4096) == 0); /* a hole */
  CHECK(enter(&inner_descriptor, &inner, PC_AUTO) == PC_ERROR_RANGE);
  inner.p = pages;
  CHECK(enter(&inner_descriptor, &inner, PC_AUTO) == PC_OK && leave(&inner_descriptor, &inner) == PC_OK);
  CHECK(munmap(pages, bytes) == 0);
  CHECK(enter(&inner_descriptor, &inner, PC_AUTO) == PC_ERROR_RANGE);
  nothing_left();
  return 0;
}

/* --- the rest ----------------------------------------------------------------------------------------------
 */

/* Objects that ask for more than malloc gives, alone, in arrays and overlapping others. */
typedef struct Wide {
  double x[8];
  struct Wide *next;
  double rest[7];
} Wide;
static const pc_type *wide_type(void);
static const pc_pointer wide_pointers[] = {{"next", AT(Wide, next), PC_OWNED, wide_type, NULL, NULL, PC_TOFROM, NULL}};
static const pc_type wide_descriptor = {"struct Wide", sizeof(Wide), 128, wide_pointers, 1, 0, 0, NULL};
static const pc_type *wide_type(void) { return &wide_descriptor; }

static int alignment(void) {
  enum { N = 20 };
  Wide *wide[N];
  int technique, i;
  for (i = N - 1; i >= 0; --i) {
    CHECK(posix_memalign((void **)&wide[i], 128, sizeof(Wide)) == 0);
    memset(wide[i], 0, sizeof(Wide));
    wide[i]->next = i + 1 < N ? wide[i + 1] : NULL;
  }
  for (technique = PC_AUTO; technique <= PC_ARENA; ++technique) {
    const pc_root roots[2] = {root_of(&wide_descriptor, wide[0], 1),
                              root_of(&double_descriptor, wide[3]->x + 1, 3)};
    CHECK(pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE) == PC_OK);
    for (i = 0; i < N; ++i) CHECK(((uintptr_t)pc_deepcopy_device_pointer(wide[i]) & 127) == 0);
    CHECK(pc_deepcopy_exit(roots, 2, 0, HERE) == PC_OK);
    nothing_left();
  }
  for (i = 0; i < N; ++i) free(wide[i]);
  return 0;
}

/* The descriptor of a C unit and that of a C++ unit. */
static int names_of_both_languages(void) {
  static const pc_type cxx = {"Inner", sizeof(Inner), sizeof(void *), inner_pointers, 1, 0, 0, NULL};
  double values[3] = {1, 2, 3};
  Inner inner = {3, NULL};
  inner.p = values;
  CHECK(enter(&inner_descriptor, &inner, PC_AUTO) == PC_OK && enter(&cxx, &inner, PC_AUTO) == PC_OK);
  CHECK(leave(&cxx, &inner) == PC_OK && leave(&cxx, &inner) == PC_OK);
  nothing_left();
  return 0;
}

/* A length that cannot be read. */
static long long no_length(const void *o) {
  (void)o;
  return PC_LENGTH_UNREADABLE;
}

static int unreadable_length(void) {
  double values[3] = {1, 2, 3};
  Watcher watcher = {values, NULL};
  const pc_pointer pointers[] = {{"data", AT(Watcher, data), PC_OWNED, double_type, no_length, NULL, PC_TOFROM, NULL}};
  const pc_type descriptor = {"struct Watcher", sizeof watcher, sizeof(void *), pointers, 1, 0, 0, NULL};
  CHECK(enter(&descriptor, &watcher, PC_AUTO) == PC_ERROR_LENGTH);
  watcher.data = NULL;
  CHECK(enter(&descriptor, &watcher, PC_AUTO) == PC_OK && leave(&descriptor, &watcher) == PC_OK);
  return 0;
}

/* Roots that entered apart and leave together, and the other way round. */
static int many_roots_at_once(void) {
  enum { N = 2000 };
  static Inner inner[N];
  static double values[N][2];
  static pc_root roots[N];
  int i;
  for (i = 0; i < N; ++i) {
    inner[i].n = 2;
    inner[i].p = values[i];
    roots[i] = root_of(&inner_descriptor, &inner[i], 1);
    CHECK(pc_deepcopy_enter(&roots[i], 1, PC_AUTO, HERE) == PC_OK);
  }
  for (i = 0; i < N; ++i) ON_DEVICE(Inner, &inner[i])->p[1] = i;
  CHECK(pc_deepcopy_update_host(roots, N, HERE) == PC_OK);
  for (i = 0; i < N; ++i) CHECK(values[i][1] == i);
  for (i = 0; i < N; ++i) values[i][1] = -i;
  CHECK(pc_deepcopy_update_device(roots, N, HERE) == PC_OK && pc_deepcopy_exit(roots, N, 0, HERE) == PC_OK);
  nothing_left();
  CHECK(pc_deepcopy_enter(roots, N, PC_AUTO, HERE) == PC_OK);
  for (i = 0; i < N; ++i) {
    const int at = i * 1009 % N;
    CHECK(ON_DEVICE(Inner, &inner[at])->p[1] == -at);
    ON_DEVICE(Inner, &inner[at])->p[0] = at;
    CHECK(pc_deepcopy_exit(&roots[at], 1, 0, HERE) == PC_OK && values[at][0] == at);
  }
  nothing_left();
  return 0;
}

static const single_case cases[] = {CASE(shared_rows),
                                    CASE(two_shapes_of_rows),
                                    CASE(shared_ragged_rows),
                                    CASE(touching_vectors),
                                    CASE(watched_behind),
                                    CASE(border_of_two_enters),
                                    CASE(links_without_gaps),
                                    CASE(skipped_then_followed),
                                    CASE(skipped_then_region),
                                    CASE(attaching_fails),
                                    CASE(grown_length),
                                    CASE(grown_into_others),
                                    CASE(grown_from_nothing),
                                    CASE(updated_parts),
                                    CASE(changed_element),
                                    CASE(unmapped_between_calls),
                                    CASE(alignment),
                                    CASE(names_of_both_languages),
                                    CASE(unreadable_length),
                                    CASE(many_roots_at_once)};

int main(int argc, char **argv) { return run_case(argc, argv, cases, sizeof cases / sizeof *cases); }
