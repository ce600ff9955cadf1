/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of wishes_graph.c: the types, by hand their descriptors, and what is included.
 */
#ifndef WISHES_TYPES_H
#define WISHES_TYPES_H

#define PC_DEEPCOPY_DEVICE_HOST
#include <pointerchain/deepcopy.h>
#include <pointerchain/deepcopy_host.h>

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#define POISON(at, bytes) __asan_poison_memory_region(at, bytes)
#define UNPOISON(at, bytes) __asan_unpoison_memory_region(at, bytes)
#else
#define POISON(at, bytes) ((void)(at), (void)(bytes))
#define UNPOISON(at, bytes) ((void)(at), (void)(bytes))
#endif

#ifdef UPDATE_NOTHING /* does the model see it? */
#define pc_deepcopy_update_device(...) PC_OK
#endif

typedef struct Node { /* the base class */
  int kind;
  float weight;
  double x;
  struct Node *next;
} Node;

typedef struct Value Value;
struct Value {
  int tag, n;
  union {
    double number;
    Value *list;
    double *array;
    Node *object;
    double *pair[2];
  } u;
};
enum { NUMBER, LIST, ARRAY, OBJECT, PAIR, TAGS };

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
typedef struct Texts {
  Text *begin, *end, *room;
} Texts;

typedef struct Field {
  Node node;
  int n;
  double *both, *in, *out, *scratch;
  Value values[2];
} Field;
typedef struct Holder {
  Node node;
  Vec vec;
  Text text;
  Texts texts;
} Holder;
enum { ROWS = 4 };
typedef struct Table {
  Node node;
  Node *watch;
  double *peek, *skipped;
  Node *loose;
  int n, lengths[ROWS];
  double **rows;
} Table;
enum { PLAIN, FIELD, HOLDER, TABLE, KINDS };
static const size_t kind_bytes[KINDS] = {sizeof(Node), sizeof(Field), sizeof(Holder), sizeof(Table)};

static long long field_n(const void *o) { return ((const Field *)o)->n; }
static long long value_n(const void *o) { return ((const Value *)o)->n; }
static int is_list(const void *o) { return ((const Value *)o)->tag == LIST; }
static int is_array(const void *o) { return ((const Value *)o)->tag == ARRAY; }
static int is_object(const void *o) { return ((const Value *)o)->tag == OBJECT; }
static int is_pair(const void *o) { return ((const Value *)o)->tag == PAIR; }
static const void *vec_data(const void *o) { return ((const Vec *)o)->begin; }
static long long vec_size(const void *o) {
  const Vec *vec = (const Vec *)o;
  return pc_container_length(vec, sizeof *vec, vec->begin, vec->end - vec->begin);
}
static long long vec_room(const void *o) { return ((const Vec *)o)->room - ((const Vec *)o)->begin; }
static const pc_container vec_container = {sizeof(Vec), vec_room, NULL};
static const void *texts_data(const void *o) { return ((const Texts *)o)->begin; }
static long long texts_size(const void *o) {
  const Texts *texts = (const Texts *)o;
  return pc_container_length(texts, sizeof *texts, texts->begin, texts->end - texts->begin);
}
static long long texts_room(const void *o) { return ((const Texts *)o)->room - ((const Texts *)o)->begin; }
static const pc_container texts_container = {sizeof(Texts), texts_room, NULL};
static const void *text_data(const void *o) { return ((const Text *)o)->begin; }
static long long text_size(const void *o) {
  const Text *text = (const Text *)o;
  return pc_container_length(text, sizeof *text, text->begin, (long long)text->size);
}
static long long text_room(const void *o) { return (long long)((const Text *)o)->size; }
static const pc_container text_container = {sizeof(Text), text_room, NULL};
static long long table_n(const void *o) { return ((const Table *)o)->n; }
static long long table_length(const void *o) {
  const pc_row_owner *row = (const pc_row_owner *)o;
  return ((const Table *)row->owner)->lengths[row->row];
}
static int node_kind(const void *o) { return ((const Node *)o)->kind; }

static const pc_type double_descriptor = {"double", sizeof(double), sizeof(double)};
static const pc_type char_descriptor = {"char", 1, 1};
static const pc_type *double_type(void) { return &double_descriptor; }
static const pc_type *char_type(void) { return &char_descriptor; }
static const pc_type *node_type(void);
static const pc_type *value_type(void);
static const pc_type *text_type(void);

#define AT(type, member) offsetof(type, member), 1, sizeof(void *), 0, 0
#define IN(type, member) offsetof(type, member), 1, sizeof(void *), offsetof(type, member), 0
/* A row for all words of a container that lies `at` bytes into the object. */
#define WORDS(name, at, container, target, of)                                                               \
  {                                                                                                          \
    name, at, sizeof(container) / sizeof(void *), sizeof(void *), at, 0, PC_OWNED, target, of##_size, NULL,  \
        PC_TOFROM, NULL, of##_data, &of##_container                                                          \
  }
