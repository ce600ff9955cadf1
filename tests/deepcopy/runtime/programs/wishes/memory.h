/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of wishes_graph.c: chance, what is told of a graph, and the host's memory, one arena.
 */
#ifndef WISHES_MEMORY_H
#define WISHES_MEMORY_H

#include "types.h"

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

#endif
