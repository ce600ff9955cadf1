/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Memory that is counted: what is included after this has malloc and its kin from here, so a test knows which blocks
 * a call has left, and the most that it had at a time.
 */
#ifndef COUNTED_H
#define COUNTED_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __cplusplus
#include <cstdio>
#include <cstdlib>
#include <typeinfo>
#endif

typedef struct counted_block {
  struct counted_block *before, *after;
  size_t bytes;
  uint64_t number; /* of the counted_begin after which it was made */
} counted_block;

static counted_block counted_list = {&counted_list, &counted_list, 0, 0};
static pthread_mutex_t counted_lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t counted_number;
static size_t counted_now, counted_peak;
static long long counted_requests, counted_fails; /* since counted_begin; which of them fails, from 1 */

static inline void *counted_malloc(size_t bytes) {
  counted_block *block = NULL;
  pthread_mutex_lock(&counted_lock);
  if (++counted_requests != counted_fails) block = (counted_block *)malloc(sizeof *block + bytes);
  if (!block) {
    pthread_mutex_unlock(&counted_lock);
    return NULL;
  }
  block->bytes = bytes;
  block->number = counted_number;
  block->before = &counted_list;
  block->after = counted_list.after;
  block->before->after = block->after->before = block;
  counted_now += bytes;
  if (counted_now > counted_peak) counted_peak = counted_now;
  pthread_mutex_unlock(&counted_lock);
  return block + 1;
}

static inline void counted_free(void *memory) {
  counted_block *block;
  if (!memory) return;
  block = (counted_block *)memory - 1;
  pthread_mutex_lock(&counted_lock);
  block->before->after = block->after;
  block->after->before = block->before;
  counted_now -= block->bytes;
  pthread_mutex_unlock(&counted_lock);
  free(block);
}

static inline void *counted_calloc(size_t n, size_t bytes) {
  void *memory = counted_malloc(n * bytes);
  if (memory) memset(memory, 0, n * bytes);
  return memory;
}

static inline void *counted_realloc(void *memory, size_t bytes) {
  void *result = counted_malloc(bytes);
  if (result && memory) {
    const counted_block *block = (const counted_block *)memory - 1;
    memcpy(result, memory, block->bytes < bytes ? block->bytes : bytes);
    counted_free(memory);
  }
  return result;
}

static inline void counted_begin(void) {
  ++counted_number;
  counted_now = counted_peak = 0;
  counted_requests = counted_fails = 0;
}

/* The functions of the runtime are to call these. */
#define PC_HEADER_ONLY
#define malloc counted_malloc
#define calloc counted_calloc
#define realloc counted_realloc
#define free counted_free

/* The blocks since counted_begin that are still there, but for what the runtime knows of the program's pages. */
static inline size_t counted_blocks(void);
static inline void counted_free_all(void);

#include <pointerchain/deepcopy.h>
#include <pointerchain/transfer.h>

static int counted_is_left(const counted_block *block) {
  return block->number == counted_number && (const void *)(block + 1) != (const void *)PC_STATE->pages;
}

static inline size_t counted_blocks(void) {
  const counted_block *block;
  size_t n = 0;
  for (block = counted_list.after; block != &counted_list; block = block->after) n += (size_t)counted_is_left(block);
  return n;
}

static inline void counted_free_all(void) {
  counted_block *block = counted_list.after;
  while (block != &counted_list) {
    counted_block *after = block->after;
    if (counted_is_left(block)) counted_free(block + 1);
    block = after;
  }
}

#endif
