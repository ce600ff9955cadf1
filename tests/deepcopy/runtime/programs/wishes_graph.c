/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Random structures of unions, containers, class hierarchies, observers and rows, with random calls: entered
 * and exited with directions and attached pointers, updated whole and in part, changed by host and device,
 * with requests that fail. Compared with a model.
 *
 *   wishes_graph FIRST COUNT            that many graphs, by the number of their random sequence
 *   wishes_graph FIRST 1 STEP...        one of them without these steps, each of which is told of
 *
 * The model knows what each root reaches by code of its own (`reach_...`), not by the descriptors. Before
 * each call it keeps the bytes of the host and of the device, says of each byte what it may be afterwards,
 * and compares. Host memory comes from one arena, so that what is freed comes again at the same address; what
 * is free is poisoned. Ends with 'ok' and how many calls of each sort were done, refused and failed with the
 * device, or says what differs.
 */
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

/* --- the types --------------------------------------------------------------------------------------------
 */

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

/* --- their descriptors ------------------------------------------------------------------------------------
 */

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
        PC_TOFROM, NULL, of##_data, &of##_container                                                                \
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

/* --- chance -----------------------------------------------------------------------------------------------
 */

static uint64_t chance_state;
static unsigned chance(unsigned n) {
  uint64_t z = chance_state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return (unsigned)((z ^ (z >> 31)) % n);
}
/* Each step has a sequence of its own: one that is left out changes nothing of the others. */
static void new_chance(uint64_t graph, uint64_t step) {
  chance_state = graph * UINT64_C(1000003) + step * UINT64_C(7919);
  chance(2);
}

static uint64_t graph, step;
static int telling;
static int last_status;
static char last_message[800];

static void tell(const char *format, ...) {
  va_list arguments;
  if (!telling) return;
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  fflush(stdout);
}