#define VALUE(at)                                                                                            \
  {                                                                                                          \
      "list",    at + offsetof(Value, u),                                                                    \
      1,         sizeof(void *),                                                                             \
      at,        0,                                                                                          \
      PC_OWNED,  value_type,                                                                                 \
      value_n,   NULL,                                                                                       \
      PC_TOFROM, is_list},                                                                                   \
      {"array",   at + offsetof(Value, u),                                                                   \
       1,         sizeof(void *),                                                                            \
       at,        0,                                                                                         \
       PC_SHARED, double_type,                                                                               \
       value_n,   NULL,                                                                                      \
       PC_TOFROM, is_array},                                                                                 \
      {"object",  at + offsetof(Value, u),                                                                   \
       1,         sizeof(void *),                                                                            \
       at,        0,                                                                                         \
       PC_SHARED, node_type,                                                                                 \
       NULL,      NULL,                                                                                      \
       PC_TOFROM, is_object},                                                                                \
  {                                                                                                          \
    "pair[]", at + offsetof(Value, u), 2, sizeof(void *), at, 0, PC_SHARED, double_type, value_n, NULL,      \
        PC_TOFROM, is_pair                                                                                   \
  }

static const pc_pointer text_pointers[] = {WORDS("text", 0, Text, char_type, text)};
static const pc_type text_descriptor = {"struct Text", sizeof(Text), sizeof(void *), text_pointers, 1};
static const pc_type *text_type(void) { return &text_descriptor; }
static const pc_pointer value_pointers[] = {VALUE(0)};
static const pc_type value_descriptor = {"struct Value", sizeof(Value), sizeof(void *), value_pointers, 4};
static const pc_type *value_type(void) { return &value_descriptor; }

static const pc_pointer plain_pointers[] = {{"next", AT(Node, next), PC_OWNED, node_type}};
static const pc_pointer field_pointers[] = {
    {"next", AT(Field, node.next), PC_OWNED, node_type},
    {"both", AT(Field, both), PC_SHARED, double_type, field_n, NULL, PC_TOFROM},
    {"in", AT(Field, in), PC_SHARED, double_type, field_n, NULL, PC_TO},
    {"out", AT(Field, out), PC_SHARED, double_type, field_n, NULL, PC_FROM},
    {"scratch", AT(Field, scratch), PC_SHARED, double_type, field_n, NULL, PC_ALLOC},
    VALUE(offsetof(Field, values)),
    VALUE(offsetof(Field, values) + sizeof(Value))};
static const pc_pointer holder_pointers[] = {
    {"next", AT(Holder, node.next), PC_OWNED, node_type},
    WORDS("vec", offsetof(Holder, vec), Vec, double_type, vec),
    WORDS("text", offsetof(Holder, text), Text, char_type, text),
    WORDS("texts", offsetof(Holder, texts), Texts, text_type, texts)};
static const pc_pointer table_row = {"rows[]",     0,    1,    sizeof(void *), 0, 1, PC_SHARED, double_type,
                                     table_length, NULL, PC_TO};
static const pc_pointer table_pointers[] = {
    {"next", AT(Table, node.next), PC_OWNED, node_type},
    {"watch", AT(Table, watch), PC_OBSERVER, node_type},
    {"peek", AT(Table, peek), PC_OBSERVER, double_type},
    {"skipped", AT(Table, skipped), PC_SKIPPED},
    {"loose", AT(Table, loose), PC_OBSERVER, node_type},
    {"rows", AT(Table, rows), PC_OWNED, double_type, table_n, &table_row}};
static const pc_type plain_descriptor = {"Plain", sizeof(Node), sizeof(void *), plain_pointers, 1};
static const pc_type field_descriptor = {"Field", sizeof(Field), sizeof(void *), field_pointers, 13};
static const pc_type holder_descriptor = {"Holder", sizeof(Holder), sizeof(void *), holder_pointers, 4};
static const pc_type table_descriptor = {"Table", sizeof(Table), sizeof(void *), table_pointers, 6};
static const pc_type *plain_type(void) { return &plain_descriptor; }
static const pc_type *field_type(void) { return &field_descriptor; }
static const pc_type *holder_type(void) { return &holder_descriptor; }
static const pc_type *table_type(void) { return &table_descriptor; }
static const pc_type_function node_kinds[] = {plain_type, field_type, holder_type, table_type};
static const pc_type node_descriptor = {"Node", sizeof(Node), sizeof(void *), plain_pointers, 1,        0,
                                        0,      NULL,         node_kinds,     KINDS,          node_kind};
static const pc_type *node_type(void) { return &node_descriptor; }
/* The base alone, without what it leads to. */
static const pc_pointer thin_pointers[] = {{"next", AT(Node, next), PC_SKIPPED}};
static const pc_type thin_descriptor = {"Thin", sizeof(Node), sizeof(void *), thin_pointers, 1};

#endif
