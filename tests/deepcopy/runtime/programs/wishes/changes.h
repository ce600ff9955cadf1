/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of wishes_graph.c: what the host and kernels change, data and structure.
 */
#ifndef WISHES_CHANGES_H
#define WISHES_CHANGES_H

#include "calls.h"

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

/* A kernel that links anew, and takes it back: no copy back of it says that it is well where the pointers come, too, and
 * none of them reaches the host. */
static void link_anew(void) {
  static uintptr_t words[WORDS_];
  static unsigned char before[WORDS_];
  size_t word, at;
  int i;
  if (!nhandles || hard) return;
  remember();
  for (word = 0; word < WORDS_; ++word) {
    const Extent *extent = extent_at(word * WORD);
    if (extent && is_pointer(word))
      memcpy(&words[word], (const void *)(extent->device + (word * WORD - extent->at)), sizeof words[word]);
  }
  memcpy(before, astray, sizeof before);
  lead_astray();
  for (i = 0; i < nhandles; ++i) {
    const pc_root called = call_root(&roots[handles[i]->root], handles[i]->n);
    Verdict verdict = compare_handle(handles[i]); /* the host may have changed it, too */
    int status;
    verdict = worse(verdict, compare_mapped(&scratch, 1));
    last_message[0] = 0;
    status = pc_deepcopy_update_host(&called, 1, __FILE__, __LINE__);
    tell_status(status);
    CHECK(status == PC_OK || status == PC_ERROR_CHANGED || verdict != FINE,
          "update host of a kernel's links gives %d", status);
  }
  for (word = 0; word < WORDS_; ++word) {
    const Extent *extent = extent_at(word * WORD);
    if (!extent || !is_pointer(word)) continue;
    memcpy((void *)(extent->device + (word * WORD - extent->at)), &words[word], sizeof words[word]);
  }
  memcpy(astray, before, sizeof before);
  for (i = 0; i < nextents; ++i)
    for (at = extents[i].at; at < extents[i].at + extents[i].bytes; ++at)
      if (!is_pointer(at / WORD)) host_may[at] = EITHER;
  check_nothing_done();
}

/* A kernel that cuts a text whose characters lie elsewhere, and takes it back: its length does not come to the host, so that
 * a copy back of it is refused. */
static void cut_text(void) {
  size_t words[WORDS_], word, size, other;
  int i, n = 0;
  if (!nhandles || hard) return;
  for (i = 0; i < nhandles; ++i)
    for (word = 1; word < WORDS_; ++word) {
      const Text *text = (const Text *)host_of((word - 1) * WORD);
      if (handles[i]->reach.words[word].state == IS_DATA && handles[i]->reach.words[word - 1].state == LEADS &&
          block_at((word - 1) * WORD) && block_at((word + 2) * WORD) == block_at((word - 1) * WORD) &&
          handles[i]->reach.words[word + 1].state == IS_DATA && extent_at(word * WORD) == extent_at((word - 1) * WORD) &&
          extent_at(word * WORD) && block_of(text->begin) && block_of(text->begin)->sort == CHARS &&
          !memcmp(&text->size, &text->u.room, sizeof text->size))
        words[n++ % WORDS_] = word;
    }
  if (!n) return;
  word = words[chance((unsigned)(n > WORDS_ ? WORDS_ : n))];
  remember();
  {
    const Extent *extent = extent_at(word * WORD);
    void *device = (void *)(extent->device + (word * WORD - extent->at));
    memcpy(&size, device, sizeof size);
    other = size + 1 + chance(100);
    memcpy(device, &other, sizeof other);
    tell("  device text %zu\n", word * WORD);
    for (i = 0; i < nhandles; ++i) {
      const pc_root called = call_root(&roots[handles[i]->root], handles[i]->n);
      const int reached = handles[i]->reach.words[word].state == IS_DATA;
      int status;
      last_message[0] = 0;
      status = pc_deepcopy_update_host(&called, 1, __FILE__, __LINE__);
      tell_status(status);
      CHECK(!reached || status != PC_OK, "update host drops the length of a kernel's text");
    }
    memcpy(device, &size, sizeof size);
  }
  for (i = 0; i < nextents; ++i)
    for (other = extents[i].at; other < extents[i].at + extents[i].bytes; ++other)
      if (!is_pointer(other / WORD)) host_may[other] = EITHER;
  check_nothing_done();
}

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

/* The most numbers that a pointer may lead to, if it leads to any that are there. */
static void keep_within(int *n, const double *numbers) {
  const Block *block = numbers ? block_of(numbers) : NULL;
  if (block && block->sort == DOUBLES && *n > room_of(numbers)) *n = room_of(numbers);
}

/* Lengths as the host's pointers need them, whatever came back from the device. */
static void count_all_values(void) {
  int i, k;
  for (i = 0; i < MOST; ++i) {
    void *host = host_of(blocks[i].at);
    if (blocks[i].sort == VALUES)
      for (k = 0; k < blocks[i].room; ++k) count_values((Value *)host + k);
    if (blocks[i].sort == NODE && ((Node *)host)->kind == FIELD) {
      Field *field = (Field *)host;
      for (k = 0; k < 2; ++k) count_values(&field->values[k]);
      keep_within(&field->n, field->both), keep_within(&field->n, field->in);
      keep_within(&field->n, field->out), keep_within(&field->n, field->scratch);
    }
    if (blocks[i].sort == NODE && ((Node *)host)->kind == TABLE) {
      Table *table = (Table *)host;
      const int n = table->rows && block_of(table->rows) ? ROWS : 0;
      for (k = 0; k < n; ++k) keep_within(&table->lengths[k], table->rows[k]);
    }
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

#endif
