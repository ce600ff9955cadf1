/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What is known of each byte, and what an access makes of it.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "stale.h"

#include <stdlib.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ADDRESS_BITS = 47 };

static Span **spans; /* of all addresses: only what is used takes memory */
static volatile int lock;
volatile int pc_stale_on;

void pc_stale_lock(void) {
  while (__sync_lock_test_and_set(&lock, 1)) sched_yield();
}

void pc_stale_unlock(void) { __sync_lock_release(&lock); }

void *pc_stale_memory(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    static const char text[] = "guard: no memory for what is known of each byte\n";
    if (write(2, text, sizeof text - 1) >= 0) _exit(3);
    _exit(3);
  }
  return memory;
}

Span *pc_stale_span(uintptr_t at) {
  return spans && !(at >> ADDRESS_BITS) ? __atomic_load_n(&spans[at / SPAN], __ATOMIC_ACQUIRE) : NULL;
}

Span *pc_stale_new_span(uintptr_t at) {
  Span *span = pc_stale_span(at), *none = NULL;
  if (span) return span;
  if (at >> ADDRESS_BITS) abort();
  span = (Span *)pc_stale_memory(sizeof *span);
  if (__atomic_compare_exchange_n(&spans[at / SPAN], &none, span, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return span;
  munmap(span, sizeof *span);
  return none;
}

/* The byte as it is now. A kernel's own accesses are behind it or before it, so that any of both is right. */
static uint8_t now(uintptr_t at) { return *(const volatile uint8_t *)at; }

/* Notes who stored in some bytes of one span. */
static void by(Span *span, uintptr_t at, size_t bytes, const void *code) {
  size_t i;
  for (i = 0; i < bytes; i += GROUP) span->stored_by[(at % SPAN + i) / GROUP] = code;
  span->stored_by[(at % SPAN + bytes - 1) / GROUP] = code;
}

/* A byte of which the other side's copy is newer from now on. */
static void becomes_older(uintptr_t at, const void *stored_by) {
  Span *span = pc_stale_new_span(at);
  span->seen[at % SPAN] = now(at);
  span->stored_by[at % SPAN / GROUP] = stored_by;
  __atomic_fetch_or(&span->state[at % SPAN], OLDER, __ATOMIC_RELAXED);
}

/* Whether code without instrumentation stored another value since this byte was remembered. */
static int was_stored_unseen(const Span *span, uintptr_t at) {
  return !(span->state[at % SPAN] & ATTACHED) && span->seen[at % SPAN] != now(at);
}

/* Whether, of a byte that was alike on both sides, or without a value on both, the other one is something else now. */
static int was_overtaken(const Span *span, uintptr_t at, const Span *others, uintptr_t other) {
  if (others->state[other % SPAN] & (OLDER | ATTACHED)) return 0;
  return was_stored_unseen(others, other) && !was_stored_unseen(span, at);
}

/* One byte is loaded; non-zero where it was told that it is older. */
static int load_one(uintptr_t at, const void *code) {
  Span *span = pc_stale_span(at), *others;
  uintptr_t other = 0;
  Pair *pair;
  uint8_t state;
  if (!span) return 0;
  state = span->state[at % SPAN];
  if (!(state & OLDER) && (!(state & PAIRED) || state & ATTACHED)) return 0;
  pair = state & PAIRED ? pc_stale_pair(at, &other) : NULL;
  others = pair ? pc_stale_new_span(other) : NULL;
  if (state & OLDER) {
    if (was_stored_unseen(span, at)) {
      pc_stale_store(at, 1, NULL);
      return 0;
    }
    pc_stale_tell(pair ? pair : pc_stale_last_pair(at), pair && at - pair->device < pair->bytes, at, code,
                  span->stored_by[at % SPAN / GROUP], !pair || (others->state[other % SPAN] & OLDER) != 0);
    return 1;
  }
  if (others && was_overtaken(span, at, others, other)) {
    becomes_older(at, NULL);
    pc_stale_tell(pair, at - pair->device < pair->bytes, at, code, NULL, 0);
    return 1;
  }
  return 0;
}

/* Some bytes of one pair, in one span on each side: what is known of any of them, and of all. */
typedef struct Look {
  Span *span, *others;
  uintptr_t other;
  uint8_t any, all, any_of_other, all_of_other;
} Look;

static int look(uintptr_t at, size_t bytes, Look *found) {
  const Pair *pair;
  size_t i;
  found->span = pc_stale_span(at);
  if (!found->span || at % SPAN + bytes > SPAN || !(pair = pc_stale_pair(at, &found->other))) return 0;
  if (at - pair->host + bytes > pair->bytes && at - pair->device + bytes > pair->bytes) return 0;
  found->others = pc_stale_span(found->other);
  if (!found->others || found->other % SPAN + bytes > SPAN) return 0;
  found->any = found->any_of_other = 0;
  found->all = found->all_of_other = (uint8_t)~0;
  for (i = 0; i < bytes; i++) {
    found->any |= found->span->state[at % SPAN + i];
    found->all &= found->span->state[at % SPAN + i];
    found->any_of_other |= found->others->state[found->other % SPAN + i];
    found->all_of_other &= found->others->state[found->other % SPAN + i];
  }
  return 1;
}

/* Whether both sides are alike, or this one is newer, and nothing stored unseen: what nearly all loads find. */
static int is_newest(uintptr_t at, size_t bytes) {
  Look found;
  if (!look(at, bytes, &found) || found.any & (OLDER | ATTACHED)) return 0;
  if (found.all_of_other & OLDER) return 1;
  if (found.any_of_other & (OLDER | ATTACHED)) return 0;
  return memcmp(&found.others->seen[found.other % SPAN], (const void *)found.other, bytes) == 0;
}

void pc_stale_load(uintptr_t at, size_t bytes, const void *code) {
  size_t i;
  if (is_newest(at, bytes)) return;
  for (i = 0; i < bytes; i++)
    if (load_one(at + i, code)) return; /* the first byte speaks for all */
}

/* One byte is stored, or is about to be. */
static void store_one(uintptr_t at, const void *code) {
  Span *span = pc_stale_new_span(at);
  uint8_t *state = &span->state[at % SPAN];
  uintptr_t other;
  if (*state & PAIRED && pc_stale_pair(at, &other)) becomes_older(other, code);
  span->stored_by[at % SPAN / GROUP] = code;
  if ((*state & (STORED | OLDER)) != STORED) {
    __atomic_fetch_or(state, STORED, __ATOMIC_RELAXED);
    if (*state & OLDER) __atomic_fetch_and(state, (uint8_t)~OLDER, __ATOMIC_RELAXED);
  }
}

/* The same of some bytes, of which the other side's are older already: what all stores of a loop but the first find. */
static int is_newer_already(uintptr_t at, size_t bytes, const void *code) {
  Look found;
  if (!look(at, bytes, &found) || found.any & OLDER || !(found.all & STORED) || !(found.all_of_other & OLDER)) return 0;
  memcpy(&found.others->seen[found.other % SPAN], (const void *)found.other, bytes);
  by(found.span, at, bytes, code);
  by(found.others, found.other, bytes, code);
  return 1;
}

void pc_stale_store(uintptr_t at, size_t bytes, const void *code) {
  size_t i;
  if (bytes <= 16 && pc_stale_is_plain(at, bytes)) {
    Span *span = pc_stale_new_span(at);
    for (i = 0; i < bytes; i++)
      if (!(span->state[at % SPAN + i] & STORED)) __atomic_fetch_or(&span->state[at % SPAN + i], STORED, __ATOMIC_RELAXED);
    by(span, at, bytes, code);
    return;
  }
  if (is_newer_already(at, bytes, code)) return;
  for (i = 0; i < bytes; i++) store_one(at + i, code);
}

/* A copy within one memory: each byte is as old as the one that it was copied from, and is told where it is loaded.
 * A struct's padding is never loaded on its own. */
void pc_stale_copy(uintptr_t to, uintptr_t from, size_t bytes, const void *code) {
  size_t i, at;
  uint8_t small[256], *older = bytes <= sizeof small ? small : (uint8_t *)pc_stale_memory(bytes);
  for (i = 0; i < bytes; i++) {
    const Span *span = pc_stale_span(from + i), *others;
    const uint8_t state = span ? span->state[(from + i) % SPAN] : 0;
    uintptr_t other;
    older[i] = state & OLDER && !was_stored_unseen(span, from + i);
    if (older[i] || !(state & PAIRED) || state & ATTACHED || !pc_stale_pair(from + i, &other)) continue;
    others = pc_stale_span(other);
    older[i] = others && was_overtaken(span, from + i, others, other);
  }
  pc_stale_store(to, bytes, code);
  for (i = 0; i < bytes; i++)
    if (older[i]) {
      const Span *span = pc_stale_new_span(from + i);
      Span *target = pc_stale_new_span(to + i);
      at = (to + i) % SPAN;
      target->seen[at] = now(from + i); /* which is what will be there */
      target->stored_by[at / GROUP] = span->stored_by[(from + i) % SPAN / GROUP];
      __atomic_fetch_or(&target->state[at], OLDER, __ATOMIC_RELAXED);
    }
  if (older != small) munmap(older, bytes);
}

void pc_stale_forget(uintptr_t at, size_t bytes) {
  while (bytes) {
    const size_t first = at % SPAN, n = bytes < SPAN - first ? bytes : SPAN - first;
    Span *span = pc_stale_span(at);
    if (span) memset(&span->state[first], 0, n);
    at += n;
    bytes -= n;
  }
}

void pc_stale_moved(uintptr_t to, uintptr_t from, size_t bytes) {
  size_t i;
  for (i = 0; i < bytes; i++) {
    const Span *span = pc_stale_span(from + i);
    Span *target;
    if (!span) continue;
    target = pc_stale_new_span(to + i);
    target->state[(to + i) % SPAN] = span->state[(from + i) % SPAN] & (STORED | OLDER);
    target->seen[(to + i) % SPAN] = span->seen[(from + i) % SPAN];
    target->stored_by[(to + i) % SPAN / GROUP] = span->stored_by[(from + i) % SPAN / GROUP];
  }
}

__attribute__((constructor(101))) static void begin(void) {
  if (!getenv("POINTERCHAIN_STALE_REPORT")) return;
  spans = (Span **)pc_stale_memory(sizeof *spans * ((size_t)1 << ADDRESS_BITS) / SPAN);
  pc_stale_on = 1;
}
