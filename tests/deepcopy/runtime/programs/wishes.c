/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What a program asks for beyond a copy both ways: directions, unions, parts, pointers that are attached
 * later, structures that have changed. Single cases, as in cases.c, each with all techniques.
 */
#include "single_cases.h"

#include <stdlib.h>
#include <sys/mman.h>

#define AT(type, member) offsetof(type, member), 1, sizeof(void *), 0, 0
#define EACH(technique) for (technique = PC_AUTO; technique <= PC_ARENA; ++technique)
#define ON_DEVICE(type, host) ((type *)pc_deepcopy_device_pointer(host))

static const pc_type double_descriptor = {"double", sizeof(double), sizeof(double), NULL, 0, 0, 0, NULL};
static const pc_type *double_type(void) { return &double_descriptor; }

static pc_root root_of(const pc_type *type, const void *base, long long count) {
  const pc_root root = {type, base, count, "root", PC_TOFROM, NULL};
  return root;
}

static int enter(pc_root root, int technique) {
  return pc_deepcopy_enter(&root, 1, (pc_technique)technique, HERE);
}

static int leave(pc_root root) { return pc_deepcopy_exit(&root, 1, 0, HERE); }

static void nothing_left(void) { CHECK(pc_host_device_model()->blocks == 0); }

static void fill(double *x, int n, double from) {
  int i;
  for (i = 0; i < n; ++i) x[i] = from + i;
}

static int is_filled(const double *x, int n, double from) {
  int i;
  for (i = 0; i < n; ++i)
    if (x[i] != from + i) return 0;
  return 1;
}

/* --- directions -------------------------------------------------------------------------------------------
 */

enum { N = 100 };

typedef struct Field {
  int n;
  struct Field *next;
  double *both, *in, *out, *scratch;
} Field;
static long long field_n(const void *o) { return ((const Field *)o)->n; }
static const pc_type *field_type(void);
static const pc_pointer field_pointers[] = {
    {"next", AT(Field, next), PC_OWNED, field_type, NULL, NULL, PC_TOFROM, NULL},
    {"both", AT(Field, both), PC_OWNED, double_type, field_n, NULL, PC_TOFROM, NULL},
    {"in", AT(Field, in), PC_OWNED, double_type, field_n, NULL, PC_TO, NULL},
    {"out", AT(Field, out), PC_OWNED, double_type, field_n, NULL, PC_FROM, NULL},
    {"scratch", AT(Field, scratch), PC_SHARED, double_type, field_n, NULL, PC_ALLOC, NULL}};
static const pc_type field_descriptor = {
    "struct Field", sizeof(Field), sizeof(void *), field_pointers, 5, 0, 0, NULL};
static const pc_type *field_type(void) { return &field_descriptor; }

static void new_field(Field *field, Field *next) {
  double **const arrays[] = {&field->both, &field->in, &field->out, &field->scratch};
  int i;
  field->n = N;
  field->next = next;
  for (i = 0; i < 4; ++i) {
    *arrays[i] = (double *)malloc(N * sizeof(double));
    fill(*arrays[i], N, 1000 * i);
  }
}

static void free_field(Field *field) {
  free(field->both), free(field->in), free(field->out), free(field->scratch);
}

/* A kernel: reads what went to the device, writes all. */
static void use_field(const Field *host, int to) {
  Field *f = ON_DEVICE(Field, host);
  CHECK(f->n == N && f->both != host->both);
  if (to) CHECK(is_filled(f->both, N, 0) && is_filled(f->in, N, 1000));
  f->n = N;
  fill(f->both, N, 5000), fill(f->in, N, 6000), fill(f->out, N, 7000), fill(f->scratch, N, 8000);
}

static int directions_of_members(void) {
  int technique;
  EACH(technique) {
    Field second, first;
    long long bytes = 4 * N * (long long)sizeof(double);
    new_field(&second, NULL), new_field(&first, &second);
    pc_reset_stats();
    CHECK(enter(root_of(&field_descriptor, &first, 1), technique) == PC_OK);
    CHECK(pc_get_stats().bytes_to >= bytes && pc_get_stats().bytes_to < bytes + bytes / 2);
    use_field(&first, 1), use_field(&second, 1);
    pc_reset_stats();
    CHECK(leave(root_of(&field_descriptor, &first, 1)) == PC_OK);
    CHECK(pc_get_stats().bytes_from >= bytes && pc_get_stats().bytes_from < bytes + bytes / 2);
    CHECK(is_filled(second.both, N, 5000) && is_filled(second.in, N, 1000));
    CHECK(is_filled(second.out, N, 7000) && is_filled(second.scratch, N, 3000));
    CHECK(first.next == &second && first.n == N);
    free_field(&first), free_field(&second);
    nothing_left();
  }
  return 0;
}

/* What a root says holds for all that it leads to, together with what the members say. */
static int directions_of_roots(void) {
  int technique, direction;
  EACH(technique)
  for (direction = PC_TOFROM; direction <= PC_ALLOC; ++direction) {
    const int to = direction == PC_TOFROM || direction == PC_TO;
    const int from = direction == PC_TOFROM || direction == PC_FROM;
    Field second, first;
    pc_root root = root_of(&field_descriptor, &first, 1);
    root.direction = (pc_direction)direction;
    new_field(&second, NULL), new_field(&first, &second);
    CHECK(enter(root, technique) == PC_OK);
    use_field(&first, to), use_field(&second, to);
    CHECK(leave(root) == PC_OK);
    CHECK(is_filled(second.both, N, from ? 5000 : 0) && is_filled(second.in, N, 1000));
    CHECK(is_filled(second.out, N, from ? 7000 : 2000) && is_filled(second.scratch, N, 3000));
    free_field(&first), free_field(&second);
    nothing_left();
  }
  return 0;
}

/* Two roots that say different things and share a part: there its data travel if one of them says so. */
static int directions_that_differ(void) {
  int technique, first_exit;
  EACH(technique)
  for (first_exit = 0; first_exit < 2; ++first_exit) {
    Field shared, a, b;
    pc_root roots[2] = {root_of(&field_descriptor, &a, 1), root_of(&field_descriptor, &b, 1)};
    roots[0].direction = PC_ALLOC;
    roots[1].direction = PC_TO;
    new_field(&shared, NULL), new_field(&a, &shared), new_field(&b, &shared);
    CHECK(pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE) == PC_OK);
    use_field(&a, 0), use_field(&b, 1), use_field(&shared, 1);
    CHECK(pc_deepcopy_exit(&roots[first_exit], 1, 0, HERE) == PC_OK);
    CHECK(pc_deepcopy_exit(&roots[!first_exit], 1, 0, HERE) == PC_OK);
    CHECK(is_filled(a.both, N, 0) && is_filled(b.both, N, 0) && is_filled(shared.both, N, 0));
    free_field(&a), free_field(&b), free_field(&shared);
    nothing_left();
  }
  return 0;
}

/* Data come back as the root says that is the last to leave them; an update moves them in any case. */
static int the_last_to_leave_decides(void) {
  int technique, order;
  EACH(technique)
  for (order = 0; order < 2; ++order) {
    Field field;
    pc_root both = root_of(&field_descriptor, &field, 1), none = both;
    none.direction = PC_ALLOC;
    new_field(&field, NULL);
    CHECK(enter(order ? none : both, technique) == PC_OK);
    CHECK(enter(order ? both : none, technique) == PC_OK);
    use_field(&field, !order);
    CHECK(pc_deepcopy_update_host(&both, 1, HERE) == PC_OK);
    CHECK(is_filled(field.scratch, N, 8000) && is_filled(field.in, N, 6000));
    fill(field.both, N, 1);
    /* The latest enter of a root is the first to leave. */
    CHECK(leave(both) == PC_OK && is_filled(field.both, N, 1));
    CHECK(leave(both) == PC_OK && is_filled(field.both, N, order ? 1 : 5000));
    free_field(&field);
    nothing_left();
  }
  return 0;
}

