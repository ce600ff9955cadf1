/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A type with a pointer of each sort, and one that derives from it.
 */
#ifndef NODE_H
#define NODE_H

#include <pointerchain/deepcopy.h>
#include <pointerchain/transfer.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                                     \
  do {                                                                                                       \
    if (!(condition)) {                                                                                      \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                                \
      exit(1);                                                                                               \
    }                                                                                                        \
  } while (0)

#define HERE __FILE__, __LINE__
#define AT(type, member) offsetof(type, member), 1, sizeof(void *), 0, 0
#define NEW(type, n) ((type *)calloc((size_t)(n) ? (size_t)(n) : 1, sizeof(type)))

/* --- the type ---------------------------------------------------------------------------------------------
 */

typedef struct Node Node;
struct Node {
  int id, n, k, tag;
  Node *next;                /* owned: one */
  Node *peer;                /* shared: one */
  Node *array;               /* shared: k */
  double *data;              /* owned: n */
  double *best;              /* observer */
  Node *parent;              /* observer */
  char *name;                /* shared: a string */
  char **names;              /* owned: k strings */
  Node **rows;               /* owned: k pointers to one each, shared */
  double **ragged;           /* owned: k pointers to 1, 2, ... */
  Node **seen;               /* owned: k observers */
  double *view;              /* observer: span, or where that is not above 0, one that has no length */
  long long span;
  Node **table;              /* shared: k pointers to one each, shared */
  double **grid;             /* shared: k pointers to n each, shared */
  union {                    /* tag 1, 2, and else */
    double *list;
    Node *node;
    long number;
  } u;
};

/* What a node with an odd `id` is. */
typedef struct Wide {
  Node node;
  double *extra; /* owned: n */
} Wide;

static long long node_n(const void *o) { return ((const Node *)o)->n; }
static long long node_span(const void *o) { return ((const Node *)o)->span; }
static long long node_k(const void *o) { return ((const Node *)o)->k; }
static long long row_length(const void *o) { return ((const pc_row_owner *)o)->row + 1; }
static long long string_bytes(const char *text) {
  const long long length = pc_string_length(text);
  return length < 0 ? PC_LENGTH_UNREADABLE : length + 1;
}
static long long node_name(const void *o) { return string_bytes(((const Node *)o)->name); }
static long long node_names(const void *o) {
  const pc_row_owner *row = (const pc_row_owner *)o;
  const Node *node = (const Node *)row->owner;
  return node->names ? string_bytes(node->names[row->row]) : PC_LENGTH_UNREADABLE;
}
static int class_of(const void *o) { return ((const Node *)o)->id & 1; }
static int is_list(const void *o) { return ((const Node *)o)->tag == 1; }
static int is_node(const void *o) { return ((const Node *)o)->tag == 2; }

static const pc_type char_descriptor = {"char", 1, 1, NULL, 0, 0, 0, NULL};
static const pc_type double_descriptor = {"double", sizeof(double), sizeof(double), NULL, 0, 0, 0, NULL};
static const pc_type pointer_descriptor = {"void *", sizeof(void *), sizeof(void *), NULL, 0, 0, 0, NULL};
static const pc_type *char_type(void) { return &char_descriptor; }
static const pc_type *double_type(void) { return &double_descriptor; }
static const pc_type *pointer_type(void) { return &pointer_descriptor; }
static const pc_type *plain_type(void);
static const pc_type *node_type(void);
static const pc_pointer names_inner = {"names[]", 0, 1, 0, 0, 1, PC_OWNED, char_type, node_names, NULL, PC_TOFROM};
static const pc_pointer rows_inner = {"rows[]", 0, 1, 0, 0, 0, PC_SHARED, node_type, NULL, NULL, PC_TOFROM};
static const pc_pointer ragged_inner = {"ragged[]", 0, 1, 0, 0, 1, PC_OWNED, double_type, row_length, NULL,
                                        PC_TOFROM};
static const pc_pointer seen_inner = {"seen[]", 0, 1, 0, 0, 0, PC_OBSERVER, node_type, NULL, NULL, PC_TOFROM};
static const pc_pointer table_inner = {"table[]", 0, 1, 0, 0, 0, PC_SHARED, node_type, NULL, NULL, PC_TOFROM};
static const pc_pointer grid_inner = {"grid[]", 0, 1, 0, 0, 0, PC_SHARED, double_type, node_n, NULL, PC_TOFROM};
#define NODE_POINTERS \
  {"next", AT(Node, next), PC_OWNED, node_type, NULL, NULL, PC_TOFROM}, \
  {"peer", AT(Node, peer), PC_SHARED, node_type, NULL, NULL, PC_TOFROM}, \
  {"array", AT(Node, array), PC_SHARED, plain_type, node_k, NULL, PC_TOFROM}, \
  {"data", AT(Node, data), PC_OWNED, double_type, node_n, NULL, PC_TOFROM}, \
  {"best", AT(Node, best), PC_OBSERVER, double_type, NULL, NULL, PC_TOFROM}, \
  {"view", AT(Node, view), PC_OBSERVER, double_type, node_span, NULL, PC_TOFROM}, \
  {"parent", AT(Node, parent), PC_OBSERVER, node_type, NULL, NULL, PC_TOFROM}, \
  {"name", AT(Node, name), PC_SHARED, char_type, node_name, NULL, PC_TOFROM}, \
  {"names", AT(Node, names), PC_OWNED, pointer_type, node_k, &names_inner, PC_TOFROM}, \
  {"rows", AT(Node, rows), PC_OWNED, pointer_type, node_k, &rows_inner, PC_TOFROM}, \
  {"ragged", AT(Node, ragged), PC_OWNED, pointer_type, node_k, &ragged_inner, PC_TOFROM}, \
  {"seen", AT(Node, seen), PC_OWNED, pointer_type, node_k, &seen_inner, PC_TOFROM}, \
  {"table", AT(Node, table), PC_SHARED, pointer_type, node_k, &table_inner, PC_TOFROM}, \
  {"grid", AT(Node, grid), PC_SHARED, pointer_type, node_k, &grid_inner, PC_TOFROM}, \
  {"u.list", AT(Node, u.list), PC_OWNED, double_type, node_n, NULL, PC_TOFROM, is_list}, \
  {"u.node", AT(Node, u.node), PC_SHARED, node_type, NULL, NULL, PC_TOFROM, is_node}
static const pc_pointer node_pointers[] = {NODE_POINTERS};
static const pc_pointer wide_pointers[] = {NODE_POINTERS, {"extra", AT(Wide, extra), PC_OWNED, double_type, node_n, NULL, PC_TOFROM}};
/* An array of nodes, none of them wide. */
static const pc_type node_descriptor = {
    "struct Node", sizeof(Node), sizeof(void *), node_pointers, sizeof node_pointers / sizeof *node_pointers,
    0, 0, NULL};
static const pc_type *plain_type(void) { return &node_descriptor; }
static const pc_type wide_descriptor = {
    "struct Wide", sizeof(Wide), sizeof(void *), wide_pointers, sizeof wide_pointers / sizeof *wide_pointers,
    0, 0, NULL};
static const pc_type *wide_type(void) { return &wide_descriptor; }
/* One node, which may be wide. */
static const pc_type_function node_kinds[] = {plain_type, wide_type};
static const pc_type any_descriptor = {
    "struct Node", sizeof(Node), sizeof(void *), node_pointers, sizeof node_pointers / sizeof *node_pointers,
    0, 0, NULL, node_kinds, 2, class_of};
static const pc_type *node_type(void) { return &any_descriptor; }

#endif
