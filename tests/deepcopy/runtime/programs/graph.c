/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Random object graphs, entered, changed on the device, exited, compared with a model.
 *
 * Reads a graph and what to do with it from standard input (see test_graphs.py), one command a line:
 *
 *   technique T
 *   pool N                  N more objects, in one allocation
 *   doubles N               N more numbers, in one allocation
 *   table N                 N more pointers, in one allocation
 *   left|right|watch|hidden I J     object I's pointer to object J
 *   cells I J N             object I's pointer to the N objects from J on
 *   value I J               object I's pointer to a member of object J
 *   row|sub0|sub1 I D N     object I's pointer to the N numbers from D on
 *   entry T J               pointer T to object J
 *   entries I T N           object I's pointer to the N pointers from T on
 *   rows N                  N more pointers to numbers, in one allocation
 *   line R D                pointer R to the numbers from D on
 *   grid I R N M            object I's pointer to N pointers from R on, each to M numbers
 *   root I N                a root: N objects from I on
 *   thin I N                the same as a type that leaves out all pointers
 *   enter R.. . | exit R.. . | update_host R | update_device R | verify R
 *   longer R I              an update of the device after object I's row has become longer
 *   shorter R I             copies back after it has become shorter on the host, by the memory's end or by all
 *   repoint R I J           copies back after the host has made object I's left lead to object J, or nowhere
 *   link R I J              copies back after a kernel has made its left and watch lead to object J
 *   mutable                 from the beginning: kernels may change left and watch
 *   change                  what is mapped, on the device
 *   relink                  pointers on the device, to what the host must never see
 *
 * The model knows for each object and number how many roots reach it. Ends with 'ok' or says what differs.
 */
#define PC_DEEPCOPY_DEVICE_HOST
#include <pointerchain/deepcopy.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Sub {
  short n;
  double *numbers;
} Sub;

typedef struct Object {
  char tag;
  struct Object *left;
  double x;
  struct Object *right;
  struct Object *cells, *watch;
  int ncells;
  void *hidden;
  double *value, *row;
  int nrow, nentries;
  struct Object **entries;
  double *row_end; /* an observer: one past the row */
  double **grid;
  int ngrid, mgrid;
  Sub sub[2];
  short last;
} Object;

static long long count_cells(const void *o) { return ((const Object *)o)->ncells; }
static long long count_row(const void *o) { return ((const Object *)o)->nrow; }
static long long count_entries(const void *o) { return ((const Object *)o)->nentries; }
static long long count_grid(const void *o) { return ((const Object *)o)->ngrid; }
static long long count_line(const void *o) { return ((const Object *)o)->mgrid; }
static long long count_sub(const void *s) { return ((const Sub *)s)->n; }

static const pc_type double_descriptor = {"double", sizeof(double), sizeof(double), NULL, 0, 0, 0, NULL};
static const pc_type *double_type(void) { return &double_descriptor; }
static const pc_type *object_type(void);
static const pc_pointer entry_pointer = {"entries[]", 0,         1,           sizeof(void *), 0,
                                         0,           PC_SHARED, object_type, NULL,           NULL, PC_TOFROM, NULL};
static const pc_pointer line_pointer = {"grid[]", 0,         1,           sizeof(void *), 0,
                                        0,        PC_SHARED, double_type, count_line,     NULL, PC_TOFROM, NULL};