/* Overlapping arrays of two directions. */
static int directions_that_overlap(void) {
  int technique;
  EACH(technique) {
    double x[2 * N];
    Field field = {N, NULL, NULL, NULL, NULL, NULL};
    field.in = x, field.out = x + N / 2;
    fill(x, 2 * N, 0);
    CHECK(enter(root_of(&field_descriptor, &field, 1), technique) == PC_OK);
    CHECK(is_filled(ON_DEVICE(double, x), N, 0) && is_filled(ON_DEVICE(double, x + N), N / 2, N));
    fill(ON_DEVICE(double, x), N + N / 2, 500);
    CHECK(leave(root_of(&field_descriptor, &field, 1)) == PC_OK);
    CHECK(is_filled(x + N / 2, N, 500 + N / 2)); /* the other half lies in the same extent, and came, too */
    nothing_left();
  }
  return 0;
}

/* Rows: the pointers go with them. */
typedef struct Table {
  int n;
  double **rows;
} Table;
static long long table_n(const void *o) { return ((const Table *)o)->n; }
static const pc_pointer table_row = {"rows[]", 0,           1,       sizeof(void *), 0,        0,
                                     PC_OWNED, double_type, table_n, NULL,           PC_ALLOC, NULL};
static const pc_pointer table_pointers[] = {
    {"rows", AT(Table, rows), PC_OWNED, double_type, table_n, &table_row, PC_ALLOC, NULL}};
static const pc_type table_descriptor = {
    "struct Table", sizeof(Table), sizeof(void *), table_pointers, 1, 0, 0, NULL};

static int directions_of_rows(void) {
  int technique, i;
  EACH(technique) {
    double x[4][4], *rows[4];
    Table table = {4, rows};
    for (i = 0; i < 4; ++i) rows[i] = x[i], fill(x[i], 4, i);
    CHECK(enter(root_of(&table_descriptor, &table, 1), technique) == PC_OK);
    for (i = 0; i < 4; ++i) {
      CHECK(ON_DEVICE(Table, &table)->rows[i] == ON_DEVICE(double, x[i]));
      fill(ON_DEVICE(Table, &table)->rows[i], 4, 100);
    }
    CHECK(leave(root_of(&table_descriptor, &table, 1)) == PC_OK);
    for (i = 0; i < 4; ++i) CHECK(rows[i] == x[i] && is_filled(x[i], 4, i));
    nothing_left();
  }
  return 0;
}

/* --- unions -----------------------------------------------------------------------------------------------
 */

typedef struct Value Value;
struct Value {
  int tag, n;
  union {
    double number;
    struct {
      int kind;
      Value *list;
    } inner;
    double *array;
    Value *pair[2];
  } u;
};
enum { NUMBER, LIST, ARRAY, PAIR };
static long long value_n(const void *o) { return ((const Value *)o)->n; }
static int is_list(const void *o) { return ((const Value *)o)->tag == LIST; }
static int is_array(const void *o) { return ((const Value *)o)->tag == ARRAY; }
static int is_pair(const void *o) { return ((const Value *)o)->tag == PAIR; }
static const pc_type *value_type(void);
static const pc_pointer value_pointers[] = {
    {"u.inner.list", AT(Value, u.inner.list), PC_OWNED, value_type, value_n, NULL, PC_TOFROM, is_list},
    {"u.array", AT(Value, u.array), PC_OWNED, double_type, value_n, NULL, PC_TOFROM, is_array},
    {"u.pair[]", offsetof(Value, u.pair), 2, sizeof(void *), 0, 0, PC_SHARED, value_type, NULL, NULL,
     PC_TOFROM, is_pair}};
static const pc_type value_descriptor = {
    "struct Value", sizeof(Value), sizeof(void *), value_pointers, 3, 0, 0, NULL};
static const pc_type *value_type(void) { return &value_descriptor; }

static Value number(double x) {
  Value value;
  memset(&value, 0, sizeof value);
  value.tag = NUMBER;
  value.u.number = x;
  return value;
}

/* Adds one to every number that a value leads to; gives their sum before. */
static double add_one(Value *v) {
  double sum = 0;
  int i;
  switch (v->tag) {
  case NUMBER: sum = v->u.number++; break;
  case LIST:
    for (i = 0; i < v->n; ++i) sum += add_one(&v->u.inner.list[i]);
    break;
  case ARRAY:
    for (i = 0; i < v->n; ++i) sum += v->u.array[i]++;
    break;
  default: sum = add_one(v->u.pair[0]) + add_one(v->u.pair[1]);
  }
  return sum;
}

typedef struct Tree {
  Value root, items[3], left, right;
  double array[5];
} Tree;
static void new_tree(Tree *tree) {
  tree->root = number(0);
  tree->root.tag = LIST, tree->root.n = 3, tree->root.u.inner.kind = 77,
  tree->root.u.inner.list = tree->items;
  tree->items[0] = number(0x1p-1022); /* which as a pointer would lead somewhere */
  tree->items[1] = number(0);
  tree->items[1].tag = ARRAY, tree->items[1].n = 5, tree->items[1].u.array = tree->array;
  tree->items[2] = number(0);
  tree->items[2].tag = PAIR, tree->items[2].u.pair[0] = &tree->left, tree->items[2].u.pair[1] = &tree->right;
  tree->left = number(10), tree->right = number(20);
  fill(tree->array, 5, 0);
}

static int unions(void) {
  int technique;
  EACH(technique) {
    Tree *tree = (Tree *)malloc(sizeof *tree);
    const pc_root root = root_of(&value_descriptor, &tree->root, 1);
    new_tree(tree);
    CHECK(enter(root, technique) == PC_OK);
    CHECK(pc_deepcopy_verify(&root, 1, HERE) == PC_OK);
    CHECK(add_one(ON_DEVICE(Value, &tree->root)) == 40);
    CHECK(ON_DEVICE(Value, &tree->root)->u.inner.kind == 77);
    ON_DEVICE(Value, &tree->root)->u.inner.kind = 78;
    CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_OK);
    CHECK(tree->left.u.number == 11 && tree->items[0].u.number == 1 && tree->root.u.inner.kind == 78);
    tree->right.u.number = 100;
    CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_OK);
    CHECK(add_one(ON_DEVICE(Value, &tree->root)) == 11 + 100 + 1 + 15);
    CHECK(leave(root) == PC_OK);
    CHECK(add_one(&tree->root) == 12 + 101 + 2 + 20);
    free(tree);
    nothing_left();
  }
  return 0;
}

/* The host or a kernel makes another member alive. */
static int union_changed(void) {
  int technique;
  EACH(technique) {
    Tree *tree = (Tree *)malloc(sizeof *tree);
    const pc_root root = root_of(&value_descriptor, &tree->root, 1);
    new_tree(tree);
    CHECK(enter(root, technique) == PC_OK);
    tree->items[0].tag = PAIR;
    CHECK(leave(root) == PC_ERROR_CHANGED);
    tree->items[0].tag = NUMBER;
    tree->items[1].tag = NUMBER;
    CHECK(leave(root) == PC_ERROR_CHANGED);
    tree->items[1].tag = ARRAY;
    ON_DEVICE(Value, &tree->items[1])->tag = NUMBER;
    ON_DEVICE(Value, &tree->items[1])->u.number = 5;
    CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_ERROR_CHANGED);
    tree->items[1].tag = ARRAY;
    CHECK(pc_deepcopy_exit(&root, 1, PC_DELETE, HERE) == PC_OK);
    free(tree);
    nothing_left();
  }
  return 0;
}

