/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Unions whose members have conditions, and parts of arrays and records.
 */
#define PC_HEADER_ONLY /* it looks into them: PC_CHUNK_BYTES */
#include "all_techniques.h"

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
    enum { COUNT = (int)(3 * PC_CHUNK_BYTES / sizeof(Value)) }; /* of more than one window */
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

/* The root that is left reaches a part of an array, in whose other part the host has made a number of a
 * pointer: an update leaves that alone, and an exit, which copies all that leaves, is refused. */
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
    CHECK(pc_deepcopy_update_host(&part, 1, HERE) == PC_OK && leave(part) == PC_ERROR_CHANGED);
    CHECK(values[1].tag == NUMBER && values[1].u.number == 7);
    CHECK(pc_deepcopy_exit(&part, 1, PC_DELETE, HERE) == PC_OK);
    nothing_left();
  }
  return 0;
}

static const single_case cases[] = {
    CASE(unions),
    CASE(union_changed),
    CASE(union_changed_elsewhere),
    CASE(parts_of_arrays),
    CASE(parts_of_records),
    CASE(parts_beside_changes),
    CASE(copied_beside_changes),
};

int main(int argc, char **argv) { return run_case(argc, argv, cases, sizeof cases / sizeof *cases); }