#define AT(field) offsetof(Object, field), 1, sizeof(void *), 0, 0
static pc_pointer object_pointers[] = {
    {"left", AT(left), PC_SHARED, object_type, NULL, NULL, PC_TOFROM, NULL},
    {"right", AT(right), PC_OWNED, object_type, NULL, NULL, PC_TOFROM, NULL},
    {"cells", AT(cells), PC_SHARED, object_type, count_cells, NULL, PC_TOFROM, NULL},
    {"watch", AT(watch), PC_OBSERVER, object_type, NULL, NULL, PC_TOFROM, NULL},
    {"hidden", AT(hidden), PC_SKIPPED, NULL, NULL, NULL, PC_TOFROM, NULL},
    {"value", AT(value), PC_SHARED, double_type, NULL, NULL, PC_TOFROM, NULL},
    {"row", AT(row), PC_SHARED, double_type, count_row, NULL, PC_TOFROM, NULL},
    {"entries", AT(entries), PC_OWNED, object_type, count_entries, &entry_pointer, PC_TOFROM, NULL},
    {"row_end", AT(row_end), PC_OBSERVER, double_type, NULL, NULL, PC_TOFROM, NULL},
    {"grid", AT(grid), PC_SHARED, double_type, count_grid, &line_pointer, PC_TOFROM, NULL},
    {"sub.numbers", offsetof(Object, sub) + offsetof(Sub, numbers), 2, sizeof(Sub), offsetof(Object, sub),
     sizeof(Sub), PC_SHARED, double_type, count_sub, NULL, PC_TOFROM, NULL}};
static const pc_type object_descriptor = {"struct Object",
                                          sizeof(Object),
                                          sizeof(double),
                                          object_pointers,
                                          sizeof object_pointers / sizeof *object_pointers,
                                          0,
                                          0,
                                          NULL};