/* Another root leads to where the host has made a number of a pointer. */
static int union_changed_elsewhere(void) {
  int technique;
  EACH(technique) {
    double x[5];
    Value value = number(0);
    const pc_root root = root_of(&value_descriptor, &value, 1);
    fill(x, 5, 0);
    value.tag = ARRAY, value.n = 5, value.u.array = x;
    CHECK(enter(root, technique) == PC_OK);
    value.tag = NUMBER, value.u.number = 5;
    CHECK(enter(root, technique) == PC_ERROR_CHANGED);
    CHECK(pc_deepcopy_update_structure(&root, 1, HERE) == PC_OK && enter(root, technique) == PC_OK);
    CHECK(ON_DEVICE(Value, &value)->u.number == 5 && leave(root) == PC_OK && leave(root) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* --- parts ------------------------------------------------------------------------------------------------
 */

static int parts_of_arrays(void) {
  int technique;
  EACH(technique) {
    Field field;
    const pc_root root = root_of(&field_descriptor, &field, 1);
    pc_root part;
    new_field(&field, NULL);
    CHECK(enter(root, technique) == PC_OK);
    fill(ON_DEVICE(double, field.both), N, 500);
    part = root_of(&double_descriptor, field.both + 10, 5);
    CHECK(pc_deepcopy_update_host(&part, 1, HERE) == PC_OK);
    CHECK(is_filled(field.both, 10, 0) && is_filled(field.both + 10, 5, 510) &&
          is_filled(field.both + 15, N - 15, 15));
    part = root_of(&double_descriptor, field.both, 5);
    CHECK(pc_deepcopy_update_device(&part, 1, HERE) == PC_OK);
    CHECK(is_filled(ON_DEVICE(double, field.both), 5, 0) &&
          is_filled(ON_DEVICE(double, field.both + 5), 5, 505));
    part = root_of(&double_descriptor, field.both + N - 5, 6);
    CHECK(pc_deepcopy_update_host(&part, 1, HERE) == PC_ERROR_OVERLAP);
    CHECK(pc_deepcopy_exit(&root, 1, PC_DELETE, HERE) == PC_OK);
    CHECK(pc_deepcopy_update_host(&part, 1, HERE) == PC_ERROR_NOT_ENTERED);
    free_field(&field);
    nothing_left();
  }
  return 0;
}

/* Some elements of an array of records, and what they lead to. */
static int parts_of_records(void) {
  int technique, i;
  EACH(technique) {
    enum { COUNT = 3 * (2 << 20) / (int)sizeof(Value) }; /* of more than one window */
    Value *values = (Value *)calloc(COUNT, sizeof *values);
    double *arrays = (double *)calloc(COUNT, sizeof *arrays);
    const pc_root all = root_of(&value_descriptor, values, COUNT);
    pc_root part = root_of(&value_descriptor, values + 7, COUNT - 10), cut;
    for (i = 0; i < COUNT; ++i) {
      values[i] = number(i);
      arrays[i] = i;
      if (i % 2) values[i].tag = ARRAY, values[i].n = 1, values[i].u.array = &arrays[i];
    }
    CHECK(enter(all, technique) == PC_OK);
    for (i = 0; i < COUNT; ++i) add_one(&ON_DEVICE(Value, values)[i]);
    CHECK(pc_deepcopy_update_host(&part, 1, HERE) == PC_OK);
    for (i = 0; i < COUNT; ++i) {
      const int updated = i >= 7 && i < COUNT - 3;
      CHECK((i % 2 ? arrays[i] : values[i].u.number) == i + updated);
      CHECK(!(i % 2) || values[i].u.array == &arrays[i]);
    }
    for (i = 7; i < COUNT - 3; ++i) add_one(&values[i]);
    CHECK(pc_deepcopy_update_device(&part, 1, HERE) == PC_OK);
    CHECK(pc_deepcopy_verify(&part, 1, HERE) == PC_OK && pc_deepcopy_verify(&all, 1, HERE) == PC_OK);
    for (i = 0; i < COUNT; ++i)
      CHECK(add_one(&ON_DEVICE(Value, values)[i]) == i + 1 + (i >= 7 && i < COUNT - 3));
    cut = root_of(&double_descriptor, (char *)&values[1].u.array + 4, 1);
    CHECK(pc_deepcopy_update_device(&cut, 1, HERE) == PC_ERROR_OVERLAP);
    CHECK(pc_deepcopy_exit(&all, 1, PC_DELETE, HERE) == PC_OK);
    free(values), free(arrays);
    nothing_left();
  }
  return 0;
}

/* An update of a part has nothing to do with a union in another one. */
static int parts_beside_changes(void) {
  int technique;
  EACH(technique) {
    double x = 1;
    Value values[2];
    const pc_root all = root_of(&value_descriptor, values, 2), part = root_of(&value_descriptor, values, 1);
    values[0] = number(3), values[1] = number(0);
    values[1].tag = ARRAY, values[1].n = 1, values[1].u.array = &x;
    CHECK(enter(all, technique) == PC_OK);
    values[1].tag = NUMBER;
    add_one(ON_DEVICE(Value, values));
    CHECK(pc_deepcopy_update_host(&part, 1, HERE) == PC_OK && values[0].u.number == 4);
    CHECK(pc_deepcopy_exit(&all, 1, PC_DELETE, HERE) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* A copy to the host of all of an array of which the root that is left reaches a part: the host has made a
 * number of a pointer in the other one, and keeps it. */
static int copied_beside_changes(void) {
  int technique;
  EACH(technique) {
    double x = 1;
    Value values[2];
    const pc_root all = root_of(&value_descriptor, values, 2), part = root_of(&value_descriptor, values, 1);
    values[0] = number(3), values[1] = number(0);
    values[1].tag = ARRAY, values[1].n = 1, values[1].u.array = &x;
    CHECK(enter(all, technique) == PC_OK && enter(part, technique) == PC_OK);
    CHECK(pc_deepcopy_exit(&all, 1, PC_DELETE, HERE) == PC_OK);
    values[1] = number(7);
    CHECK(pc_deepcopy_update_host(&part, 1, HERE) == PC_ERROR_CHANGED && leave(part) == PC_ERROR_CHANGED);
    CHECK(values[1].tag == NUMBER && values[1].u.number == 7);
    CHECK(pc_deepcopy_exit(&part, 1, PC_DELETE, HERE) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* --- pointers that are attached ----------------------------------------------------------------------------
 */

typedef struct Simulation {
  int n;
  double *x, *y;
  Field *fields;
} Simulation;
static const pc_pointer simulation_pointers[] = {
    {"x", AT(Simulation, x), PC_SKIPPED, NULL, NULL, NULL, PC_TOFROM, NULL},
    {"y", AT(Simulation, y), PC_OWNED, double_type, NULL, NULL, PC_TOFROM, NULL},
    {"fields", AT(Simulation, fields), PC_OBSERVER, field_type, NULL, NULL, PC_TOFROM, NULL}};
static const pc_type simulation_descriptor = {
    "struct Simulation", sizeof(Simulation), sizeof(void *), simulation_pointers, 3, 0, 0, NULL};

static pc_root member_of(const pc_type *type, const void *at, long long start, long long count) {
  char *value;
  pc_root root = root_of(type, NULL, count);
  memcpy(&value, at, sizeof value);
  root.base = value + start * (long long)type->size;
  root.at = at;
  return root;
}

/* The parent is mapped first, its members one by one, in all three states of a pointer; then they leave. */
static int attached_members(void) {
  int technique, parent_first;
  EACH(technique)
  for (parent_first = 0; parent_first < 2; ++parent_first) {
    Simulation *s = (Simulation *)calloc(1, sizeof *s);
    const Simulation *d;
    const pc_root parent = root_of(&simulation_descriptor, s, 1);
    pc_root x, y, fields;
    Field field;
    double array[N], one = 1;
    s->x = array;
    CHECK(enter(parent, technique) == PC_OK);
    d = ON_DEVICE(Simulation, s);
    CHECK(!d->x && !d->y && !d->fields);
    s->y = &one, s->fields = &field;
    fill(array, N, 0), new_field(&field, NULL);
    x = member_of(&double_descriptor, &s->x, 10, N - 10);
    y = member_of(&double_descriptor, &s->y, 0, 1);
    fields = member_of(&field_descriptor, &s->fields, 0, 1);
    CHECK(enter(x, technique) == PC_OK && enter(y, technique) == PC_OK && enter(fields, technique) == PC_OK);
    CHECK(d->x + 10 == ON_DEVICE(double, array + 10) && is_filled(d->x + 10, N - 10, 10));
    CHECK(d->y == ON_DEVICE(double, &one) && d->fields == ON_DEVICE(Field, &field));
    CHECK(is_filled(d->fields->both, N, 0));
    CHECK(enter(x, technique) == PC_OK && leave(x) == PC_OK && d->x + 10 == ON_DEVICE(double, array + 10));
    CHECK(pc_deepcopy_update_device(&parent, 1, HERE) == PC_OK && d->x + 10 == ON_DEVICE(double, array + 10));
    CHECK(pc_deepcopy_verify(&parent, 1, HERE) == PC_OK);
    d->x[20] = 99;
    if (parent_first) CHECK(leave(parent) == PC_OK);
    CHECK(leave(x) == PC_OK && array[20] == 99 && s->x == array);
    if (!parent_first) CHECK(!d->x && d->y);
    CHECK(leave(fields) == PC_OK && leave(y) == PC_OK);
    if (!parent_first) CHECK(!d->y && !d->fields && leave(parent) == PC_OK);
    CHECK(s->y == &one && s->fields == &field);
    free_field(&field), free(s);
    nothing_left();
  }
  return 0;
}

/* Parent and members enter together; a pointer that leads elsewhere already is an error, as is a device that
 * fails, and then all is as before. */
static int attaching_together(void) {
  int technique;
  EACH(technique) {
    Simulation s = {0, NULL, NULL, NULL};
    double one = 1, two = 2, array[N];
    pc_root roots[2] = {root_of(&simulation_descriptor, &s, 1), root_of(&double_descriptor, array, N)}, y;
    s.x = array, s.y = &one;
    fill(array, N, 0);
    roots[1].at = &s.x;
    CHECK(pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE) == PC_OK);
    CHECK(is_filled(ON_DEVICE(Simulation, &s)->x, N, 0));
    s.y = &two;
    y = member_of(&double_descriptor, &s.y, 0, 1);
    CHECK(enter(y, technique) == PC_ERROR_CHANGED && ON_DEVICE(Simulation, &s)->y == ON_DEVICE(double, &one));
    s.y = &one;
    CHECK(leave(roots[1]) == PC_OK && !ON_DEVICE(Simulation, &s)->x);
    pc_host_device_model()->fail_after = technique == PC_BASE || technique == PC_BASE_PLUS ? 3 : 3;
    CHECK(enter(roots[1], technique) == PC_ERROR_DEVICE);
    pc_host_device_model()->fail_after = 0;
    CHECK(!ON_DEVICE(Simulation, &s)->x && !pc_deepcopy_device_pointer(array));
    CHECK(leave(roots[0]) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* --- structures that change --------------------------------------------------------------------------------
 */

/* Nodes come, go and come again where others were; lengths grow; the root stays. */
static int changed_structure(void) {
  int technique, round, i;
  EACH(technique) {
    Field head;
    const pc_root root = root_of(&field_descriptor, &head, 1);
    new_field(&head, NULL);
    CHECK(enter(root, technique) == PC_OK);
    for (round = 0; round < 20; ++round) {
      Field *at, **link = &head.next;
      const Field *device;
      int length = 0;
      for (i = 0; *link; ++i) { /* every other one goes */
        Field *old = *link;
        if ((i + round) % 2) {
          link = &old->next;
          continue;
        }
        *link = old->next;
        free_field(old), free(old);
      }
      for (i = 0; i < 3; ++i) {
        at = (Field *)malloc(sizeof *at);
        new_field(at, head.next);
        head.next = at;
      }
      head.n = 1 + round;
      head.both = (double *)realloc(head.both, (size_t)head.n * sizeof(double));
      head.in = (double *)realloc(head.in, (size_t)head.n * sizeof(double));
      head.out = (double *)realloc(head.out, (size_t)head.n * sizeof(double));
      head.scratch = (double *)realloc(head.scratch, (size_t)head.n * sizeof(double));
      fill(head.both, head.n, round);
      CHECK(pc_deepcopy_update_structure(&root, 1, HERE) == PC_OK);
      CHECK(pc_deepcopy_verify(&root, 1, HERE) == PC_OK);
      device = ON_DEVICE(Field, &head);
      CHECK(is_filled(device->both, head.n, round));
      for (at = head.next, device = device->next; at; at = at->next, device = device->next, ++length)
        CHECK(device == ON_DEVICE(Field, at) && is_filled(device->both, N, 0));
      CHECK(!device && length >= 3);
    }
    CHECK(leave(root) == PC_OK);
    while (head.next) {
      Field *old = head.next;
      head.next = old->next;
      free_field(old), free(old);
    }
    free_field(&head);
    nothing_left();
  }
  return 0;
}

/* It cannot enter: then all is as before. Attached pointers follow their targets. */
static int changed_structure_fails(void) {
  int technique;
  EACH(technique) {
    Simulation s = {0, NULL, NULL, NULL};
    double *x = (double *)malloc(N * sizeof(double));
    const pc_root parent = root_of(&simulation_descriptor, &s, 1);
    pc_root array;
    fill(x, N, 0);
    s.x = x;
    array = member_of(&double_descriptor, &s.x, 0, N);
    CHECK(enter(parent, technique) == PC_OK && enter(array, technique) == PC_OK);
    CHECK(is_filled(ON_DEVICE(Simulation, &s)->x, N, 0));
    fill(x, N, 50);
    pc_host_device_model()->fail_after = 1;
    CHECK(pc_deepcopy_update_structure(&array, 1, HERE) == PC_ERROR_DEVICE_FULL);
    pc_host_device_model()->fail_after = 0;
    CHECK(is_filled(ON_DEVICE(Simulation, &s)->x, N, 0) &&
          ON_DEVICE(Simulation, &s)->x == ON_DEVICE(double, x));
    CHECK(pc_deepcopy_update_structure(&array, 1, HERE) == PC_OK);
    CHECK(is_filled(ON_DEVICE(Simulation, &s)->x, N, 50) &&
          ON_DEVICE(Simulation, &s)->x == ON_DEVICE(double, x));
    array.count = N / 2;
    CHECK(pc_deepcopy_update_structure(&array, 1, HERE) == PC_OK);
    CHECK(is_filled(ON_DEVICE(Simulation, &s)->x, N / 2, 50));
    array.base = x + 1;
    CHECK(pc_deepcopy_update_structure(&array, 1, HERE) == PC_ERROR_NOT_ENTERED);
    array.base = x;
    CHECK(leave(array) == PC_OK && !ON_DEVICE(Simulation, &s)->x && leave(parent) == PC_OK);
    free(x);
    nothing_left();
  }
  return 0;
}

/* The same where no other root is entered. */
static int the_only_structure_fails(void) {
  int technique;
  EACH(technique) {
    double x[N];
    const pc_root root = root_of(&double_descriptor, x, N);
    fill(x, N, 0);
    CHECK(enter(root, technique) == PC_OK);
    pc_host_device_model()->fail_after = 1;
    CHECK(pc_deepcopy_update_structure(&root, 1, HERE) == PC_ERROR_DEVICE_FULL);
    pc_host_device_model()->fail_after = 0;
    CHECK(is_filled(ON_DEVICE(double, x), N, 0) && leave(root) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* Whatever request fails, all is as before: what leaves with the change keeps the pointers that observe it,
 * and what is attached stays so. */
static int changed_structure_fails_late(void) {
  int technique;
  EACH(technique) {
    Simulation first = {0, NULL, NULL, NULL}, second = first;
    const pc_root parents[2] = {root_of(&simulation_descriptor, &first, 1),
                                root_of(&simulation_descriptor, &second, 1)};
    Field head, tail;
    double x[N];
    pc_root list, array;
    int failing = 1, status = PC_ERROR_DEVICE;
    new_field(&tail, NULL), new_field(&head, &tail);
    fill(x, N, 0);
    first.fields = &head, second.x = x, second.fields = &tail;
    CHECK(enter(parents[0], technique) == PC_OK);
    list = member_of(&field_descriptor, &first.fields, 0, 1);
    array = member_of(&double_descriptor, &second.x, 0, N);
    CHECK(enter(list, technique) == PC_OK && enter(parents[1], technique) == PC_OK);
    CHECK(enter(array, technique) == PC_OK);
    head.next = NULL;
    for (; status != PC_OK; ++failing) {
      const Simulation *a = ON_DEVICE(Simulation, &first), *b = ON_DEVICE(Simulation, &second);
      CHECK(a->fields == ON_DEVICE(Field, &head) && a->fields->next == ON_DEVICE(Field, &tail));
      CHECK(b->fields == a->fields->next && is_filled(b->x, N, 0));
      pc_host_device_model()->fail_after = failing;
      status = pc_deepcopy_update_structure(&list, 1, HERE);
    }
    pc_host_device_model()->fail_after = 0;
    CHECK(failing > 3 && ON_DEVICE(Simulation, &first)->fields == ON_DEVICE(Field, &head));
    CHECK(!ON_DEVICE(Field, &head)->next && !ON_DEVICE(Simulation, &second)->fields);
    CHECK(leave(list) == PC_OK && leave(array) == PC_OK);
    CHECK(pc_deepcopy_exit(parents, 2, 0, HERE) == PC_OK);
    free_field(&head), free_field(&tail);
    nothing_left();
  }
  return 0;
}

/* --- containers and hierarchies
 * ----------------------------------------------------------------------------- */

/* As std::vector: three words; as std::string: what is short lies in the object itself. */
typedef struct Vec {
  double *begin, *end, *room;
} Vec;
typedef struct Text {
  char *begin;
  size_t size;
  union {
    char own[16];
    size_t room;
  } u;
} Text;
typedef struct Holder {
  int id;
  Vec vec;
  Text text;
} Holder;

static const pc_type char_descriptor = {"char", 1, 1};
static const pc_type *char_type(void) { return &char_descriptor; }
static const void *vec_data(const void *o) { return ((const Vec *)o)->begin; }
static long long vec_size(const void *o) {
  const Vec *vec = (const Vec *)o;
  return pc_container_length(vec, sizeof *vec, vec->begin, vec->end - vec->begin);
}
static long long vec_room(const void *o) { return ((const Vec *)o)->room - ((const Vec *)o)->begin; }
static const void *text_data(const void *o) { return ((const Text *)o)->begin; }
static long long text_size(const void *o) {
  const Text *text = (const Text *)o;
  return pc_container_length(text, sizeof *text, text->begin, (long long)text->size);
}
static long long text_room(const void *o) { return (long long)((const Text *)o)->size; }
/* A row for all words of a container. */
#define WORDS(member, type, of)                                                                              \
  {                                                                                                          \
#member, offsetof(Holder, member), sizeof(((Holder *)0)->member) / sizeof(void *), sizeof(void *),       \
        offsetof(Holder, member), 0, PC_OWNED, type, of##_size, NULL, PC_TOFROM, NULL, of##_data, of##_room  \
  }
static const pc_pointer holder_pointers[] = {WORDS(vec, double_type, vec), WORDS(text, char_type, text)};
static const pc_type holder_descriptor = {"struct Holder", sizeof(Holder), sizeof(void *), holder_pointers,
                                          2};

static void set_text(Text *text, const char *value) {
  text->size = strlen(value);
  text->begin = text->u.own;
  if (text->size >= sizeof text->u.own) {
    text->begin = (char *)malloc(text->size + 1);
    text->u.room = text->size;
  }
  strcpy(text->begin, value);
}

static int is_text(const Text *text, const char *value) {
  return text->size == strlen(value) && memcmp(text->begin, value, text->size) == 0;
}

static int containers(void) {
  int technique;
  EACH(technique) {
    Holder *h = (Holder *)calloc(4, sizeof *h), *d;
    double *own[3];
    const pc_root root = root_of(&holder_descriptor, h, 4);
    int i;
    for (i = 0; i < 3; ++i) { /* the last has none */
      own[i] = h[i].vec.begin = (double *)malloc(10 * sizeof(double));
      h[i].vec.end = h[i].vec.begin + 4 * i; /* the first is empty */
      h[i].vec.room = h[i].vec.begin + 10;
      fill(h[i].vec.begin, 4 * i, 10 * i);
    }
    set_text(&h[0].text, "short"), set_text(&h[1].text, "far too long for that"), set_text(&h[2].text, "");
    set_text(&h[3].text, "x");
    CHECK(enter(root, technique) == PC_OK && pc_deepcopy_verify(&root, 1, HERE) == PC_OK);
    d = ON_DEVICE(Holder, h);
    for (i = 0; i < 3; ++i) {
      CHECK(d[i].vec.end - d[i].vec.begin == 4 * i && (i == 0 || d[i].vec.room - d[i].vec.begin == 10));
      CHECK(is_filled(d[i].vec.begin, 4 * i, 10 * i));
      if (i) d[i].vec.begin[1] = -1;
      CHECK(i == 0 || d[i].vec.begin == ON_DEVICE(double, own[i]));
    }
    CHECK(!d[3].vec.begin && !d[3].vec.end && !d[3].vec.room);
    CHECK(is_text(&d[0].text, "short") && d[0].text.begin == d[0].text.u.own);
    CHECK(is_text(&d[1].text, "far too long for that") &&
          d[1].text.begin == ON_DEVICE(char, h[1].text.begin));
    CHECK(is_text(&d[2].text, "") && is_text(&d[3].text, "x") && d[3].text.begin == d[3].text.u.own);
    d[0].text.begin[0] = 'S', d[1].text.begin[0] = 'F';
    CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_OK && d[0].text.begin[0] == 's');
    d[0].text.begin[0] = 'S', d[1].text.begin[0] = 'F', d[2].vec.begin[1] = -1;
    CHECK(leave(root) == PC_OK);
    CHECK(h[2].vec.begin == own[2] && h[2].vec.begin[1] == -1 && h[2].vec.room == own[2] + 10);
    CHECK(is_text(&h[0].text, "Short") && is_text(&h[1].text, "Far too long for that"));
    free(h[1].text.begin);
    for (i = 0; i < 3; ++i) free(own[i]);
    free(h);
    nothing_left();
  }
  return 0;
}

/* Characters that are zero fill words, which are no null pointers. */
static int zeros_in_strings(void) {
  int technique;
  EACH(technique) {
    Holder h;
    const pc_root root = root_of(&holder_descriptor, &h, 1);
    memset(&h, 0, sizeof h);
    h.text.begin = h.text.u.own, h.text.size = 12;
    CHECK(enter(root, technique) == PC_OK);
    memset(ON_DEVICE(Holder, &h)->text.begin, 'x', 12);
    CHECK(pc_deepcopy_verify(&root, 1, HERE) == PC_OK && leave(root) == PC_OK);
    CHECK(memcmp(h.text.begin, "xxxxxxxxxxxx", 13) == 0 && h.text.begin == h.text.u.own);
    nothing_left();
  }
  return 0;
}

/* A vector that the host lets grow while it is mapped. */
static int container_grows(void) {
  int technique;
  EACH(technique) {
    double x[20];
    Holder h;
    const pc_root root = root_of(&holder_descriptor, &h, 1);
    memset(&h, 0, sizeof h);
    set_text(&h.text, "");
    h.vec.begin = x, h.vec.end = x + 4, h.vec.room = x + 10;
    CHECK(enter(root, technique) == PC_OK);
    h.vec.end = x + 5;
    CHECK(leave(root) == PC_ERROR_CHANGED && pc_deepcopy_update_device(&root, 1, HERE) == PC_ERROR_CHANGED);
    CHECK(pc_deepcopy_update_structure(&root, 1, HERE) == PC_OK);
    CHECK(ON_DEVICE(Holder, &h)->vec.end == ON_DEVICE(double, x) + 5);
    CHECK(leave(root) == PC_OK);
    nothing_left();
  }
  return 0;
}

typedef struct Link {
  struct Link *next;
  double v[3];
} Link;

/* Containers that cannot be copied: no word leads to the elements, or elements with pointers lie in the object. */
typedef struct Far {
  long n;
  void *other;
} Far;
typedef struct Near {
  struct Link *first;
  long n;
  struct Link own[2];
} Near;
static double far_away[4];
static const void *far_data(const void *o) { return ((const Far *)o)->n ? far_away : NULL; }
static long long far_size(const void *o) {
  return pc_container_length(o, sizeof(Far), far_data(o), ((const Far *)o)->n);
}
static const void *near_data(const void *o) { return ((const Near *)o)->first; }
static long long near_size(const void *o) { return ((const Near *)o)->n; }
static const pc_type *link_type(void);
static const pc_pointer far_pointers[] = {{"far", 0, sizeof(Far) / sizeof(void *), sizeof(void *), 0, 0, PC_OWNED,
                                           double_type, far_size, NULL, PC_TOFROM, NULL, far_data, far_size}};
static const pc_pointer near_pointers[] = {{"near", 0, sizeof(Near) / sizeof(void *), sizeof(void *), 0, 0, PC_OWNED,
                                            link_type, near_size, NULL, PC_TOFROM, NULL, near_data, near_size}};
static const pc_type far_descriptor = {"struct Far", sizeof(Far), sizeof(void *), far_pointers, 1};
static const pc_type near_descriptor = {"struct Near", sizeof(Near), sizeof(void *), near_pointers, 1};

static int containers_of_another_kind(void) {
  int technique;
  EACH(technique) {
    Far far = {4, NULL};
    Near near;
    memset(&near, 0, sizeof near);
    near.first = near.own, near.n = 2;
    CHECK(enter(root_of(&far_descriptor, &far, 1), technique) == PC_ERROR_TYPE);
    CHECK(enter(root_of(&near_descriptor, &near, 1), technique) == PC_ERROR_TYPE);
    far.n = 0, near.n = 0;
    CHECK(enter(root_of(&far_descriptor, &far, 1), technique) == PC_OK);
    CHECK(leave(root_of(&far_descriptor, &far, 1)) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* The host adds elements in place: they, and the size that is no pointer, stay the host's. */
static int container_grows_in_place(void) {
  int technique;
  EACH(technique) {
    Holder h;
    const pc_root root = root_of(&holder_descriptor, &h, 1);
    memset(&h, 0, sizeof h);
    set_text(&h.text, "some text that is long");
    CHECK(enter(root, technique) == PC_OK);
    ON_DEVICE(Holder, &h)->text.begin[0] = 'S';
    h.text.begin[--h.text.size] = 0;
    CHECK(leave(root) == PC_OK && is_text(&h.text, "Some text that is lon"));
    free(h.text.begin);
    nothing_left();
  }
  return 0;
}

/* A class hierarchy: what a pointer leads to is of the type that the object says. */
typedef struct Shape {
  int kind;
  struct Shape *next;
} Shape;
typedef struct Circle {
  Shape shape;
  double radius;
} Circle;
typedef struct Polygon {
  Shape shape;
  int n;
  double *points;
} Polygon;
static const pc_type *shape_type(void);
static const pc_type *circle_type(void);
static const pc_type *polygon_type(void);
static const pc_type_function shape_kinds[] = {shape_type, circle_type, polygon_type};
static int shape_kind(const void *o) { return ((const Shape *)o)->kind; }
static long long polygon_n(const void *o) { return ((const Polygon *)o)->n; }
static const pc_pointer shape_pointers[] = {{"next", AT(Shape, next), PC_OWNED, shape_type, NULL, NULL}};
static const pc_pointer circle_pointers[] = {
    {"next", AT(Circle, shape.next), PC_OWNED, shape_type, NULL, NULL}};
static const pc_pointer polygon_pointers[] = {
    {"next", AT(Polygon, shape.next), PC_OWNED, shape_type, NULL, NULL},
    {"points", AT(Polygon, points), PC_OWNED, double_type, polygon_n, NULL}};
static const pc_type shape_descriptor = {
    "Shape", sizeof(Shape), sizeof(void *), shape_pointers, 1, 0, 0, NULL, shape_kinds, 3, shape_kind};
static const pc_type circle_descriptor = {"Circle", sizeof(Circle), sizeof(void *), circle_pointers, 1};
static const pc_type polygon_descriptor = {"Polygon", sizeof(Polygon), sizeof(void *), polygon_pointers, 2};
static const pc_type *shape_type(void) { return &shape_descriptor; }
static const pc_type *circle_type(void) { return &circle_descriptor; }
static const pc_type *polygon_type(void) { return &polygon_descriptor; }

static int hierarchies(void) {
  int technique;
  EACH(technique) {
    double points[5];
    Shape *plain = (Shape *)calloc(1, sizeof *plain);
    Circle *circle = (Circle *)calloc(1, sizeof *circle);
    Polygon *polygon = (Polygon *)calloc(1, sizeof *polygon), *d;
    const pc_root root = root_of(&shape_descriptor, circle, 1);
    fill(points, 5, 3);
    circle->shape.kind = 1, circle->shape.next = &polygon->shape, circle->radius = 7;
    polygon->shape.kind = 2, polygon->shape.next = plain, polygon->n = 5, polygon->points = points;
    plain->next = &circle->shape; /* a ring */
    CHECK(enter(root, technique) == PC_OK && pc_deepcopy_verify(&root, 1, HERE) == PC_OK);
    d = (Polygon *)ON_DEVICE(Circle, circle)->shape.next;
    CHECK(ON_DEVICE(Circle, circle)->radius == 7 && d == ON_DEVICE(Polygon, polygon));
    CHECK(is_filled(d->points, 5, 3) && d->shape.next->next == &ON_DEVICE(Circle, circle)->shape);
    ON_DEVICE(Circle, circle)->radius = 8, d->points[0] = 9;
    CHECK(leave(root) == PC_OK && circle->radius == 8 && points[0] == 9);
    plain->kind = 3;
    CHECK(enter(root, technique) == PC_ERROR_TYPE);
    free(plain), free(circle), free(polygon);
    nothing_left();
  }
  return 0;
}

/* --- what strangers found ----------------------------------------------------------------------------------
 */

/* An embedded record whose pointer its owner only observes. */
typedef struct Own {
  long n;
  double *d;
} Own;
typedef struct Both {
  Own own;
  double w, *begin;
} Both;
static long long own_n(const void *o) { return ((const Own *)o)->n; }
static const pc_pointer own_pointers[] = {
    {"d", AT(Own, d), PC_OWNED, double_type, own_n, NULL, PC_TOFROM, NULL}};
static const pc_type own_descriptor = {"struct Own", sizeof(Own), sizeof(void *), own_pointers, 1, 0, 0,
                                       NULL};
static const pc_pointer both_pointers[] = {
    {"own.d", AT(Both, own.d), PC_OBSERVER, double_type, NULL, NULL, PC_TOFROM, NULL},
    {"begin", AT(Both, begin), PC_OBSERVER, double_type, NULL, NULL, PC_TOFROM, NULL}};
static const pc_type both_descriptor = {"struct Both", sizeof(Both), sizeof(void *), both_pointers, 2, 0, 0,
                                        NULL};

static const pc_type *link_type(void);
static const pc_pointer link_pointers[] = {
    {"next", AT(Link, next), PC_OWNED, link_type, NULL, NULL, PC_TOFROM, NULL}};
static const pc_type link_descriptor = {"struct Link", sizeof(Link), sizeof(void *), link_pointers, 1, 0, 0,
                                        NULL};
static const pc_type *link_type(void) { return &link_descriptor; }

/* A pointer to no elements reaches nothing, also where its target enters in the same call. */
static int no_elements_reach_nothing(void) {
  int technique;
  EACH(technique) {
    double x[3] = {1, 2, 3};
    Field field = {0, NULL, x, x + 1, NULL, NULL};
    pc_root roots[2] = {root_of(&field_descriptor, &field, 1), root_of(&double_descriptor, x, 3)};
    CHECK(pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE) == PC_OK);
    CHECK(ON_DEVICE(Field, &field)->in == ON_DEVICE(double, x) + 1);
    ON_DEVICE(double, x)[1] = 22;
    CHECK(leave(roots[1]) == PC_OK && x[1] == 22);
    CHECK(leave(roots[0]) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* What a region's begin passes over is updated all the same. */
static int update_within_a_region(void) {
  int technique;
  EACH(technique) {
    Field field;
    const pc_root root = root_of(&field_descriptor, &field, 1);
    new_field(&field, NULL);
    CHECK(enter(root, technique) == PC_OK);
    CHECK(pc_deepcopy_begin(&root, 1, (pc_technique)technique, HERE) == PC_OK);
    fill(field.in, N, 33);
    CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_OK &&
          is_filled(ON_DEVICE(Field, &field)->in, N, 33));
    fill(ON_DEVICE(Field, &field)->in, N, 44);
    CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_OK && is_filled(field.in, N, 44));
    CHECK(pc_deepcopy_verify(&root, 1, HERE) == PC_OK);
    CHECK(pc_deepcopy_end(0, HERE) == PC_OK && leave(root) == PC_OK);
    free_field(&field);
    nothing_left();
  }
  return 0;
}

/* An observer whose target has left, and is entered again by a type that owns it. */
static int observed_then_owned(void) {
  int technique;
  EACH(technique) {
    double x[3], *big = (double *)malloc(1000 * sizeof(double));
    Both both = {{3, x}, 5, NULL};
    const pc_root observing = root_of(&both_descriptor, &both, 1), data = root_of(&double_descriptor, x, 3);
    const pc_root owning = root_of(&own_descriptor, &both.own, 1),
                  other = root_of(&double_descriptor, big, 1000);
    fill(x, 3, 7), fill(big, 1000, 0);
    CHECK(enter(data, technique) == PC_OK && enter(observing, technique) == PC_OK);
    CHECK(ON_DEVICE(Both, &both)->own.d == ON_DEVICE(double, x));
    CHECK(leave(data) == PC_OK && enter(other, technique) == PC_OK && enter(owning, technique) == PC_OK);
    CHECK(ON_DEVICE(Both, &both)->own.d == ON_DEVICE(double, x));
    CHECK(leave(owning) == PC_OK && leave(observing) == PC_OK && leave(other) == PC_OK);
    free(big);
    nothing_left();
  }
  return 0;
}

/* The device has a pointer as the end of one array; an owner enters what begins there. */
static int end_then_owned(void) {
  int technique;
  EACH(technique) {
    double x[6];
    Both both = {{3, x + 3}, 5, NULL};
    const pc_root observing = root_of(&both_descriptor, &both, 1),
                  owning = root_of(&own_descriptor, &both.own, 1);
    pc_root roots[2] = {root_of(&double_descriptor, x, 3), root_of(&double_descriptor, x, 3)};
    both.begin = x;
    roots[1] = observing;
    fill(x, 6, 0);
    CHECK(pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE) == PC_OK);
    CHECK(ON_DEVICE(Both, &both)->own.d == ON_DEVICE(double, x) + 3);
    CHECK(enter(owning, technique) == PC_ERROR_OVERLAP);
    CHECK(pc_deepcopy_exit(roots, 2, 0, HERE) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* What leaves ends where something begins that stays, and is in another run of the index. */
static int neighbour_leaves(void) {
  int technique, i;
  EACH(technique) {
    struct {
      double m[4];
      Link a[2], rest[50];
    } pool;
    const pc_root all = root_of(&link_descriptor, pool.a, 2), one = root_of(&link_descriptor, pool.a, 1),
                  m = root_of(&double_descriptor, pool.m, 4);
    memset(&pool, 0, sizeof pool);
    pool.a[1].next = pool.a, pool.a[0].next = pool.rest;
    for (i = 0; i < 49; ++i) pool.rest[i].next = &pool.rest[i + 1];
    CHECK(enter(all, technique) == PC_OK && enter(one, technique) == PC_OK);
    CHECK(enter(m, technique) == PC_OK && enter(m, technique) == PC_OK);
    CHECK(leave(m) == PC_OK && leave(m) == PC_OK);
    CHECK(ON_DEVICE(Link, pool.a)[1].next == ON_DEVICE(Link, pool.a));
    CHECK(leave(one) == PC_OK && leave(all) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* Attaching fails: what earlier roots attached stays, and only that. */
static int failed_attaching_takes_back_its_own(void) {
  int technique, request;
  EACH(technique)
  for (request = 1; request < 12; ++request) {
    double x[3], y[2];
    Both both[2] = {{{3, NULL}, 5, NULL}, {{2, NULL}, 6, NULL}};
    const pc_root observing = root_of(&both_descriptor, both, 2), data = root_of(&double_descriptor, x, 3);
    pc_root roots[2] = {root_of(&own_descriptor, &both[0].own, 1), root_of(&own_descriptor, &both[1].own, 1)};
    int status;
    both[0].own.d = x, both[1].own.d = y, both[1].begin = x + 1;
    fill(x, 3, 7), fill(y, 2, 8);
    CHECK(enter(data, technique) == PC_OK && enter(observing, technique) == PC_OK);
    CHECK(!ON_DEVICE(Both, both)[1].own.d);
    pc_host_device_model()->fail_after = request;
    status = pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE);
    pc_host_device_model()->fail_after = 0;
    CHECK(ON_DEVICE(Both, both)[0].own.d == ON_DEVICE(double, x));
    CHECK(ON_DEVICE(Both, both)[1].begin == ON_DEVICE(double, x) + 1);
    CHECK(!ON_DEVICE(Both, both)[1].own.d == (status != PC_OK));
    if (status == PC_OK) CHECK(pc_deepcopy_exit(roots, 2, 0, HERE) == PC_OK);
    CHECK(leave(observing) == PC_OK && leave(data) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* The host sets an observer that was null, or whose target was not mapped: an update brings it to the device.
 */
static int observers_are_updated(void) {
  int technique;
  EACH(technique) {
    double x[3], y[2];
    Both both = {{3, NULL}, 5, NULL};
    const pc_root observing = root_of(&both_descriptor, &both, 1), data = root_of(&double_descriptor, x, 3);
    fill(x, 3, 7);
    both.begin = y;
    CHECK(enter(observing, technique) == PC_OK);
    both.own.d = x, both.begin = x + 1;
    CHECK(pc_deepcopy_update_device(&observing, 1, HERE) == PC_OK && !ON_DEVICE(Both, &both)->own.d);
    CHECK(enter(data, technique) == PC_OK);
    CHECK(pc_deepcopy_update_device(&observing, 1, HERE) == PC_OK);
    CHECK(ON_DEVICE(Both, &both)->own.d == ON_DEVICE(double, x));
    CHECK(ON_DEVICE(Both, &both)->begin == ON_DEVICE(double, x) + 1);
    both.begin = y;
    CHECK(leave(observing) == PC_ERROR_CHANGED);
    both.begin = x + 1;
    CHECK(leave(observing) == PC_OK && leave(data) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* What a second enter of a root brings leaves with it, and so does the pointer to it. */
static int second_enter_leaves(void) {
  int technique;
  EACH(technique) {
    double x[3];
    Field field = {0, NULL, x, NULL, NULL, NULL};
    const pc_root root = root_of(&field_descriptor, &field, 1);
    fill(x, 3, 0);
    CHECK(enter(root, technique) == PC_OK);
    field.n = 3;
    CHECK(enter(root, technique) == PC_OK && ON_DEVICE(Field, &field)->both == ON_DEVICE(double, x));
    CHECK(leave(root) == PC_OK && !ON_DEVICE(Field, &field)->both && !ON_DEVICE(double, x));
    CHECK(leave(root) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* An observer whose target has left, has come back, or is another one now. */
static int observers_that_lag(void) {
  int technique;
  EACH(technique) {
    Field one, two;
    Simulation s = {0, NULL, NULL, &one};
    const pc_root parent = root_of(&simulation_descriptor, &s, 1);
    const pc_root first = root_of(&field_descriptor, &one, 1), second = root_of(&field_descriptor, &two, 1);
    const Simulation *d;
    new_field(&one, NULL), new_field(&two, NULL);
    CHECK(enter(first, technique) == PC_OK && enter(parent, technique) == PC_OK);
    d = ON_DEVICE(Simulation, &s);
    CHECK(leave(first) == PC_OK && pc_deepcopy_update_device(&parent, 1, HERE) == PC_OK && !d->fields);
    CHECK(pc_deepcopy_verify(&parent, 1, HERE) == PC_OK);
    CHECK(enter(parent, technique) == PC_OK && enter(second, technique) == PC_OK);
    CHECK(enter(first, technique) == PC_OK && enter(parent, technique) == PC_OK && leave(parent) == PC_OK);
    CHECK(d->fields == ON_DEVICE(Field, &one));
    s.fields = &two;
    CHECK(pc_deepcopy_update_device(&parent, 1, HERE) == PC_OK && d->fields == ON_DEVICE(Field, &two));
    CHECK(leave(parent) == PC_OK && leave(parent) == PC_OK && leave(first) == PC_OK);
    CHECK(leave(second) == PC_OK);
    free_field(&one), free_field(&two);
    nothing_left();
  }
  return 0;
}

/* What only one of two roots follows of an object enters again; the object stays. */
static int followed_again(void) {
  int technique;
  EACH(technique) {
    double x[3];
    Both both = {{3, x}, 5, NULL};
    pc_root roots[2] = {root_of(&both_descriptor, &both, 1), root_of(&own_descriptor, &both.own, 1)};
    fill(x, 3, 0);
    CHECK(pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE) == PC_OK);
    fill(x, 3, 50);
    CHECK(pc_deepcopy_update_structure(&roots[1], 1, HERE) == PC_OK);
    CHECK(ON_DEVICE(Both, &both)->own.d == ON_DEVICE(double, x) && is_filled(ON_DEVICE(double, x), 3, 50));
    CHECK(pc_deepcopy_exit(roots, 2, 0, HERE) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* An enter that fails leaves the pointer alone that one view of an object follows and another leaves out. */
static int attached_beside_another_view(void) {
  static const pc_pointer thin_pointers[] = {{"d", AT(Own, d), PC_SKIPPED}};
  static const pc_type thin = {"struct Thin", sizeof(Own), sizeof(void *), thin_pointers, 1};
  int technique;
  EACH(technique) {
    double x[3], y[3];
    Own first = {3, x}, second = {3, y};
    pc_root before[3], roots[2] = {root_of(&own_descriptor, &first, 1), root_of(&own_descriptor, &second, 1)};
    int failing = 1, status = PC_ERROR_DEVICE;
    before[0] = root_of(&thin, &first, 1), before[1] = root_of(&thin, &second, 1), before[2] = roots[0];
    fill(x, 3, 0), fill(y, 3, 0);
    CHECK(pc_deepcopy_enter(before, 3, (pc_technique)technique, HERE) == PC_OK);
    for (; status != PC_OK; ++failing) {
      CHECK(ON_DEVICE(Own, &first)->d == ON_DEVICE(double, x) && !ON_DEVICE(Own, &second)->d);
      pc_host_device_model()->fail_after = failing;
      status = pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE);
    }
    pc_host_device_model()->fail_after = 0;
    CHECK(failing > 3 && ON_DEVICE(Own, &second)->d == ON_DEVICE(double, y));
    CHECK(pc_deepcopy_exit(roots, 2, 0, HERE) == PC_OK && pc_deepcopy_exit(before, 3, 0, HERE) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* What a root leaves out the host may change, whatever other roots follow it: it never goes to the device. */
static int changed_beside_another_view(void) {
  static const pc_pointer thin_pointers[] = {{"d", AT(Own, d), PC_SKIPPED}};
  static const pc_type thin = {"struct Thin", sizeof(Own), sizeof(void *), thin_pointers, 1};
  int technique;
  EACH(technique) {
    double x[3];
    Own own = {3, NULL};
    const pc_root full = root_of(&own_descriptor, &own, 1), part = root_of(&thin, &own, 1);
    CHECK(enter(full, technique) == PC_OK && enter(part, technique) == PC_OK);
    own.d = x, own.n = 2;
    CHECK(pc_deepcopy_update_device(&part, 1, HERE) == PC_OK);
    CHECK(ON_DEVICE(Own, &own)->n == 2 && !ON_DEVICE(Own, &own)->d && own.d == x);
    CHECK(leave(part) == PC_OK && pc_deepcopy_exit(&full, 1, PC_DELETE, HERE) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* A pointer that one root leaves out and another has as null has changed where a third finds a target there:
 * with all of its calls, and only as long as the one that has it as null is there. */
static int null_beside_another_view(void) {
  static const pc_pointer thin_pointers[] = {{"d", AT(Own, d), PC_SKIPPED}};
  static const pc_type thin = {"struct Thin", sizeof(Own), sizeof(void *), thin_pointers, 1};
  int technique;
  EACH(technique) {
    double x[3];
    Own own[4] = {{1, NULL}, {1, NULL}, {3, NULL}, {1, NULL}};
    const pc_root part = root_of(&thin, own, 4), full = root_of(&own_descriptor, own, 4);
    const pc_root one = root_of(&own_descriptor, &own[2], 1), data = root_of(&double_descriptor, x, 3);
    fill(x, 3, 0);
    CHECK(enter(part, technique) == PC_OK && enter(full, technique) == PC_OK);
    CHECK(enter(one, technique) == PC_OK && enter(data, technique) == PC_OK);
    own[2].d = x;
    CHECK(enter(full, technique) == PC_ERROR_CHANGED && enter(one, technique) == PC_ERROR_CHANGED);
    CHECK(pc_deepcopy_update_structure(&one, 1, HERE) == PC_ERROR_CHANGED);
    CHECK(!ON_DEVICE(Own, own)[2].d && leave(one) == PC_ERROR_CHANGED && leave(full) == PC_ERROR_CHANGED);
    own[2].d = NULL;
    CHECK(enter(full, technique) == PC_OK && leave(full) == PC_OK && leave(full) == PC_OK);
    CHECK(leave(one) == PC_OK);
    own[2].d = x;
    CHECK(enter(one, technique) == PC_OK);
    CHECK(ON_DEVICE(Own, own)[2].d == ON_DEVICE(double, x) && is_filled(ON_DEVICE(double, x), 3, 0));
    CHECK(leave(one) == PC_OK && leave(data) == PC_OK && leave(part) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* --- the rest ----------------------------------------------------------------------------------------------
 */

static int devices_by_number(void) {
  double x[N];
  const pc_root root = root_of(&double_descriptor, x, N);
  fill(x, N, 0);
  pc_host_device_model()->devices = 3;
  CHECK(pc_deepcopy_enter_on(&root, 1, PC_AUTO, 2, HERE) == PC_OK);
  CHECK(pc_deepcopy_enter_on(&root, 1, PC_AUTO, 2, HERE) == PC_OK);
  CHECK(pc_deepcopy_enter_on(&root, 1, PC_AUTO, 1, HERE) == PC_ERROR_TECHNIQUE);
  CHECK(pc_deepcopy_enter_on(&root, 1, PC_AUTO, 3, HERE) == PC_ERROR_DEVICE);
  CHECK(leave(root) == PC_OK && leave(root) == PC_OK);
  pc_host_device_model()->devices = 0;
  nothing_left();
  return 0;
}

static int strings(void) {
  char *pages = (char *)mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(pages != (char *)MAP_FAILED);
  CHECK(munmap(pages + 2 * 4096, 4096) == 0);
  memset(pages, 'x', 2 * 4096);
  CHECK(pc_string_length("") == 0 && pc_string_length("abc") == 3);
  CHECK(pc_string_length(NULL) == PC_LENGTH_UNREADABLE);
  CHECK(pc_string_length(pages) == PC_LENGTH_UNREADABLE);
  pages[2 * 4096 - 1] = 0;
  CHECK(pc_string_length(pages) == 2 * 4096 - 1 && pc_string_length(pages + 5000) == 2 * 4096 - 1 - 5000);
  munmap(pages, 2 * 4096);
  return 0;
}

static const single_case cases[] = {CASE(directions_of_members),
                                    CASE(directions_of_roots),
                                    CASE(directions_that_differ),
                                    CASE(the_last_to_leave_decides),
                                    CASE(directions_that_overlap),
                                    CASE(directions_of_rows),
                                    CASE(unions),
                                    CASE(union_changed),
                                    CASE(parts_of_arrays),
                                    CASE(parts_of_records),
                                    CASE(attached_members),
                                    CASE(attaching_together),
                                    CASE(changed_structure),
                                    CASE(changed_structure_fails),
                                    CASE(devices_by_number),
                                    CASE(strings),
                                    CASE(failed_attaching_takes_back_its_own),
                                    CASE(observers_are_updated),
                                    CASE(containers), CASE(containers_of_another_kind), CASE(container_grows_in_place),
                                    CASE(container_grows),
                                    CASE(hierarchies),
                                    CASE(no_elements_reach_nothing),
                                    CASE(update_within_a_region),
                                    CASE(observed_then_owned),
                                    CASE(end_then_owned),
                                    CASE(neighbour_leaves),
                                    CASE(zeros_in_strings),
                                    CASE(the_only_structure_fails),
                                    CASE(changed_structure_fails_late),
                                    CASE(union_changed_elsewhere),
                                    CASE(parts_beside_changes),
                                    CASE(second_enter_leaves),
                                    CASE(observers_that_lag),
                                    CASE(copied_beside_changes),
                                    CASE(followed_again),
                                    CASE(attached_beside_another_view),
                                    CASE(changed_beside_another_view),
                                    CASE(null_beside_another_view)};

int main(int argc, char **argv) { return run_case(argc, argv, cases, sizeof cases / sizeof *cases); }