#define CHECK(condition, ...)                                                                                \
  do {                                                                                                       \
    if (!(condition)) {                                                                                      \
      printf("graph %llu step %llu line %d: %s: ", (unsigned long long)graph, (unsigned long long)step,      \
             __LINE__, #condition);                                                                          \
      printf(__VA_ARGS__);                                                                                   \
      printf(" [%s]\n", last_message);                                                                       \
      exit(1);                                                                                               \
    }                                                                                                        \
  } while (0)

static void on_error(int status, const char *message, void *data) {
  (void)data;
  last_status = status;
  snprintf(last_message, sizeof last_message, "%d: %s", status, message);
}

/* --- the host's memory ------------------------------------------------------------------------------------
 */

enum { WORD = 8, WORDS_ = 2048, BYTES = WORD * WORDS_, GAP = 16, MOST = 60 };
static union {
  unsigned char bytes[BYTES];
  uintptr_t words[WORDS_];
} arena;

typedef enum Sort { NOTHING, NODE, VALUES, DOUBLES, CHARS, TEXTS, LINES, THIN } Sort;
typedef struct Block {
  Sort sort;
  size_t at, bytes; /* in the arena */
  int n, room;      /* elements: of values, how many count now */
} Block;
static Block blocks[MOST];
static int hard; /* what was mapped was freed and allocated again: a new structure has to be told of */

static int in_arena(uintptr_t at) {
  return at >= (uintptr_t)arena.bytes && at < (uintptr_t)arena.bytes + BYTES;
}
static size_t offset_of(const void *at) { return (size_t)((const unsigned char *)at - arena.bytes); }
static void *host_of(size_t at) { return arena.bytes + at; }
static uintptr_t word_at(size_t word) {
  uintptr_t value;
  memcpy(&value, host_of(word * WORD), sizeof value);
  return value;
}

static Block *block_at(size_t at) {
  int i;
  for (i = 0; i < MOST; ++i)
    if (blocks[i].sort && at >= blocks[i].at && at < blocks[i].at + blocks[i].bytes) return &blocks[i];
  return NULL;
}
static Block *block_of(const void *host) {
  return in_arena((uintptr_t)host) ? block_at(offset_of(host)) : NULL;
}

static int is_mapped(size_t at, size_t bytes);

/* A block at one of the first free places, or null. */
static Block *allocate(Sort sort, size_t bytes, int n) {
  Block *block = NULL;
  size_t at = GAP;
  int i;
  for (i = 0; i < MOST && !block; ++i)
    if (!blocks[i].sort) block = &blocks[i];
  if (!block) return NULL;
  bytes = (bytes + WORD - 1) / WORD * WORD;
  if (chance(4) == 0) at += WORD * chance(WORDS_ / 2);
  for (i = 0; i < MOST; ++i) {
    if (!blocks[i].sort || blocks[i].at >= at + bytes + GAP || blocks[i].at + blocks[i].bytes + GAP <= at)
      continue;
    at = blocks[i].at + blocks[i].bytes + GAP;
    i = -1;
  }
  if (at + bytes + GAP > BYTES) return NULL;
  block->sort = sort;
  block->at = at;
  block->bytes = bytes;
  block->n = block->room = n;
  UNPOISON(host_of(at), bytes);
  memset(host_of(at), 0, bytes);
  if (is_mapped(at, bytes)) hard = 1;
  return block;
}

static void release(Block *block) {
  POISON(host_of(block->at), block->bytes);
  block->sort = NOTHING;
}

static Block *some_block(Sort sort) {
  int i, n = 0;
  for (i = 0; i < MOST; ++i) n += blocks[i].sort == sort;
  if (!n) return NULL;
  n = (int)chance((unsigned)n);
  for (i = 0; i < MOST; ++i)
    if (blocks[i].sort == sort && n-- == 0) return &blocks[i];
  return NULL;
}

/* --- the model: what a root reaches -----------------------------------------------------------------------
 */

typedef enum State {
  NO_WORD,
  SKIPS,   /* null on the device */
  HOLDS,   /* an observer or a pointer to no elements: depends on the copy of `anchor` */
  IS_NULL, /* null on the host */
  IS_DATA, /* of a union or container, no pointer now */
  LEADS    /* to elements that are copied with it */
} State;
typedef struct Word {
  unsigned char state, observer, vague; /* vague: it was one value and then another, which holds nothing */
  unsigned char kind;                   /* 1 + the class of the node to which it leads */
  uintptr_t value, anchor;
} Word;
enum { TO = 1, BACK = 2 };
typedef struct Piece {
  size_t at, bytes;
  int ways;
} Piece;
typedef struct Item {
  Sort sort;
  const void *base;
  int n, ways;
  const Table *owner; /* of lines */
} Item;
enum { PIECES = 200 };
typedef struct Reach {
  int within; /* what the root lets travel */
  Item items[PIECES];
  Piece pieces[PIECES];
  int n;
  Word words[WORDS_];
} Reach;

static int ways_of(pc_direction direction) {
  return direction == PC_TOFROM ? TO | BACK : direction == PC_TO ? TO : direction == PC_FROM ? BACK : 0;
}

static void note(Reach *r, const void *at, State state, const void *anchor, int observer) {
  const size_t word = offset_of(at) / WORD;
  Word *w = &r->words[word];
  if (w->state >= state) return;
  w->state = (unsigned char)state;
  w->observer = (unsigned char)observer;
  w->value = word_at(word);
  w->anchor = (uintptr_t)anchor;
}

static void reach_item(Reach *r, Sort sort, const void *base, int n, int ways, const Table *owner) {
  int i;
  ways &= r->within;
  for (i = 0; i < r->n; ++i)
    if (r->items[i].sort == sort && r->items[i].base == base && r->items[i].n == n &&
        r->items[i].ways == ways && r->items[i].owner == owner)
      return;
  CHECK(r->n < PIECES, "the model is too small");
  r->items[r->n].sort = sort;
  r->items[r->n].base = base;
  r->items[r->n].n = n;
  r->items[r->n].ways = ways;
  r->items[r->n++].owner = owner;
}

static void reach_pointer(Reach *r, const void *at, Sort sort, int n, int ways) {
  const void *value;
  memcpy(&value, at, sizeof value);
  if (!value) {
    note(r, at, IS_NULL, NULL, 0);
  } else if (n == 0) {
    note(r, at, HOLDS, value, 0);
  } else {
    note(r, at, LEADS, value, 0);
    if (sort == NODE) r->words[offset_of(at) / WORD].kind = (unsigned char)(1 + ((const Node *)value)->kind);
    reach_item(r, sort, value, n, ways, NULL);
  }
}

static void reach_observer(Reach *r, const void *at) {
  const void *value;
  memcpy(&value, at, sizeof value);
  note(r, at, value ? HOLDS : IS_NULL, value, 1);
}

static void reach_value(Reach *r, const Value *v) {
  const void *const *second = (const void *const *)&v->u.pair[1];
  if (v->tag != PAIR) note(r, second, IS_DATA, NULL, 0);
  switch (v->tag) {
  case LIST: reach_pointer(r, &v->u.list, VALUES, v->n, TO | BACK); break;
  case ARRAY: reach_pointer(r, &v->u.array, DOUBLES, v->n, TO | BACK); break;
  case OBJECT: reach_pointer(r, &v->u.object, NODE, 1, TO | BACK); break;
  case PAIR:
    reach_pointer(r, &v->u.pair[0], DOUBLES, v->n, TO | BACK);
    reach_pointer(r, &v->u.pair[1], DOUBLES, v->n, TO | BACK);
    break;
  default: note(r, &v->u.number, IS_DATA, NULL, 0);
  }
}

/* Three words of a vector. */
static void reach_words(Reach *r, const void *at, Sort sort, size_t size) {
  const char *words[3];
  const char *const base = (const char *)at;
  int i;
  memcpy(words, at, sizeof words);
  if (!words[0]) {
    for (i = 0; i < 3; ++i) note(r, base + i * WORD, IS_NULL, NULL, 0);
    return;
  }
  reach_pointer(r, at, sort, (int)((size_t)(words[1] - words[0]) / size), TO | BACK);
  note(r, base + WORD, HOLDS, words[0], 0);
  note(r, base + 2 * WORD, HOLDS, words[0], 0);
}

static void reach_text(Reach *r, const Text *text) {
  const int is_short = text->begin == text->u.own;
  note(r, &text->size, text->begin ? IS_DATA : IS_NULL, NULL, 0);
  note(r, &text->u.own[0], IS_DATA, NULL, 0);
  note(r, &text->u.own[8], IS_DATA, NULL, 0);
  if (is_short) {
    note(r, &text->begin, HOLDS, text->begin, 0);
  } else {
    reach_pointer(r, &text->begin, CHARS, (int)text->size, TO | BACK);
  }
}

static void reach_node(Reach *r, const Node *node) {
  int i;
  reach_pointer(r, &node->next, NODE, 1, TO | BACK);
  if (node->kind == FIELD) {
    const Field *field = (const Field *)node;
    reach_pointer(r, &field->both, DOUBLES, field->n, TO | BACK);
    reach_pointer(r, &field->in, DOUBLES, field->n, TO);
    reach_pointer(r, &field->out, DOUBLES, field->n, BACK);
    reach_pointer(r, &field->scratch, DOUBLES, field->n, 0);
    for (i = 0; i < 2; ++i) reach_value(r, &field->values[i]);
  } else if (node->kind == HOLDER) {
    const Holder *holder = (const Holder *)node;
    reach_words(r, &holder->vec, DOUBLES, sizeof(double));
    reach_text(r, &holder->text);
    reach_words(r, &holder->texts, TEXTS, sizeof(Text));
  } else if (node->kind == TABLE) {
    const Table *table = (const Table *)node;
    reach_observer(r, &table->watch);
    reach_observer(r, &table->peek);
    reach_observer(r, &table->loose);
    note(r, &table->skipped, SKIPS, NULL, 0);
    if (table->rows && table->n) {
      note(r, &table->rows, LEADS, table->rows, 0);
      reach_item(r, LINES, table->rows, table->n, TO | BACK, table);
    } else {
      reach_pointer(r, &table->rows, LINES, 0, 0);
    }
  }
}

static const size_t element_bytes[] = {
    0, 0, sizeof(Value), sizeof(double), 1, sizeof(Text), sizeof(double *), sizeof(Node)};

/* All that a root leads to now. */
static void reach(Reach *r, Sort sort, const void *base, int n, int within) {
  int at, i;
  memset(r, 0, sizeof *r);
  r->within = within;
  if (base && n) reach_item(r, sort, base, n, TO | BACK, NULL);
  for (at = 0; at < r->n; ++at) {
    const Item item = r->items[at];
    Piece *piece = &r->pieces[at];
    piece->at = offset_of(item.base);
    piece->bytes = item.sort == NODE ? kind_bytes[((const Node *)item.base)->kind]
                                     : (size_t)item.n * element_bytes[item.sort];
    piece->ways = item.ways;
    if (item.sort == NODE) reach_node(r, (const Node *)item.base);
    if (item.sort == THIN) note(r, &((const Node *)item.base)->next, SKIPS, NULL, 0);
    for (i = 0; i < item.n; ++i) {
      if (item.sort == VALUES) reach_value(r, (const Value *)item.base + i);
      if (item.sort == TEXTS) reach_text(r, (const Text *)item.base + i);
      if (item.sort == LINES)
        reach_pointer(r, (double *const *)item.base + i, DOUBLES, item.owner->lengths[i], TO);
    }
  }
}

/* --- the model: what is mapped ----------------------------------------------------------------------------
 */

typedef struct Extent {
  size_t at, bytes;
  int roots, id;
  int ways; /* during an enter */
  uintptr_t device;
} Extent;
typedef struct Member {
  int extent; /* by id */
  int back;   /* its data come back if this root is the last to leave them: MUST, or MAY */
} Member;
enum { MUST = 1, MAY };
typedef struct Handle {
  int root, n, direction;
  const void *at;
  int holder; /* the extent in which the pointer at `at` was given its value */
  Reach reach;
  Member members[PIECES];
  int nmembers;
} Handle;
typedef struct Root {
  Sort sort;
  const void *base;
  int n, direction;
  const void *at;
} Root;
enum { EXTENTS = 200, HANDLES = 10, ROOTS = 6 };
static Extent extents[EXTENTS];
static int nextents, ids;
static Handle *handles[HANDLES]; /* in the order of their enters */
static int nhandles;
static Root roots[ROOTS];
static int nroots;
static int technique, automatic, device_number;

static Word recorded[WORDS_];        /* what the extents' pointers were when they entered */
static int good[WORDS_];             /* the extent to whose copy a word that holds nothing points, else 0 */
static unsigned char astray[WORDS_]; /* kernels have changed it */
static unsigned char
    lost[WORDS_]; /* an observer of what is not mapped, which this call has brought up to date */

static Extent *extent_at(size_t at) {
  int i;
  for (i = 0; i < nextents; ++i)
    if (at >= extents[i].at && at < extents[i].at + extents[i].bytes) return &extents[i];
  return NULL;
}
static Extent *extent_of(uintptr_t host) {
  return in_arena(host) ? extent_at((size_t)(host - (uintptr_t)arena.bytes)) : NULL;
}
static Extent *extent_by(int id) {
  int i;
  for (i = 0; i < nextents; ++i)
    if (extents[i].id == id) return &extents[i];
  return NULL;
}
static int is_mapped(size_t at, size_t bytes) {
  int i;
  for (i = 0; i < nextents; ++i)
    if (extents[i].at < at + bytes && at < extents[i].at + extents[i].bytes) return 1;
  return 0;
}

/* What `host` is on the device, by the model's extents. */
static uintptr_t copy_of(uintptr_t anchor, uintptr_t value) {
  const Extent *extent = extent_of(anchor);
  return extent ? extent->device + (anchor - (uintptr_t)arena.bytes - extent->at) + (value - anchor) : 0;
}

/* The bytes before a call, and what they may be after it. */
enum { SAME, OTHER_SIDE, EITHER, ANYTHING };
static unsigned char host_before[BYTES], device_before[BYTES], host_live[BYTES], device_live[BYTES];
static unsigned char host_may[BYTES], device_may[BYTES];

static void remember(void) {
  int i;
  memset(host_live, 0, sizeof host_live);
  memset(device_live, 0, sizeof device_live);
  for (i = 0; i < MOST; ++i)
    if (blocks[i].sort) {
      memcpy(host_before + blocks[i].at, host_of(blocks[i].at), blocks[i].bytes);
      memset(host_live + blocks[i].at, 1, blocks[i].bytes);
    }
  for (i = 0; i < nextents; ++i) {
    memcpy(device_before + extents[i].at, (const void *)extents[i].device, extents[i].bytes);
    memset(device_live + extents[i].at, 1, extents[i].bytes);
  }
  memset(host_may, SAME, sizeof host_may);
  memset(device_may, SAME, sizeof device_may);
  memset(lost, 0, sizeof lost);
}

static int is_pointer(size_t word) { return recorded[word].state && recorded[word].state != IS_DATA; }

/* Looks whether a word of an extent has on the device what it may have. */
static void check_word(const Extent *extent, size_t word) {
  uintptr_t device, expected;
  const Word *r = &recorded[word];
  int i, follows = 0;
  memcpy(&device, (const void *)(extent->device + (word * WORD - extent->at)), sizeof device);
  for (i = 0; i < nhandles; ++i) follows |= handles[i]->reach.words[word].state == LEADS;
  if (follows) {
    expected = copy_of(r->value, r->value);
    CHECK(device == expected, "word %zu is %zx on the device, not %zx (host %zx)", word * WORD,
          (size_t)device, (size_t)expected, (size_t)r->value);
    return;
  }
  for (i = 0; i < nhandles; ++i)
    if (handles[i]->holder == extent->id && offset_of(handles[i]->at) == word * WORD) {
      const Root *root = &roots[handles[i]->root];
      expected = copy_of((uintptr_t)root->base, word_at(word));
      CHECK(device == expected, "attached word %zu is %zx on the device, not %zx", word * WORD,
            (size_t)device, (size_t)expected);
      return;
    }
  if (r->state == HOLDS && good[word]) {
    const Extent *target = extent_by(good[word]);
    if (!target) {
      /* Another root may have brought it again, and the pointer with it. */
      CHECK(!device || device == copy_of(r->anchor, r->value), "word %zu leads to what has left",
            word * WORD);
      good[word] = 0;
      return;
    }
    expected = copy_of(r->anchor, r->value);
    CHECK(device == expected, "observing word %zu is %zx on the device, not %zx", word * WORD, (size_t)device,
          (size_t)expected);
    return;
  }
  if (lost[word]) CHECK(!device, "word %zu observes what is not mapped", word * WORD);
  /* Nothing holds its target now. It is null, or leads to where its target is, or was. */
  if (!device || r->state == HOLDS || r->observer) return;
  CHECK(device == copy_of(r->value, r->value), "word %zu is %zx on the device", word * WORD, (size_t)device);
}

static void check_device(void) {
  size_t k;
  int i, j;
  for (i = 0; i < nextents; ++i) {
    Extent *extent = &extents[i];
    const uintptr_t device = (uintptr_t)pc_deepcopy_device_pointer(host_of(extent->at));
    CHECK(device, "the extent at %zu is not mapped", extent->at);
    CHECK(!extent->device || extent->device == device, "the extent at %zu has moved", extent->at);
    extent->device = device;
    CHECK((uintptr_t)pc_deepcopy_device_pointer(host_of(extent->at + extent->bytes - 1)) ==
              device + extent->bytes - 1,
          "the extent at %zu is shorter", extent->at);
    for (j = 0; j < i; ++j)
      CHECK(extents[j].device + extents[j].bytes <= device || device + extent->bytes <= extents[j].device,
            "extents at %zu and %zu overlap on the device", extent->at, extents[j].at);
  }
  for (i = 0; i < nextents; ++i) {
    const Extent *extent = &extents[i];
    const unsigned char *now = (const unsigned char *)extent->device;
    for (k = 0; k < extent->bytes; ++k) {
      const size_t at = extent->at + k, word = at / WORD;
      if (is_pointer(word)) {
        if (at % WORD == 0 && !astray[word]) check_word(extent, word);
        continue;
      }
      switch (device_may[at]) {
      case SAME:
        CHECK(!device_live[at] || now[k] == device_before[at], "byte %zu of the device has changed", at);
        break;
      case OTHER_SIDE:
        CHECK(!host_live[at] || now[k] == host_before[at], "byte %zu of the device is not the host's", at);
        break;
      case EITHER:
        CHECK(!host_live[at] || now[k] == host_before[at] || now[k] == device_before[at],
              "byte %zu of the device", at);
        break;
      default: break;
      }
    }
  }
  for (i = 0; i < MOST; ++i)
    for (k = 0; blocks[i].sort && k < blocks[i].bytes; ++k) {
      const size_t at = blocks[i].at + k;
      const unsigned char now = *(const unsigned char *)host_of(at);
      if (k % WORD == 0 && !extent_at(at))
        CHECK(!pc_deepcopy_device_pointer(host_of(at)), "byte %zu is mapped", at);
      if (host_may[at] == SAME) CHECK(now == host_before[at], "byte %zu of the host has changed", at);
      if (host_may[at] == OTHER_SIDE)
        CHECK(now == device_before[at], "byte %zu of the host is not the device's", at);
      if (host_may[at] == EITHER)
        CHECK(now == device_before[at] || now == host_before[at], "byte %zu of the host", at);
    }
}

/* What a comparison with what is mapped has to say. */
typedef enum Verdict { FINE, PERHAPS, REFUSED } Verdict;

static Verdict worse(Verdict a, Verdict b) { return a > b ? a : b; }

/* How what the host has now differs from one record of a word. */
static Verdict compare(const Word *was, const Word *is, size_t word) {
  if (!was->state || !is->state) return FINE;
  if ((was->state == IS_DATA) != (is->state == IS_DATA)) return REFUSED;
  if (was->value == word_at(word) && was->kind && is->kind && was->kind != is->kind) return REFUSED;
  if (was->state == IS_DATA || was->value == word_at(word)) return FINE;
  if (was->state == SKIPS || is->state == SKIPS || was->observer || was->state == HOLDS) return PERHAPS;
  return REFUSED;
}

/* Whether something that is mapped, or is to be, ends at an address: what it means depends on much. */
static int is_border(const Reach *r, uintptr_t address) {
  int i;
  if (!in_arena(address)) return 0;
  for (i = 0; r && i < r->n; ++i)
    if (r->pieces[i].at + r->pieces[i].bytes == address - (uintptr_t)arena.bytes) return 1;
  for (i = 0; i < nextents; ++i)
    if (extents[i].at + extents[i].bytes == address - (uintptr_t)arena.bytes) return 1;
  return 0;
}

/* Whether what a root leads to now fits to what is mapped. */
static Verdict compare_mapped(const Reach *r, int present_only) {
  Verdict verdict = FINE;
  size_t word;
  int i;
  for (i = 0; i < r->n; ++i) {
    const Piece *piece = &r->pieces[i];
    const Extent *extent = extent_at(piece->at);
    if (!piece->bytes) continue;
    if (extent && piece->at + piece->bytes > extent->at + extent->bytes) return REFUSED;
    if (!extent && (present_only || is_mapped(piece->at, piece->bytes))) return REFUSED;
  }
  for (word = 0; word < WORDS_; ++word) {
    if (!r->words[word].state || !extent_at(word * WORD)) continue;
    if (!recorded[word].state) return REFUSED; /* the extent has no pointer there */
    for (i = 0; i < nhandles; ++i) {
      if (!handles[i]->reach.words[word].state) continue;
      verdict = worse(verdict, compare(&handles[i]->reach.words[word], &r->words[word], word));
    }
    if (recorded[word].vague) verdict = worse(verdict, PERHAPS);
    if (compare(&recorded[word], &r->words[word], word) != FINE) verdict = worse(verdict, PERHAPS);
  }
  return verdict;
}

/* Whether some pointer of what is to enter leads to a border: then extents may become one that only touch,
 * and the model knows no more. */
static int unclear;
static Verdict find_borders(Handle **fresh, int n) {
  size_t word;
  int i, k;
  unclear = 0;
  for (i = 0; i < n; ++i)
    for (k = 0; k < n; ++k)
      for (word = 0; word < WORDS_; ++word)
        unclear |= fresh[i]->reach.words[word].state == HOLDS &&
                   is_border(&fresh[k]->reach, fresh[i]->reach.words[word].anchor);
  return unclear ? PERHAPS : FINE;
}

/* Whether a node to which some root was led is of another class now, or another lies there: what copies it
 * finds that, whether that root's pointer still leads there or not. */
static Verdict find_classes(void) {
  size_t word;
  int i;
  for (i = 0; i < nhandles; ++i)
    for (word = 0; word < WORDS_; ++word) {
      const Word *w = &handles[i]->reach.words[word];
      const Block *block = w->kind ? block_of((const void *)w->anchor) : NULL;
      if (!w->kind) continue;
      if (!block || ((const Node *)w->anchor)->kind + 1 != w->kind) return PERHAPS;
    }
  return FINE;
}

static Reach scratch;

/* Whether the pointers of what a root reached are as they were. */
static Verdict compare_handle(const Handle *handle) {
  const Root *root = &roots[handle->root];
  Verdict verdict = FINE;
  size_t word;
  int i;
  reach(&scratch, root->sort, root->base, handle->n, ways_of((pc_direction)handle->direction));
  for (word = 0; word < WORDS_; ++word) {
    if (!handle->reach.words[word].state || !block_at(word * WORD)) continue;
    verdict = worse(verdict, compare(&handle->reach.words[word], &scratch.words[word], word));
    if (recorded[word].state != handle->reach.words[word].state ||
        recorded[word].value != handle->reach.words[word].value)
      verdict = worse(verdict, PERHAPS);
    if (!scratch.words[word].state && handle->reach.words[word].value != word_at(word))
      verdict = worse(verdict, PERHAPS);
    for (i = 0; i < nhandles; ++i) /* entered when another member of the union was alive */
      if (handles[i]->reach.words[word].state &&
          handles[i]->reach.words[word].state != handle->reach.words[word].state)
        verdict = worse(verdict, PERHAPS);
  }
  for (word = 0; word < WORDS_; ++word) { /* what it reaches beyond what it reached, others have entered */
    if (handle->reach.words[word].state || !scratch.words[word].state || !extent_at(word * WORD)) continue;
    if (!recorded[word].state || recorded[word].vague ||
        compare(&recorded[word], &scratch.words[word], word) != FINE)
      verdict = worse(verdict, PERHAPS);
  }
  for (i = 0; i < handle->nmembers;
       ++i) { /* what lies in its extents, but is not reached now, may have changed */
    const Extent *extent = extent_by(handle->members[i].extent);
    for (word = extent->at / WORD; word < (extent->at + extent->bytes) / WORD; ++word)
      if (recorded[word].state && !scratch.words[word].state) verdict = worse(verdict, PERHAPS);
  }
  return verdict;
}

/* Whether some array that a root leads to, as `scratch` has it, is longer than when it was entered. */
static int is_longer(const Handle *handle) {
  int i, k;
  for (i = 0; i < scratch.n; ++i) {
    size_t most = 0;
    for (k = 0; k < handle->reach.n; ++k)
      if (handle->reach.pieces[k].at == scratch.pieces[i].at && handle->reach.pieces[k].bytes > most)
        most = handle->reach.pieces[k].bytes;
    if (scratch.pieces[i].bytes > most) return 1;
  }
  return 0;
}

/* --- calls ------------------------------------------------------------------------------------------------
 */

static pc_root call_root(const Root *root, int n) {
  pc_root result = {NULL, root->base, n, "root", (pc_direction)root->direction, root->at};
  result.type = root->sort == NODE      ? node_type()
                : root->sort == VALUES  ? value_type()
                : root->sort == DOUBLES ? double_type()
                : root->sort == TEXTS   ? text_type()
                : root->sort == THIN    ? &thin_descriptor
                                        : char_type();
  return result;
}

static int abandoned; /* from here on the model knows no more */

static void fault(void) {
  pc_host_device_model()->fail_after = chance(3) ? 0 : 1 + chance(chance(2) ? 4 : 20);
}

enum { ENTER, EXIT, UPDATE_HOST, UPDATE_DEVICE, UPDATE_STRUCTURE, CALLS };
static const char *const call_names[CALLS] = {"enter", "exit", "host", "device", "structure"};
static long long counts[CALLS][3];

static int finish_call(int call, int status) {
  const int failed = status == PC_ERROR_DEVICE || status == PC_ERROR_DEVICE_FULL;
  const int hit = pc_host_device_model()->fail_after == 0;
  if (failed) CHECK(hit, "a failure of the device that was not asked for");
  pc_host_device_model()->fail_after = 0;
  ++counts[call][failed ? 2 : status != PC_OK];
  return failed;
}

static void tell_status(int status) { tell("    -> %d %s\n", status, status ? last_message : ""); }

/* Whether the device may have anything as a word: a kernel has changed it, or its target has left. */
static int is_loose(size_t word) {
  return astray[word] ||
         (is_pointer(word) && recorded[word].state == HOLDS && !(good[word] && extent_by(good[word])));
}

/* All is as it was, on both sides. */
static void check_nothing_done(void) {
  size_t k;
  int i;
  check_device();
  for (i = 0; i < nextents; ++i)
    for (k = 0; k < extents[i].bytes; ++k)
      CHECK(is_loose((extents[i].at + k) / WORD) ||
                ((const unsigned char *)extents[i].device)[k] == device_before[extents[i].at + k],
            "byte %zu of the device has changed in a call that failed", extents[i].at + k);
}

/* Takes the roots of a handle off its extents; `back` as they leave. */
static void let_go(int index, int back) {
  Handle *handle = handles[index];
  int i;
  size_t k;
  for (i = 0; i < handle->nmembers; ++i) {
    Extent *extent = extent_by(handle->members[i].extent);
    if (--extent->roots) continue;
    for (k = extent->at; k < extent->at + extent->bytes; ++k) {
      if (back && handle->members[i].back && !is_pointer(k / WORD))
        host_may[k] = handle->members[i].back == MUST ? OTHER_SIDE : EITHER;
      if (k % WORD == WORD - 1) recorded[k / WORD].state = NO_WORD;
    }
    *extent = extents[--nextents];
  }
  free(handle);
  for (i = index; i + 1 < nhandles; ++i) handles[i] = handles[i + 1];
  --nhandles;
}

/* Adds handles of roots that entered together. */
static void add_handles(Handle **fresh, int n) {
  const int before = nextents;
  int i, k, j, again;
  size_t word;
  for (i = 0; i < n; ++i)
    for (k = 0; k < fresh[i]->reach.n; ++k) {
      const Piece *piece = &fresh[i]->reach.pieces[k];
      Extent *extent = extent_at(piece->at);
      if (!piece->bytes || (extent && extent - extents < before)) continue;
      if (extent && piece->at + piece->bytes <= extent->at + extent->bytes) {
        extent->ways |= piece->ways;
        continue;
      }
      CHECK(nextents < EXTENTS, "the model is too small");
      extents[nextents].at = piece->at;
      extents[nextents].bytes = piece->bytes;
      extents[nextents].roots = 0;
      extents[nextents].id = ++ids;
      extents[nextents].device = 0;
      extents[nextents++].ways = piece->ways;
    }
  do { /* what overlaps becomes one */
    again = 0;
    for (i = before; i < nextents; ++i)
      for (k = before; k < nextents; ++k) {
        Extent *a = &extents[i], *b = &extents[k];
        if (i == k || a->at > b->at || a->at + a->bytes <= b->at) continue;
        if (b->at + b->bytes > a->at + a->bytes) a->bytes = b->at + b->bytes - a->at;
        a->ways |= b->ways;
        *b = extents[--nextents];
        again = 1;
        i = before, k = before - 1;
      }
  } while (again);
  for (i = before; i < nextents; ++i)
    for (word = extents[i].at; word < extents[i].at + extents[i].bytes; ++word) {
      device_may[word] = extents[i].ways & TO ? OTHER_SIDE : ANYTHING;
      device_live[word] = 0;
      if (word % WORD == 0)
        recorded[word / WORD].state = NO_WORD, good[word / WORD] = astray[word / WORD] = 0;
    }
  for (i = 0; i < n; ++i) {
    Handle *handle = fresh[i];
    for (k = 0; k < handle->reach.n; ++k) {
      const Piece *piece = &handle->reach.pieces[k];
      Extent *extent = extent_at(piece->at);
      if (!piece->bytes) continue;
      for (j = 0; j < handle->nmembers && handle->members[j].extent != extent->id; ++j) continue;
      if (j == handle->nmembers) {
        handle->members[j].extent = extent->id;
        handle->members[j].back = 0;
        ++handle->nmembers;
        ++extent->roots;
      }
    }
    if (handle->at && extent_of((uintptr_t)handle->at)) handle->holder = extent_of((uintptr_t)handle->at)->id;
    handles[nhandles++] = handle;
  }
  /* A record that several roots share says what any of them does. */
  for (i = 0; i < n; ++i)
    for (k = 0; k < fresh[i]->reach.n; ++k) {
      const Piece *piece = &fresh[i]->reach.pieces[k];
      const Extent *extent = extent_at(piece->at);
      int h;
      if (!piece->bytes || !(piece->ways & BACK)) continue;
      for (h = 0; h < n; ++h)
        for (j = 0; j < fresh[h]->nmembers; ++j)
          if (fresh[h]->members[j].extent == extent->id && (h == i || !fresh[h]->members[j].back))
            fresh[h]->members[j].back = h == i ? MUST : MAY;
    }
  for (i = 0; i < n; ++i)
    for (word = 0; word < WORDS_; ++word) {
      const Word *w = &fresh[i]->reach.words[word];
      const Extent *extent = w->state ? extent_at(word * WORD) : NULL;
      if (!extent) continue;
      if (w->state > recorded[word].state || w->state == LEADS) {
        recorded[word] = *w;
      } else if (w->state != SKIPS && w->value != recorded[word].value) {
        recorded[word].vague = 1;
      }
      if (extent - extents >= before && w->state == HOLDS && extent_of(w->anchor))
        good[word] = extent_of(w->anchor)->id;
    }
}

static Handle *new_handle(int root, int n, int direction, const void *at) {
  Handle *handle = (Handle *)calloc(1, sizeof *handle);
  handle->root = root;
  handle->n = n;
  handle->direction = direction;
  handle->at = at;
  reach(&handle->reach, roots[root].sort, roots[root].base, n, ways_of((pc_direction)direction));
  return handle;
}

static void enter(void) {
  pc_root called[3];
  Handle *fresh[3];
  Verdict verdict = FINE;
  const int n = 1 + (int)chance(3);
  int i, status;
  if (nhandles + n > HANDLES) return;
  remember();
  tell("  enter");
  for (i = 0; i < n; ++i) {
    const int which = (int)chance((unsigned)nroots);
    Root *root = &roots[which];
    called[i] = call_root(root, root->n);
    fresh[i] = new_handle(which, root->n, root->direction, root->at);
    verdict = worse(verdict, compare_mapped(&fresh[i]->reach, 0));
    tell(" %d", which);
  }
  verdict = worse(verdict, find_borders(fresh, n));
  tell(", %d\n", verdict);
  fault();
  last_message[0] = 0;
  status =
      pc_deepcopy_enter_on(called, (size_t)n, chance(4) && !automatic ? (pc_technique)technique : PC_AUTO,
                           device_number, __FILE__, __LINE__);
  tell_status(status);
  if (finish_call(ENTER, status) || status != PC_OK) {
    CHECK(verdict != FINE || status == PC_ERROR_DEVICE || status == PC_ERROR_DEVICE_FULL, "enter gives %d",
          status);
    for (i = 0; i < n; ++i) free(fresh[i]);
    check_nothing_done();
    return;
  }
  CHECK(verdict != REFUSED, "enter of what has changed was not refused");
  add_handles(fresh, n);
  if (unclear) abandoned = 1;
  if (!unclear) check_device();
}

static int latest_handle(int root, int n) {
  int i;
  for (i = nhandles; i-- > 0;)
    if (handles[i]->root == root && handles[i]->n == n) return i;
  return -1;
}

static void leave(int all) {
  pc_root called[HANDLES];
  int wanted[HANDLES], order[HANDLES], n = 0, i, k, status, failed;
  const unsigned flags = chance(6) == 0 || hard ? PC_DELETE : 0;
  Verdict verdict = FINE;
  if (!nhandles) return;
  remember();
  for (i = 0; i < nhandles; ++i) order[i] = 0;
  tell("  exit%s", flags ? " delete" : "");
  for (i = 0; i < (all ? nhandles : 1 + (int)chance(2)); ++i) {
    /* The latest of the roots that are the same is the first to go. */
    const Handle *some = handles[all ? nhandles - 1 - i : (int)chance((unsigned)nhandles)];
    for (k = nhandles; k-- > 0;)
      if (!order[k] && handles[k]->root == some->root && handles[k]->n == some->n) break;
    if (k < 0) continue;
    order[k] = 1;
    wanted[n] = k;
    called[n++] = call_root(&roots[handles[k]->root], handles[k]->n);
    if (!flags) verdict = worse(verdict, compare_handle(handles[k]));
    tell(" %d", handles[k]->root);
  }
  tell(", %d\n", verdict);
  fault();
  last_message[0] = 0;
  status = pc_deepcopy_exit(called, (size_t)n, flags, __FILE__, __LINE__);
  tell_status(status);
  failed = finish_call(EXIT, status);
  if (failed || status == PC_ERROR_CHANGED) {
    CHECK(failed || verdict != FINE, "exit gives %d", status);
    for (i = 0; i < nextents && failed && !flags; ++i) {
      size_t at;
      for (at = extents[i].at; at < extents[i].at + extents[i].bytes; ++at)
        if (!is_pointer(at / WORD)) host_may[at] = EITHER;
    }
    check_nothing_done();
    return;
  }
  CHECK(status == PC_OK, "exit gives %d", status);
  CHECK(verdict != REFUSED, "exit of what has changed was not refused");
  for (i = 0; i < n; ++i) {
    let_go(wanted[i], !flags);
    for (k = i + 1; k < n; ++k) wanted[k] -= wanted[k] > wanted[i];
  }
  check_device();
}

/* Some bytes are to be copied. */
static void allow(size_t at, size_t bytes, int back, int may) {
  size_t k;
  for (k = at; k < at + bytes; ++k) {
    if (is_pointer(k / WORD)) continue;
    if (back) {
      if (host_may[k] == SAME || may == OTHER_SIDE) host_may[k] = (unsigned char)may;
    } else if (device_may[k] == SAME || may == OTHER_SIDE) {
      device_may[k] = (unsigned char)may;
    }
  }
}

/* The pointers of some bytes are made anew on the device. */
static void made_anew(size_t at, size_t bytes, int fine) {
  size_t word;
  for (word = (at + WORD - 1) / WORD; (word + 1) * WORD <= at + bytes; ++word) {
    const Extent *target;
    if (!is_pointer(word)) continue;
    astray[word] = !fine;
    if (!recorded[word].observer || !fine) continue;
    target = extent_of(word_at(word));
    recorded[word].state = HOLDS;
    recorded[word].vague = 0;
    recorded[word].value = recorded[word].anchor = word_at(word);
    good[word] = target ? target->id : 0;
    lost[word] = !target && !is_border(NULL, word_at(word));
  }
}

static void update(void) {
  const int back = (int)chance(2);
  const Root *root;
  Root inner;
  Handle *handle = NULL;
  pc_root called;
  Verdict verdict;
  int i, status, failed, pieces = 1;
  if (!nhandles || hard) return;
  remember();
  if (chance(2)) {
    handle = handles[chance((unsigned)nhandles)];
    handle = handles[latest_handle(handle->root, handle->n)];
    root = &roots[handle->root];
    called = call_root(root, handle->n);
    verdict = compare_handle(handle);
    for (i = 0; i < scratch.n && !back; ++i) { /* longer than what is mapped */
      const Extent *extent = extent_at(scratch.pieces[i].at);
      if (!extent || scratch.pieces[i].at + scratch.pieces[i].bytes > extent->at + extent->bytes)
        verdict = REFUSED;
    }
    pieces = !back && is_longer(handle); /* what others have entered of it goes, too */
    if (pieces) verdict = worse(verdict, compare_mapped(&scratch, 1));
    tell("  update %s of root %d, %d\n", back ? "host" : "device", handle->root, verdict);
  } else { /* a part of what is reached */
    const Reach *r = &handles[chance((unsigned)nhandles)]->reach;
    const Item *item;
    if (!r->n) return;
    item = &r->items[chance((unsigned)r->n)];
    memset(&inner, 0, sizeof inner);
    inner.sort = item->sort;
    inner.base = item->base;
    inner.n = item->n;
    if (inner.sort == LINES || inner.sort == THIN || !block_of(inner.base)) return;
    if (inner.sort != NODE) {
      const int from = (int)chance((unsigned)inner.n);
      inner.n = 1 + (int)chance((unsigned)(inner.n - from));
      inner.base = (const char *)inner.base + (size_t)from * element_bytes[inner.sort];
      if (offset_of(inner.base) + (size_t)inner.n * element_bytes[inner.sort] >
              block_of(inner.base)->at + block_of(inner.base)->bytes ||
          block_of(inner.base)->sort != inner.sort)
        return;
    } else if (block_of(inner.base)->sort != NODE || offset_of(inner.base) != block_of(inner.base)->at) {
      return;
    }
    for (i = 0; i < nhandles; ++i)
      if (roots[handles[i]->root].base == inner.base && roots[handles[i]->root].sort == inner.sort &&
          handles[i]->n == inner.n)
        return;
    called = call_root(&inner, inner.n);
    reach(&scratch, inner.sort, inner.base, inner.n, TO | BACK);
    verdict = compare_mapped(&scratch, 1);
    tell("  update %s of %d of sort %d at %zu, %d\n", back ? "host" : "device", inner.n, inner.sort,
         offset_of(inner.base), verdict);
  }
  verdict = worse(verdict, find_classes());
  for (i = 0; handle && i < handle->nmembers; ++i) {
    const Extent *extent = extent_by(handle->members[i].extent);
    allow(extent->at, extent->bytes, back, OTHER_SIDE);
  }
  for (i = 0; pieces && i < scratch.n; ++i)
    allow(scratch.pieces[i].at, scratch.pieces[i].bytes, back, OTHER_SIDE);
  fault();
  last_message[0] = 0;
  status = back ? pc_deepcopy_update_host(&called, 1, __FILE__, __LINE__)
                : pc_deepcopy_update_device(&called, 1, __FILE__, __LINE__);
  tell_status(status);
  failed = finish_call(back ? UPDATE_HOST : UPDATE_DEVICE, status);
  if (status != PC_OK && !failed) {
    CHECK(verdict != FINE, "update gives %d", status);
    memset(host_may, SAME, sizeof host_may);
    memset(device_may, SAME, sizeof device_may);
    check_nothing_done();
    return;
  }
  if (!failed) CHECK(verdict != REFUSED, "update of what has changed was not refused");
  for (i = 0; i < BYTES && failed; ++i) {
    if (host_may[i] == OTHER_SIDE) host_may[i] = EITHER;
    if (device_may[i] == OTHER_SIDE) device_may[i] = EITHER;
  }
  for (i = 0; !back && handle && i < handle->nmembers; ++i) {
    const Extent *extent = extent_by(handle->members[i].extent);
    made_anew(extent->at, extent->bytes, !failed);
  }
  for (i = 0; !back && pieces && i < scratch.n; ++i)
    made_anew(scratch.pieces[i].at, scratch.pieces[i].bytes, !failed);
  check_device();
}

/* What roots that entered anew share with others has been updated, or some of it, where their directions let
 * it; records that several of them share have the directions of all. */
static void refresh_shared(Handle **fresh, int n, int fine) {
  int i, k, to, after = nextents;
  /* The extents that are new are the last. */
  while (after && !extents[after - 1].device) --after;
  for (to = 0; to < 2; ++to)
    for (i = 0; i < n; ++i)
      for (k = 0; k < fresh[i]->reach.n; ++k) {
        const Piece *piece = &fresh[i]->reach.pieces[k];
        const Extent *extent = extent_at(piece->at);
        if (!piece->bytes || extent - extents >= after || !!(piece->ways & TO) != to) continue;
        allow(piece->at, piece->bytes, 0, to && fine ? OTHER_SIDE : EITHER);
        made_anew(piece->at, piece->bytes, to && fine);
      }
}

static void restructure(int all) {
  pc_root called[HANDLES];
  int taken[HANDLES], wanted[HANDLES], n = 0, i, k, status, failed;
  Handle *fresh[HANDLES], *kept[HANDLES];
  static Extent kept_extents[EXTENTS];
  static Word kept_words[WORDS_];
  static int kept_good[WORDS_];
  const int before = nhandles, extents_before = nextents;
  Verdict verdict = FINE;
  if (!nhandles) return;
  remember();
  tell("  update structure");
  memset(taken, 0, sizeof taken);
  for (i = nhandles; i-- > 0;) {
    Root *root;
    if (!all && chance(2)) continue;
    /* Of the same root the latest goes first; with another count another one may be meant. */
    for (k = nhandles; k-- > 0;)
      if (!taken[k] && handles[k]->root == handles[i]->root) break;
    if (k < 0) continue;
    root = &roots[handles[k]->root];
    taken[k] = 1;
    wanted[n] = k;
    called[n] = call_root(root, root->n);
    fresh[n] =
        new_handle(handles[k]->root, root->n, handles[k]->direction, root->at ? root->at : handles[k]->at);
    tell(" %d", handles[k]->root);
    ++n;
  }
  if (!n) {
    tell(" nothing\n");
    return;
  }
  /* As if they left without a copy back, and entered. */
  memcpy(kept, handles, sizeof kept);
  memcpy(kept_extents, extents, sizeof kept_extents);
  memcpy(kept_words, recorded, sizeof kept_words);
  memcpy(kept_good, good, sizeof kept_good);
  for (i = 0; i < n; ++i) {
    const Handle *old = kept[wanted[i]];
    for (k = 0; k < nhandles && handles[k] != old; ++k) continue;
    handles[k] = (Handle *)malloc(sizeof *old);
    memcpy(handles[k], old, sizeof *old);
    let_go(k, 0);
  }
  for (i = 0; i < n; ++i) verdict = worse(verdict, compare_mapped(&fresh[i]->reach, 0));
  verdict = worse(worse(verdict, find_borders(fresh, n)), find_classes());
  tell(", %d\n", verdict);
  fault();
  last_message[0] = 0;
  status = pc_deepcopy_update_structure(called, (size_t)n, __FILE__, __LINE__);
  tell_status(status);
  failed = finish_call(UPDATE_STRUCTURE, status);
  if (status != PC_OK && !strstr(last_message, "has entered anew")) {
    CHECK(verdict != FINE || status == PC_ERROR_DEVICE || status == PC_ERROR_DEVICE_FULL,
          "update structure gives %d", status);
    memcpy(handles, kept, sizeof kept);
    memcpy(extents, kept_extents, sizeof kept_extents);
    memcpy(recorded, kept_words, sizeof kept_words);
    memcpy(good, kept_good, sizeof kept_good);
    nhandles = before;
    nextents = extents_before;
    for (i = 0; i < n; ++i) free(fresh[i]);
    check_nothing_done();
    return;
  }
  CHECK(verdict != REFUSED, "update structure of what has changed elsewhere was not refused");
  add_handles(fresh, n);
  refresh_shared(fresh, n, !failed);
  for (i = 0; i < n; ++i) free(kept[wanted[i]]);
  if (n == nhandles) hard = 0;
  if (unclear) abandoned = 1;
  if (!unclear) check_device();
}

/* Each image leads to what is mapped, unless a kernel or time has led its pointers astray. */
static void verify(void) {
  int i;
  if (!nhandles || hard) return;
  i = (int)chance((unsigned)nhandles);
  i = latest_handle(handles[i]->root, handles[i]->n);
  {
    const Handle *handle = handles[i];
    const pc_root called = call_root(&roots[handle->root], handle->n);
    const Verdict verdict = compare_handle(handle);
    size_t word;
    int strays = 0, status;
    for (word = 0; word < WORDS_; ++word)
      if (extent_at(word * WORD) && is_pointer(word)) strays |= is_loose(word);
    tell("  verify %d, %d\n", handle->root, verdict);
    last_message[0] = 0;
    status = pc_deepcopy_verify(&called, 1, __FILE__, __LINE__);
    tell_status(status);
    CHECK(status == PC_OK || (status == PC_ERROR_STRAY && strays) ||
              (status == PC_ERROR_CHANGED && verdict != FINE),
          "verify gives %d", status);
    if (status == PC_OK) CHECK(verdict != REFUSED, "verify of what has changed was not refused");
  }
}

/* Takes all from the device. */
static void abandon(void) {
  while (nhandles) {
    const Handle *handle = handles[nhandles - 1];
    const pc_root called = call_root(&roots[handle->root], handle->n);
    CHECK(pc_deepcopy_exit(&called, 1, PC_DELETE, __FILE__, __LINE__) == PC_OK, "the exit of all");
    let_go(nhandles - 1, 0);
  }
}

/* --- changes of the data -----------------------------------------------------------------------------------
 */

/* Whether a byte of a block is a number or a character that any side may change. */
static int is_free_data(const Block *block, size_t at) {
  const size_t k = at - block->at;
  const void *host = host_of(block->at);
  switch (block->sort) {
  case DOUBLES:
  case CHARS: return 1;
  case NODE: {
    if (k >= offsetof(Node, weight) && k < offsetof(Node, next)) return 1;
    if (((const Node *)host)->kind == FIELD && k >= offsetof(Field, values)) {
      const size_t in = (k - offsetof(Field, values)) % sizeof(Value);
      const Value *value = &((const Field *)host)->values[(k - offsetof(Field, values)) / sizeof(Value)];
      return value->tag == NUMBER && in >= offsetof(Value, u);
    }
    if (((const Node *)host)->kind == HOLDER && k >= offsetof(Holder, text.u) && k < offsetof(Holder, texts))
      return ((const Holder *)host)->text.begin == ((const Holder *)host)->text.u.own;
    return 0;
  }
  case VALUES: {
    const Value *value = &((const Value *)host)[k / sizeof(Value)];
    return value->tag == NUMBER && k % sizeof(Value) >= offsetof(Value, u);
  }
  case TEXTS: {
    const Text *text = &((const Text *)host)[k / sizeof(Text)];
    return text->begin == text->u.own && k % sizeof(Text) >= offsetof(Text, u);
  }
  default: return 0;
  }
}

static void change_host(void) {
  int i;
  size_t k;
  tell("  host data\n");
  for (i = 0; i < MOST; ++i)
    for (k = blocks[i].at; blocks[i].sort && k < blocks[i].at + blocks[i].bytes; ++k)
      if (is_free_data(&blocks[i], k) && chance(2)) *(unsigned char *)host_of(k) = (unsigned char)chance(120);
}

static void change_device(void) {
  int i;
  size_t k;
  tell("  device data\n");
  for (i = 0; i < nextents; ++i)
    for (k = extents[i].at; k < extents[i].at + extents[i].bytes; ++k) {
      const Block *block = block_at(k);
      if (block && is_free_data(block, k) && !is_pointer(k / WORD) && chance(2))
        ((unsigned char *)extents[i].device)[k - extents[i].at] = (unsigned char)chance(120);
    }
}

/* A kernel that links anew. */
static void lead_astray(void) {
  size_t word;
  tell("  device pointers\n");
  for (word = 0; word < WORDS_; ++word) {
    const Extent *extent = extent_at(word * WORD);
    const uintptr_t wild =
        chance(2) ? UINTPTR_MAX / 3 : extents[chance((unsigned)(nextents ? nextents : 1))].device;
    if (!extent || !is_pointer(word) || chance(4)) continue;
    memcpy((void *)(extent->device + (word * WORD - extent->at)), &wild, sizeof wild);
    astray[word] = 1;
  }
}

/* --- changes of the structure ------------------------------------------------------------------------------
 */

static int overlapping; /* arrays begin in the middle of others, too */

/* How many numbers there are from one on. */
static int room_of(const double *numbers) {
  const Block *block = block_of(numbers);
  return block->room - (int)(numbers - (const double *)host_of(block->at));
}

static double *some_doubles(int *n) {
  Block *block = chance(3) ? some_block(DOUBLES) : NULL;
  int i;
  if (!block) {
    const int room = 1 + (int)chance(6);
    block = allocate(DOUBLES, (size_t)room * sizeof(double), room);
    if (!block) block = some_block(DOUBLES);
    for (i = 0; block && i < block->room; ++i) ((double *)host_of(block->at))[i] = (double)(1 + chance(1000));
  }
  if (!block) return NULL;
  i = overlapping ? (int)chance((unsigned)block->room) : 0;
  if (*n > block->room - i) *n = block->room - i;
  return (double *)host_of(block->at) + i;
}

static void new_text(Text *text) {
  const int n = (int)chance(3) ? (int)chance(16) : 16 + (int)chance(10);
  Block *block = n > 15 ? allocate(CHARS, (size_t)n + 1, n + 1) : NULL;
  int i;
  memset(text, 0, sizeof *text);
  text->size = (size_t)(block ? n : n % 16);
  text->begin = block ? (char *)host_of(block->at) : text->u.own;
  if (block) text->u.room = text->size;
  for (i = 0; i < (int)text->size; ++i) text->begin[i] = (char)(chance(3) ? 1 + chance(100) : 0);
}

static void move_text(Text *to, const Text *from) {
  *to = *from;
  if (from->begin == from->u.own) to->begin = to->u.own;
}

/* Their numbers are kept with the values that lead to them. */
static void count_values(Value *value) {
  const Block *block = value->tag == LIST && value->u.list ? block_of(value->u.list) : NULL;
  if (block) value->n = block->n;
}

static void count_all_values(void) {
  int i, k;
  for (i = 0; i < MOST; ++i) {
    void *host = host_of(blocks[i].at);
    if (blocks[i].sort == VALUES)
      for (k = 0; k < blocks[i].room; ++k) count_values((Value *)host + k);
    if (blocks[i].sort == NODE && ((Node *)host)->kind == FIELD)
      for (k = 0; k < 2; ++k) count_values(&((Field *)host)->values[k]);
  }
  for (i = 0; i < nroots; ++i)
    if (roots[i].sort == VALUES && block_of(roots[i].base)) roots[i].n = block_of(roots[i].base)->n;
}

static void new_value(Value *value) {
  Block *block;
  memset(value, 0, sizeof *value);
  value->tag = (int)chance(TAGS);
  value->n = (int)chance(5);
  switch (value->tag) {
  case LIST:
    block = some_block(VALUES);
    if (block && chance(2)) break;
    block = allocate(VALUES, 4 * sizeof(Value), 4);
    if (block) block->n = 1 + (int)chance(4);
    break;
  default: block = NULL;
  }
  switch (value->tag) {
  case NUMBER: value->u.number = (double)chance(1000); break;
  case LIST:
    if (block) value->u.list = (Value *)host_of(block->at), value->n = block->n;
    break;
  case ARRAY: value->u.array = some_doubles(&value->n); break;
  case OBJECT:
    block = some_block(NODE);
    if (block) value->u.object = (Node *)host_of(block->at);
    break;
  default:
    if (chance(3)) value->u.pair[0] = some_doubles(&value->n);
    if (chance(3)) value->u.pair[1] = some_doubles(&value->n);
  }
}

static Node *some_node(void) {
  const Block *block = chance(6) ? some_block(NODE) : NULL;
  return block ? (Node *)host_of(block->at) : NULL;
}

/* Pointers by which roots are attached stay as they are. */
static int is_at(const void *pointer) {
  int i;
  for (i = 0; i < nroots; ++i)
    if (roots[i].at == pointer) return 1;
  return 0;
}

static void change_node(Node *node) {
  int i, n;
  if (chance(3) == 0) node->next = some_node();
  if (node->kind == FIELD) {
    Field *field = (Field *)node;
    double **const arrays[] = {&field->both, &field->in, &field->out, &field->scratch};
    n = 1 + (int)chance(6);
    for (i = 0; i < 4; ++i) {
      int room = BYTES;
      if (chance(3) == 0) *arrays[i] = chance(5) ? some_doubles(&room) : NULL;
      if (*arrays[i] && room_of(*arrays[i]) < n) n = room_of(*arrays[i]);
    }
    if (chance(8) == 0) n = 0;
    if (chance(2) || n < field->n) field->n = n;
    for (i = 0; i < 2; ++i)
      if (chance(3) == 0) new_value(&field->values[i]);
  } else if (node->kind == HOLDER) {
    Holder *holder = (Holder *)node;
    Text *old = holder->texts.begin;
    const int size = (int)(holder->texts.end - old);
    if (chance(3) == 0) {
      n = (int)chance(6);
      holder->vec.begin = holder->vec.end = holder->vec.room = NULL;
      if (chance(5)) holder->vec.begin = some_doubles(&n);
      if (holder->vec.begin) {
        holder->vec.end = holder->vec.begin + n;
        holder->vec.room = holder->vec.begin + room_of(holder->vec.begin);
      }
    } else if (holder->vec.end < holder->vec.room && chance(3) == 0) {
      *holder->vec.end++ = 7;
    }
    if (chance(3) == 0) new_text(&holder->text);
    switch (chance(4)) {
    case 0: { /* a new array, with room */
      Block *block = allocate(TEXTS, 4 * sizeof(Text), 4);
      if (!block) break;
      holder->texts.begin = (Text *)host_of(block->at);
      for (i = 0; i < size; ++i) move_text(&holder->texts.begin[i], &old[i]);
      for (; i < 4; ++i) new_text(&holder->texts.begin[i]);
      holder->texts.end = holder->texts.begin + (size ? size : (int)chance(4));
      holder->texts.room = holder->texts.begin + 4;
      break;
    }
    case 1:
      if (holder->texts.end < holder->texts.room) new_text(holder->texts.end++);
      break;
    case 2:
      if (size) --holder->texts.end;
      break;
    default:
      if (size) new_text(&old[chance((unsigned)size)]);
    }
  } else if (node->kind == TABLE) {
    Table *table = (Table *)node;
    n = BYTES;
    if (!is_at(&table->watch) && chance(3) == 0) table->watch = some_node();
    if (!is_at(&table->peek) && chance(3) == 0) table->peek = chance(4) ? some_doubles(&n) : NULL;
    if (!is_at(&table->skipped) && chance(3) == 0) table->skipped = chance(4) ? some_doubles(&n) : NULL;
    if (!is_at(&table->loose) && chance(3) == 0) table->loose = some_node();
    if (chance(4) == 0) {
      Block *block = allocate(LINES, ROWS * sizeof(double *), ROWS);
      if (block) {
        double **rows = (double **)host_of(block->at);
        for (i = 0; i < ROWS; ++i) rows[i] = table->rows ? table->rows[i] : NULL;
        table->rows = rows;
        table->n = 1 + (int)chance(ROWS);
      }
    }
    for (i = 0; i < ROWS && table->rows; ++i)
      if (chance(3) == 0) {
        n = (int)chance(6);
        table->rows[i] = chance(4) ? some_doubles(&n) : NULL;
        table->lengths[i] = n;
      }
  }
}

/* Whether the word of a block may lead to what is free. */
static int holds_nothing(const Block *block, size_t at) {
  return block->sort == NODE && ((const Node *)host_of(block->at))->kind == TABLE &&
         at - block->at >= offsetof(Table, watch) && at - block->at < offsetof(Table, n);
}

/* Frees most of what the roots do not lead to by whatever looks like a pointer. */
static void collect(void) {
  unsigned char used[MOST];
  int i, again;
  for (i = 0; i < MOST; ++i) used[i] = chance(3) == 0;
  for (i = 0; i < nroots; ++i) {
    used[block_of(roots[i].base) - blocks] = 1;
    if (roots[i].at) used[block_of(roots[i].at) - blocks] = 1;
  }
  do {
    again = 0;
    for (i = 0; i < MOST; ++i) {
      size_t at;
      for (at = blocks[i].at; used[i] && blocks[i].sort && at < blocks[i].at + blocks[i].bytes; at += WORD) {
        const Block *target = block_of((const void *)word_at(at / WORD));
        if (!target || used[target - blocks] || holds_nothing(&blocks[i], at)) continue;
        used[target - blocks] = 1;
        again = 1;
      }
    }
  } while (again);
  for (i = 0; i < MOST; ++i)
    if (blocks[i].sort && !used[i]) {
      tell("    frees %zu (sort %d)\n", blocks[i].at, blocks[i].sort);
      release(&blocks[i]);
    }
}

static Block *new_node(void) {
  const int kind = (int)chance(KINDS);
  Block *block = allocate(NODE, kind_bytes[kind], 1);
  Node *node;
  if (!block) return NULL;
  node = (Node *)host_of(block->at);
  node->kind = kind;
  node->x = (double)chance(1000);
  if (kind == HOLDER) new_text(&((Holder *)node)->text);
  return block;
}

static void change_structure(void) {
  int i, n = 1 + (int)chance(3);
  tell("  host structure\n");
  for (i = 0; i < n; ++i) {
    Block *block;
    switch (chance(5)) {
    case 0: new_node(); break;
    case 1:
      block = some_block(VALUES);
      if (!block) break;
      if (chance(2)) {
        const int more = 1 + (int)chance((unsigned)block->room);
        block->n = more;
      }
      new_value((Value *)host_of(block->at) + chance((unsigned)block->room));
      break;
    default:
      block = some_block(NODE);
      if (block) change_node((Node *)host_of(block->at));
    }
    count_all_values();
  }
  collect();
  count_all_values();
  if (hard) tell("    hard\n");
}

/* --- one graph ---------------------------------------------------------------------------------------------
 */

static void new_roots(void) {
  nroots = 0;
  while (nroots < 2 + (int)chance(ROOTS - 1)) {
    Root root;
    Block *block;
    int i;
    memset(&root, 0, sizeof root);
    root.direction = chance(2) ? PC_TOFROM : (int)chance(4);
    root.sort = chance(4) ? NODE : chance(2) ? VALUES : DOUBLES;
    block = some_block(root.sort);
    if (!block) block = new_node(), root.sort = NODE;
    root.base = host_of(block->at);
    root.n = block->n;
    if (root.sort == NODE && ((const Node *)root.base)->kind == PLAIN && chance(2)) root.sort = THIN;
    for (i = 0; i < MOST && chance(2); ++i) { /* by a pointer of a table */
      Table *table = (Table *)host_of(blocks[i].at);
      if (blocks[i].sort != NODE || table->node.kind != TABLE || chance(2)) continue;
      if (root.sort == NODE && !is_at(&table->loose)) {
        table->loose = (Node *)host_of(block->at);
        root.at = &table->loose;
      } else if (root.sort == DOUBLES && !is_at(&table->skipped)) {
        table->skipped = (double *)host_of(block->at);
        root.at = &table->skipped;
      }
      break;
    }
    for (i = 0; i < nroots; ++i)
      if (roots[i].base == root.base) break;
    if (i == nroots || chance(4) == 0) {
      if (i < nroots) break;
      roots[nroots++] = root;
      tell("  root %d: %d of sort %d at %zu, direction %d, at %zd\n", nroots - 1, root.n, root.sort,
           block->at, root.direction, root.at ? (ptrdiff_t)offset_of(root.at) : -1);
    }
  }
}

static void run_graph(const uint64_t *left_out, int nleft_out) {
  static const int most_steps = 40;
  int i, k, steps;
  new_chance(graph, 0);
  POISON(arena.bytes, BYTES);
  memset(blocks, 0, sizeof blocks);
  nextents = nhandles = nroots = hard = abandoned = 0;
  memset(recorded, 0, sizeof recorded);
  memset(good, 0, sizeof good);
  memset(astray, 0, sizeof astray);
  technique = (int)(graph % 6);
  automatic = 0;
  pc_host_device_model()->devices = 3;
  pc_host_device_model()->background = (int)chance(2);
  pc_set_device(pc_host_device());
  device_number = (int)chance(3) - 1;
  if (device_number < 0) device_number = PC_CURRENT_DEVICE;
  overlapping = (int)chance(2);
  for (i = 0; i < 4 + (int)chance(8); ++i) new_node();
  for (i = 0; i < 30; ++i) {
    Block *block = some_block(chance(4) ? NODE : VALUES);
    if (!block) continue;
    if (block->sort == NODE) {
      change_node((Node *)host_of(block->at));
    } else {
      new_value((Value *)host_of(block->at) + chance((unsigned)block->room));
    }
    count_all_values();
  }
  new_roots();
  count_all_values();
  hard = 0;
  steps = 5 + (int)chance((unsigned)most_steps);
  for (step = 1; step <= (uint64_t)steps; ++step) {
    unsigned what;
    int skip = 0;
    for (k = 0; k < nleft_out; ++k) skip |= left_out[k] == step;
    if (skip) continue;
    new_chance(graph, step);
    what = chance(20);
    tell("step %d\n", (int)step);
    if (what < 6) {
      enter();
    } else if (what < 9) {
      leave(0);
    } else if (what < 12) {
      update();
    } else if (what < 14) {
      change_structure();
    } else if (what < 16) {
      restructure(chance(3) == 0);
    } else if (what < 17) {
      change_host();
    } else if (what < 19) {
      change_device();
    } else {
      lead_astray();
    }
    count_all_values(); /* they may have come back from the device */
    if (abandoned) break;
    verify();
  }
  step = 1000;
  new_chance(graph, step);
  for (i = 0; nhandles && i < 100 && !abandoned; ++i) {
    restructure(1);
    if (!abandoned) leave(1);
  }
  if (abandoned) abandon();
  CHECK(nhandles == 0, "the last exits fail");
  CHECK(pc_host_device_model()->blocks == 0, "device memory leaks");
  CHECK(pc_host_device_model()->bytes == 0, "device memory leaks");
  UNPOISON(arena.bytes, BYTES);
}

int main(int argc, char **argv) {
  const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
  const uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  uint64_t left_out[1000];
  int n = 0;
  for (; n + 3 < argc && n < 1000; ++n) left_out[n] = strtoull(argv[n + 3], NULL, 10);
  telling = argc > 2 && count == 1;
  pc_set_error_handler(on_error, NULL);
  for (graph = first; graph < first + count; ++graph) run_graph(left_out, n);
  printf("ok");
  for (n = 0; n < CALLS; ++n)
    printf(" %s %lld %lld %lld", call_names[n], counts[n][0], counts[n][1], counts[n][2]);
  printf("\n");
  return 0;
}
