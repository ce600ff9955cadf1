/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of wishes_graph.c, the model: what a root reaches, by code of its own.
 */
#ifndef WISHES_REACH_H
#define WISHES_REACH_H

#include "memory.h"

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

#endif