static const pc_type *object_type(void) { return &object_descriptor; }
#define LEFT_OUT(field)                                                                                      \
  { #field, AT(field), PC_SKIPPED, NULL, NULL, NULL, PC_TOFROM, NULL}
static const pc_pointer thin_pointers[] = {
    LEFT_OUT(left),           LEFT_OUT(right),         LEFT_OUT(cells),   LEFT_OUT(watch),   LEFT_OUT(hidden),
    LEFT_OUT(value),          LEFT_OUT(row),           LEFT_OUT(entries), LEFT_OUT(row_end), LEFT_OUT(grid),
    LEFT_OUT(sub[0].numbers), LEFT_OUT(sub[1].numbers)};
static const pc_type thin_descriptor = {"struct Thin",
                                        sizeof(Object),
                                        sizeof(double),
                                        thin_pointers,
                                        sizeof thin_pointers / sizeof *thin_pointers,
                                        0,
                                        0,
                                        NULL};

enum { MOST = 400, ROOTS = 8 };
static Object *objects[MOST], relinked[MOST];
static double *numbers[MOST];
static Object **tables[MOST];
static double **lines[MOST];
static void *blocks[MOST];
static int nobjects, nnumbers, ntables, nlines, nblocks;

/* The model. */
static double expected_x[MOST], expected_number[MOST];
static Object saved[MOST];
static Object *saved_table[MOST];
static double *saved_line[MOST];
static int object_count[MOST], number_count[MOST], table_count[MOST], line_count[MOST];
static int full_count[MOST]; /* roots that reach an object with its pointers */
static unsigned char reached_object[ROOTS][MOST], reached_number[ROOTS][MOST], reached_table[ROOTS][MOST],
    reached_line[ROOTS][MOST];
static int root_first[ROOTS], root_n[ROOTS], root_thin[ROOTS], root_entered[ROOTS], nroots;
static int technique, refusals, is_mutable;

#define CHECK(condition, ...)                                                                                \
  do {                                                                                                       \
    if (!(condition)) {                                                                                      \
      printf("line %d: %s: ", __LINE__, #condition);                                                         \
      printf(__VA_ARGS__);                                                                                   \
      printf("\n");                                                                                          \
      exit(1);                                                                                               \
    }                                                                                                        \
  } while (0)

static int find_object(const Object *o) {
  int i;
  for (i = 0; i < nobjects; ++i)
    if (objects[i] == o) return i;
  return -1;
}

static int find_number(const double *d) {
  int i;
  for (i = 0; i < nnumbers; ++i)
    if (numbers[i] == d) return i;
  return -1;
}

static int find_table(Object *const *t) {
  int i;
  for (i = 0; i < ntables; ++i)
    if (tables[i] == t) return i;
  return -1;
}

static int find_line(double *const *l) {
  int i;
  for (i = 0; i < nlines; ++i)
    if (lines[i] == l) return i;
  return -1;
}

/* What a root reaches, by the meaning of the descriptors; written with other means than the runtime. */
static void reach(int root) {
  int changed = !root_thin[root], i, k, j;
  memset(reached_line[root], 0, MOST);
  memset(reached_object[root], 0, MOST);
  memset(reached_number[root], 0, MOST);
  memset(reached_table[root], 0, MOST);
  for (i = 0; i < root_n[root]; ++i) reached_object[root][root_first[root] + i] = 1;
  while (changed) {
    changed = 0;
#define REACH(set, index)                                                                                    \
  do {                                                                                                       \
    const int at = (index);                                                                                  \
    if (!set[root][at]) set[root][at] = 1, changed = 1;                                                      \
  } while (0)
    for (i = 0; i < nobjects; ++i) {
      const Object *o = objects[i];
      if (!reached_object[root][i]) continue;
      if (o->left) REACH(reached_object, find_object(o->left));
      if (o->right) REACH(reached_object, find_object(o->right));
      for (k = 0; o->cells && k < o->ncells; ++k) REACH(reached_object, find_object(o->cells + k));
      for (k = 0; o->row && k < o->nrow; ++k) REACH(reached_number, find_number(o->row + k));
      for (k = 0; o->sub[0].numbers && k < o->sub[0].n; ++k)
        REACH(reached_number, find_number(o->sub[0].numbers + k));
      for (k = 0; o->sub[1].numbers && k < o->sub[1].n; ++k)
        REACH(reached_number, find_number(o->sub[1].numbers + k));
      for (k = 0; o->entries && k < o->nentries; ++k) REACH(reached_table, find_table(o->entries + k));
      for (k = 0; o->grid && k < o->ngrid; ++k) {
        REACH(reached_line, find_line(o->grid + k));
        for (j = 0; o->grid[k] && j < o->mgrid; ++j) REACH(reached_number, find_number(o->grid[k] + j));
      }
    }
    for (i = 0; i < ntables; ++i)
      if (reached_table[root][i] && *tables[i]) REACH(reached_object, find_object(*tables[i]));
  }
}

/* A device pointer has to be the image of the host's; `must` says that the target is certainly mapped. */
static void check_pointer(const void *host, const void *device, int must, const char *name, int i) {
  if (!host) {
    CHECK(!device, "null '%s' of %d is not null on the device", name, i);
  } else if (must) {
    CHECK(device && device == pc_deepcopy_device_pointer(host), "'%s' of %d", name, i);
    CHECK(device != host, "'%s' of %d is a host address", name, i);
  } else {
    CHECK(!device || device != host, "'%s' of %d is a host address", name, i);
  }
}

/* A pointer that a type leaves out has no value, or that of a root that follows it. */
static void check_left_out(const void *host, const void *device, const char *name, int i) {
  CHECK(!device || device == pc_deepcopy_device_pointer(host), "'%s' of %d", name, i);
}

static void check_device(void) {
  int i, k;
  for (i = 0; i < nobjects; ++i) {
    const Object *o = objects[i], *d = (const Object *)pc_deepcopy_device_pointer(o);
    const char *before = i ? (const char *)pc_deepcopy_device_pointer(objects[i - 1]) : NULL;
    if (!object_count[i]) continue;
    CHECK(d && (const void *)d != o, "object %d is not mapped", i);
    /* Images of different objects do not overlap. */
    CHECK(!before || (const char *)d >= before + sizeof(Object) || before >= (const char *)d + sizeof(Object),
          "object %d", i);
    CHECK(d->x == expected_x[i] && d->tag == o->tag && d->last == o->last && d->ncells == o->ncells,
          "object %d", i);
    if (!full_count[i]) {
      check_left_out(o->left, d->left, "left", i);
      check_left_out(o->right, d->right, "right", i);
      if (o->ncells) check_left_out(o->cells, d->cells, "cells", i); /* else perhaps the end of what is there */
      check_left_out(o->value, d->value, "value", i);
      if (o->nrow) check_left_out(o->row, d->row, "row", i);
      if (o->nentries) check_left_out(o->entries, d->entries, "entries", i);
      if (o->ngrid) check_left_out(o->grid, d->grid, "grid", i);
      if (o->sub[1].n) check_left_out(o->sub[1].numbers, d->sub[1].numbers, "sub[1]", i);
      continue;
    }
    if (o->row) CHECK(d->row_end - d->row == o->row_end - o->row, "the end of the row of %d", i);
    check_pointer(o->grid, d->grid, o->ngrid > 0, "grid", i);
    for (k = 0; o->grid && k < o->ngrid; ++k) check_pointer(o->grid[k], d->grid[k], o->mgrid > 0, "line", i);
    check_pointer(o->left, d->left, 1, "left", i);
    check_pointer(o->right, d->right, 1, "right", i);
    check_pointer(o->cells, d->cells, o->ncells > 0, "cells", i);
    check_pointer(o->watch, d->watch, 0, "watch", i);
    CHECK(!d->hidden, "'hidden' of %d", i);
    check_pointer(o->value, d->value, 1, "value", i);
    check_pointer(o->row, d->row, o->nrow > 0, "row", i);
    check_pointer(o->entries, d->entries, o->nentries > 0, "entries", i);
    check_pointer(o->sub[0].numbers, d->sub[0].numbers, o->sub[0].n > 0, "sub[0]", i);
    check_pointer(o->sub[1].numbers, d->sub[1].numbers, o->sub[1].n > 0, "sub[1]", i);
  }
  for (i = 0; i < nnumbers; ++i) {
    const double *d = (const double *)pc_deepcopy_device_pointer(numbers[i]);
    if (number_count[i]) CHECK(d && *d == expected_number[i], "number %d", i);
  }
  for (i = 0; i < ntables; ++i) {
    Object *const *d = (Object *const *)pc_deepcopy_device_pointer(tables[i]);
    if (table_count[i]) check_pointer(*tables[i], *d, 1, "entry", i);
  }
}

/* The host: no pointer may change, ever, and no data of what is not mapped. */
static void check_host(void) {
  int i;
  for (i = 0; i < nobjects; ++i) {
    Object copy = *objects[i];
    if (!pc_deepcopy_device_pointer(objects[i]))
      CHECK(copy.x == expected_x[i], "object %d has %g, not %g", i, copy.x, expected_x[i]);
    copy.x = saved[i].x;
    CHECK(memcmp(&copy, &saved[i], sizeof copy) == 0, "object %d", i);
  }
  for (i = 0; i < nnumbers; ++i)
    if (!pc_deepcopy_device_pointer(numbers[i])) CHECK(*numbers[i] == expected_number[i], "number %d", i);
  for (i = 0; i < ntables; ++i) CHECK(*tables[i] == saved_table[i], "table %d", i);
  for (i = 0; i < nlines; ++i) CHECK(*lines[i] == saved_line[i], "line %d", i);
}

/* A kernel: changes all data that is mapped; to be seen on the host after the last exit. */
static void change(void) {
  int i;
  for (i = 0; i < nobjects; ++i) {
    Object *d = (Object *)pc_deepcopy_device_pointer(objects[i]);
    /* What only belongs to the extent of something that is reached does not come back. */
    if (d && object_count[i]) d->x = expected_x[i] += 1 + i;
  }
  for (i = 0; i < nnumbers; ++i) {
    double *d = (double *)pc_deepcopy_device_pointer(numbers[i]);
    if (d && number_count[i]) *d = expected_number[i] += 2 + i;
  }
}

/* Whether a root reaches an observer, or a pointer to nothing, whose target has left the device: neither
 * holds anything. */
static int observes_nothing(int root) {
  int i, k;
  for (i = 0; i < nobjects; ++i) {
    const Object *o = objects[i];
    if (!reached_object[root][i]) continue;
    if (o->watch && !object_count[find_object(o->watch)]) return 1;
    if (o->cells && o->ncells == 0 && !object_count[find_object(o->cells)]) return 1;
    if (o->row && o->nrow == 0 && !number_count[find_number(o->row)]) return 1;
    if (o->grid && o->ngrid == 0 && !line_count[find_line(o->grid)]) return 1;
    for (k = 0; o->grid && k < o->ngrid; ++k)
      if (o->grid[k] && o->mgrid == 0 && !number_count[find_number(o->grid[k])]) return 1;
    if (o->entries && o->nentries == 0 && !table_count[find_table(o->entries)]) return 1;
    for (k = 0; k < 2; ++k)
      if (o->sub[k].numbers && o->sub[k].n == 0 && !number_count[find_number(o->sub[k].numbers)]) return 1;
  }
  return 0;
}

static void add_counts(int root, int step) {
  int i;
  for (i = 0; i < MOST; ++i) {
    object_count[i] += step * reached_object[root][i];
    number_count[i] += step * reached_number[root][i];
    table_count[i] += step * reached_table[root][i];
    line_count[i] += step * reached_line[root][i];
    if (!root_thin[root]) full_count[i] += step * reached_object[root][i];
  }
}

static void on_error(int status, const char *message, void *data) {
  (void)data;
  fprintf(stderr, "%d: %s\n", status, message);
}

static pc_root root_of(int r) {
  const pc_root root = {root_thin[r] ? &thin_descriptor : &object_descriptor, objects[root_first[r]],
                        root_n[r], "root", PC_TOFROM, NULL};
  return root;
}

/* A kernel that links anew: nothing of it may reach the host, and no copy back ends well. Then the kernel takes it
 * back. */
static void relink(void) {
  int i, r;
  if (is_mutable) return;
  for (i = 0; i < nobjects; ++i) {
    Object *d = (Object *)pc_deepcopy_device_pointer(objects[i]);
    if (!d) continue;
    relinked[i] = *d;
    d->left = d->watch = d, d->hidden = d->value = &d->x;
  }
  for (r = 0; r < nroots; ++r) {
    const pc_root root = root_of(r);
    int status, seen = 0;
    if (!root_entered[r]) continue;
    status = pc_deepcopy_update_host(&root, 1, __FILE__, __LINE__);
    for (i = 0; i < nobjects; ++i) {
      const Object *d = (const Object *)pc_deepcopy_device_pointer(objects[i]);
      seen |= reached_object[r][i] && !root_thin[r] && objects[i]->left && relinked[i].left != d;
    }
    CHECK(status == PC_OK || status == PC_ERROR_CHANGED, "update host after a kernel's links gives %d", status);
    CHECK(!seen || status != PC_OK, "links of a kernel were not seen");
    check_host();
  }
  for (i = 0; i < nobjects; ++i) {
    Object *d = (Object *)pc_deepcopy_device_pointer(objects[i]);
    if (!d) continue;
    d->left = relinked[i].left, d->watch = relinked[i].watch;
    d->hidden = relinked[i].hidden, d->value = relinked[i].value;
  }
}

/* Roots that name the same objects are the same to the runtime. */
static int same_root(int r) {
  int i;
  for (i = 0; i < r; ++i)
    if (root_first[i] == root_first[r] && root_n[i] == root_n[r] && root_thin[i] == root_thin[r]) return i;
  return r;
}

/* Calls `what` for the roots that follow on the line. */
static void call(const char *what) {
  pc_root roots[ROOTS];
  int used[ROOTS], n = 0, i, status;
  while (scanf("%d", &used[n]) == 1) {
    const int r = used[n] = same_root(used[n]);
    roots[n++] = root_of(r);
  }
  if (scanf(" .") != 0) exit(2);
  if (strcmp(what, "enter") == 0) {
    status = pc_deepcopy_enter(roots, (size_t)n, (pc_technique)technique, __FILE__, __LINE__);
    if (status == PC_ERROR_OVERLAP || status == PC_ERROR_TYPE) {
      ++refusals;
      check_device();
      return;
    }
    CHECK(status == PC_OK, "enter gives %d", status);
    for (i = 0; i < n; ++i) {
      reach(used[i]);
      add_counts(used[i], 1);
      ++root_entered[used[i]];
    }
  } else {
    int fine = 1;
    for (i = 0; i < n; ++i)
      if (--root_entered[used[i]] < 0) fine = 0;
    status = pc_deepcopy_exit(roots, (size_t)n, 0, __FILE__, __LINE__);
    CHECK(status == (fine ? PC_OK : PC_ERROR_NOT_ENTERED), "exit gives %d", status);
    for (i = 0; i < n && !fine; ++i) ++root_entered[used[i]];
    for (i = 0; i < n && fine; ++i) add_counts(used[i], -1);
  }
  check_device();
  check_host();
}

/* An update of the device after a row has become longer than what is mapped there. */
static void longer(int r, int i) {
  Object *o = objects[i];
  const pc_root root = root_of(r);
  int status;
  if (!o->row || !o->nrow || !reached_object[r][i] || root_thin[r]) return;
  o->nrow += MOST;
  status = pc_deepcopy_update_device(&root, 1, __FILE__, __LINE__);
  o->nrow -= MOST;
  CHECK(status == PC_ERROR_CHANGED, "update of a longer row gives %d", status);
}

/* Neither an update of the host nor an exit may end well, nor write anything. */
static void refuse_back(int r, const char *why) {
  const pc_root root = root_of(r);
  const int update = pc_deepcopy_update_host(&root, 1, __FILE__, __LINE__);
  const int leave = pc_deepcopy_exit(&root, 1, 0, __FILE__, __LINE__);
  CHECK(update == PC_ERROR_CHANGED && leave == PC_ERROR_CHANGED, "%s: update %d, exit %d", why, update, leave);
}

/* The host takes elements away, or frees all of them. */
static void shorter(int r, int i) {
  Object *o = objects[i];
  const int n = o->nrow;
  double *row = o->row;
  if (!row || !n || !reached_object[r][i] || root_thin[r]) return;
  o->nrow = n - 1;
  refuse_back(r, "a shorter row");
  o->row = NULL, o->nrow = 0;
  refuse_back(r, "a row that was freed");
  o->row = row, o->nrow = n;
}

/* The host makes a pointer lead elsewhere, or nowhere. */
static void repoint(int r, int i, int j) {
  Object *o = objects[i], *left = o->left;
  if (!reached_object[r][i] || root_thin[r]) return;
  if (left != objects[j]) {
    o->left = objects[j];
    refuse_back(r, "a pointer that leads elsewhere");
  }
  if (left) {
    o->left = NULL;
    refuse_back(r, "a pointer that leads nowhere");
  }
  o->left = left;
}

/* Whether some root leaves out an object's pointers: its record, where it is the first, may know of no change. */
static int is_thin(int i) {
  int r;
  for (r = 0; r < nroots; ++r)
    if (root_thin[r] && i >= root_first[r] && i < root_first[r] + root_n[r]) return 1;
  return 0;
}

/* A kernel does, and takes it back when the host has seen it. */
static void link_anew(int r, int i, int j) {
  const pc_root root = root_of(r);
  Object *o = objects[i], *d = (Object *)pc_deepcopy_device_pointer(o);
  Object *to = (Object *)pc_deepcopy_device_pointer(objects[j]), *left, *watch, were = *o;
  const int watches = !o->watch || (d && d->watch); /* else the device has not got what the host has */
  int status;
  if (!d || !to || !full_count[j] || !reached_object[r][i] || root_thin[r] || d->left == to) return;
  left = d->left, watch = d->watch, d->left = to;
  if (watches) d->watch = to;
  status = pc_deepcopy_update_host(&root, 1, __FILE__, __LINE__);
  if (is_mutable && !(status == PC_ERROR_CHANGED && is_thin(i))) {
    CHECK(status == PC_OK, "a pointer that a kernel may change gives %d", status);
    CHECK(o->left == objects[j] && (!watches || o->watch == objects[j]), "what a kernel linked has not come");
    saved[i].left = o->left, saved[i].watch = o->watch;
    check_host();
    CHECK(pc_deepcopy_verify(&root, 1, __FILE__, __LINE__) != PC_ERROR_CHANGED, "what came is not recorded");
    d->left = left, d->watch = watch;
    status = pc_deepcopy_update_host(&root, 1, __FILE__, __LINE__);
    if (status == PC_ERROR_CHANGED && is_thin(i)) { /* refused, and the host has what came before: nothing follows */
      printf("ok %d\n", refusals);
      exit(0);
    }
    CHECK(status == PC_OK, "the old links give %d", status);
    CHECK(o->left == were.left && o->watch == were.watch, "the old links have not come");
    saved[i].left = were.left, saved[i].watch = were.watch;
  } else {
    CHECK(status == PC_ERROR_CHANGED, "a pointer that a kernel changed gives %d", status);
    d->left = left, d->watch = watch;
  }
  check_host();
}

int main(void) {
  char word[32];
  int i, j, n, started = 0;
  pc_set_error_handler(on_error, NULL);
  while (scanf("%31s", word) == 1) {
#define IS(text) (strcmp(word, text) == 0)
    if (IS("technique")) {
      if (scanf("%d", &technique) != 1) return 2;
    } else if (IS("mutable")) {
      is_mutable = 1;
      object_pointers[0].flags = object_pointers[3].flags = PC_MUTABLE;
    } else if (IS("pool")) {
      Object *pool;
      if (scanf("%d", &n) != 1) return 2;
      pool = (Object *)calloc((size_t)n, sizeof *pool);
      blocks[nblocks++] = pool;
      for (i = 0; i < n; ++i, ++nobjects) {
        objects[nobjects] = &pool[i];
        pool[i].tag = (char)nobjects;
        pool[i].last = (short)(nobjects * 3);
        pool[i].x = nobjects;
      }
    } else if (IS("doubles")) {
      double *block;
      if (scanf("%d", &n) != 1) return 2;
      blocks[nblocks++] = block = (double *)malloc((size_t)n * sizeof *block);
      for (i = 0; i < n; ++i, ++nnumbers) {
        numbers[nnumbers] = &block[i];
        block[i] = 0.5 + nnumbers;
      }
    } else if (IS("table")) {
      Object **block;
      if (scanf("%d", &n) != 1) return 2;
      blocks[nblocks++] = block = (Object **)calloc((size_t)n, sizeof *block);
      for (i = 0; i < n; ++i) tables[ntables++] = &block[i];
    } else if (IS("left") || IS("right") || IS("watch") || IS("hidden") || IS("value")) {
      if (scanf("%d %d", &i, &j) != 2) return 2;
      if (IS("left")) objects[i]->left = objects[j];
      if (IS("right")) objects[i]->right = objects[j];
      if (IS("watch")) objects[i]->watch = objects[j];
      if (IS("hidden")) objects[i]->hidden = objects[j];
      if (IS("value")) objects[i]->value = &objects[j]->x;
      /* The member lies in an object that is reached too: the model needs not follow it. */
      if (IS("value")) objects[i]->left = objects[j];
    } else if (IS("cells")) {
      if (scanf("%d %d %d", &i, &j, &n) != 3) return 2;
      objects[i]->cells = objects[j];
      objects[i]->ncells = n;
    } else if (IS("row") || IS("sub0") || IS("sub1")) {
      if (scanf("%d %d %d", &i, &j, &n) != 3) return 2;
      if (IS("row")) objects[i]->row = numbers[j], objects[i]->nrow = n, objects[i]->row_end = numbers[j] + n;
      if (IS("sub0")) objects[i]->sub[0].numbers = numbers[j], objects[i]->sub[0].n = (short)n;
      if (IS("sub1")) objects[i]->sub[1].numbers = numbers[j], objects[i]->sub[1].n = (short)n;
    } else if (IS("entry")) {
      if (scanf("%d %d", &i, &j) != 2) return 2;
      *tables[i] = objects[j];
    } else if (IS("entries")) {
      if (scanf("%d %d %d", &i, &j, &n) != 3) return 2;
      objects[i]->entries = tables[j];
      objects[i]->nentries = n;
    } else if (IS("rows")) {
      double **block;
      if (scanf("%d", &n) != 1) return 2;
      blocks[nblocks++] = block = (double **)calloc((size_t)n, sizeof *block);
      for (i = 0; i < n; ++i) lines[nlines++] = &block[i];
    } else if (IS("line")) {
      if (scanf("%d %d", &i, &j) != 2) return 2;
      *lines[i] = numbers[j];
    } else if (IS("grid")) {
      int m;
      if (scanf("%d %d %d %d", &i, &j, &n, &m) != 4) return 2;
      objects[i]->grid = lines[j];
      objects[i]->ngrid = n;
      objects[i]->mgrid = m;
    } else if (IS("root") || IS("thin")) {
      if (scanf("%d %d", &root_first[nroots], &root_n[nroots]) != 2) return 2;
      root_thin[nroots++] = IS("thin");
    } else {
      if (!started) {
        started = 1;
        for (i = 0; i < nobjects; ++i) saved[i] = *objects[i], expected_x[i] = objects[i]->x;
        for (i = 0; i < nnumbers; ++i) expected_number[i] = *numbers[i];
        for (i = 0; i < ntables; ++i) saved_table[i] = *tables[i];
        for (i = 0; i < nlines; ++i) saved_line[i] = *lines[i];
      }
      if (IS("enter") || IS("exit")) {
        call(word);
      } else if (IS("change")) {
        change();
        check_device();
      } else if (IS("relink")) {
        relink();
      } else if (IS("longer") || IS("shorter")) {
        if (scanf("%d %d", &i, &j) != 2) return 2;
        i = same_root(i);
        if (root_entered[i] && IS("longer")) longer(i, j);
        if (root_entered[i] && IS("shorter")) shorter(i, j);
        check_device();
        check_host();
      } else if (IS("repoint") || IS("link")) {
        if (scanf("%d %d %d", &i, &j, &n) != 3) return 2;
        i = same_root(i);
        if (root_entered[i] && IS("repoint")) repoint(i, j, n);
        if (root_entered[i] && IS("link")) link_anew(i, j, n);
        check_device();
        check_host();
      } else {
        pc_root root;
        int status;
        if (scanf("%d", &i) != 1) return 2;
        i = same_root(i);
        if (!root_entered[i]) continue;
        root = root_of(i);
        if (IS("verify"))
          status = pc_deepcopy_verify(&root, 1, __FILE__, __LINE__);
        else if (IS("update_host") || IS("update_device"))
          status = pc_deepcopy_update_host(&root, 1, __FILE__, __LINE__);
        else
          return 2;
        CHECK(status == PC_OK || (status == PC_ERROR_STRAY && observes_nothing(i)), "%s gives %d", word,
              status);
        if (IS("update_device") && status == PC_OK) {
          status = pc_deepcopy_update_device(&root, 1, __FILE__, __LINE__);
          CHECK(status == PC_OK, "update device gives %d", status);
          check_device();
        }
        if (IS("update_host"))
          for (j = 0; j < nobjects; ++j)
            if (reached_object[i][j]) CHECK(objects[j]->x == expected_x[j], "update host: object %d", j);
        check_host();
      }
    }
  }
  relink();
  for (i = 0; i < nroots; ++i)
    while (root_entered[i]) {
      const pc_root root = root_of(i);
      CHECK(pc_deepcopy_exit(&root, 1, 0, __FILE__, __LINE__) == PC_OK, "the last exit of %d", i);
      --root_entered[i];
      add_counts(i, -1);
    }
  for (i = 0; i < nobjects; ++i) CHECK(!pc_deepcopy_device_pointer(objects[i]), "object %d stays mapped", i);
  check_host();
  CHECK(pc_host_device_model()->blocks == 0, "device memory leaks");
  for (i = 0; i < nblocks; ++i) free(blocks[i]);
  printf("ok %d\n", refusals);
  return 0;
}
