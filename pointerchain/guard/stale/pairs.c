/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Pairs: memory of the host and its copy on the device; what mapping, copying and unmapping make of their bytes.
 */
#include "stale.h"

#include <string.h>

enum { POINTER = sizeof(void *) };

static Listed *free_lists;
static size_t nfree_lists;

static Listed *new_listed(void) {
  enum { STEP = 4096 };
  if (!nfree_lists) {
    free_lists = (Listed *)pc_stale_memory(STEP * sizeof *free_lists);
    nfree_lists = STEP;
  }
  nfree_lists--;
  return free_lists++;
}

/* Readers take no lock: a list only grows, at its head. */
static void list(uintptr_t begin, size_t bytes, Pair *pair) {
  uintptr_t at;
  for (at = begin / SPAN * SPAN; at < begin + bytes; at += SPAN) {
    Span *span = pc_stale_new_span(at);
    Listed *row = new_listed();
    row->pair = pair;
    row->next = span->pairs;
    __atomic_store_n(&span->pairs, row, __ATOMIC_RELEASE);
  }
}

Pair *pc_stale_pair(uintptr_t at, uintptr_t *other) {
  static __thread Pair *last __attribute__((tls_model("initial-exec")));
  const Span *span;
  const Listed *row;
  Pair *pair = last;
  if (!pair || !pair->present || (at - pair->host >= pair->bytes && at - pair->device >= pair->bytes)) {
    span = pc_stale_span(at);
    row = span ? __atomic_load_n(&span->pairs, __ATOMIC_ACQUIRE) : NULL;
    for (pair = NULL; row && !pair; row = row->next)
      if (row->pair->present && (at - row->pair->host < row->pair->bytes || at - row->pair->device < row->pair->bytes))
        pair = row->pair;
    if (!pair) return NULL;
    last = pair;
  }
  *other = at - pair->host < pair->bytes ? at - pair->host + pair->device : at - pair->device + pair->host;
  return pair;
}

Pair *pc_stale_last_pair(uintptr_t at) {
  const Span *span = pc_stale_span(at);
  const Listed *row;
  for (row = span ? span->pairs : NULL; row; row = row->next)
    if (at - row->pair->host < row->pair->bytes) return row->pair;
  return NULL;
}

/* The pair of these addresses that was used before. */
static Pair *former(uintptr_t host, uintptr_t device, size_t bytes) {
  const Span *span = pc_stale_span(host);
  const Listed *row;
  for (row = span ? span->pairs : NULL; row; row = row->next)
    if (row->pair->host == host && row->pair->device == device && row->pair->bytes == bytes) return row->pair;
  return NULL;
}

static uint8_t *state_of(uintptr_t at) { return &pc_stale_new_span(at)->state[at % SPAN]; }

static void remember(uintptr_t at) {
  pc_stale_new_span(at)->seen[at % SPAN] = *(const volatile uint8_t *)at;
}

static int differs(uintptr_t at) {
  return pc_stale_new_span(at)->seen[at % SPAN] != *(const volatile uint8_t *)at;
}

/* The device's memory was allocated; nothing is copied yet: what the host has stored is newer there. */
Pair *pc_stale_begin_pair(uintptr_t host, uintptr_t device, size_t bytes, const void *code, const char *variable) {
  const int is_static = pc_stale_is_static((const void *)host);
  Pair *pair;
  size_t i;
  pc_stale_forget(device, bytes);
  pc_stale_lock();
  pair = former(host, device, bytes);
  if (!pair) {
    pair = (Pair *)pc_stale_memory(sizeof *pair);
    pair->host = host;
    pair->device = device;
    pair->bytes = bytes;
    list(host, bytes, pair);
    list(device, bytes, pair);
  }
  pair->deep = 0;
  pair->file = NULL;
  pair->mapped_by = code;
  pair->variable = variable;
  pair->to_device = pair->to_host = pair->put_over_by = pair->freed_by = NULL;
  for (i = 0; i < bytes; i++) {
    uint8_t *state = state_of(host + i);
    *state |= PAIRED;
    *state_of(device + i) = (uint8_t)(PAIRED | (is_static || *state & (STORED | OLDER) ? STORED | OLDER : 0));
    pc_stale_new_span(device + i)->stored_by[(device + i) % SPAN / GROUP] =
        pc_stale_new_span(host + i)->stored_by[(host + i) % SPAN / GROUP];
    if (!(*state & OLDER)) remember(host + i);
    remember(device + i);
  }
  pair->present = 1;
  pc_stale_unlock();
  return pair;
}

/* Both copies are alike where their values are, as of variables that the device has from the start. */
void pc_stale_alike(const Pair *pair) {
  size_t i;
  for (i = 0; i < pair->bytes; i++)
    if (*(const uint8_t *)(pair->host + i) == *(const uint8_t *)(pair->device + i))
      *state_of(pair->device + i) &= (uint8_t)~OLDER;
}

/* The values of a pair are never compared. */
void pc_stale_apart(const Pair *pair) {
  size_t i;
  for (i = 0; i < pair->bytes; i++) *state_of(pair->device + i) |= ATTACHED;
}

/* What code without instrumentation stored since both copies were alike is news of its side. */
static void settle(const Pair *pair, size_t first, size_t bytes) {
  size_t i;
  for (i = first; i < first + bytes; i++) {
    uint8_t *host = state_of(pair->host + i), *device = state_of(pair->device + i);
    if (*device & ATTACHED) continue;
    if (*host & OLDER && differs(pair->host + i)) *host &= (uint8_t)~OLDER;
    if (*device & OLDER && differs(pair->device + i)) *device &= (uint8_t)~OLDER;
    if ((*host | *device) & OLDER) continue;
    if (differs(pair->host + i)) {
      *device |= OLDER;
    } else if (differs(pair->device + i)) {
      *host |= OLDER;
    }
    remember(pair->host + i);
    remember(pair->device + i);
  }
}

Pair *pc_stale_pair_of_device(uintptr_t device) {
  uintptr_t other;
  Pair *pair = pc_stale_pair(device, &other);
  return pair && device - pair->device < pair->bytes ? pair : NULL;
}

/* The device's memory is freed: what is newer there is lost. */
void pc_stale_end_pair(uintptr_t device, const void *code) {
  Pair *pair = pc_stale_pair_of_device(device);
  size_t i;
  if (!pair) return;
  settle(pair, 0, pair->bytes);
  for (i = 0; i < pair->bytes; i++) {
    uint8_t *state = state_of(pair->host + i);
    if (*state & OLDER && !(*state_of(pair->device + i) & OLDER)) pair->freed_by = code;
    *state &= (uint8_t)~PAIRED;
  }
  pc_stale_lock();
  pair->present = 0;
  pc_stale_unlock();
  pc_stale_forget(pair->device, pair->bytes);
}

/* The pair whose bytes a transfer copies from one side to the other, or NULL. */
static Pair *copied(uintptr_t to, uintptr_t from, size_t *first) {
  uintptr_t other;
  Pair *pair = pc_stale_pair(to, &other);
  if (!pair || other != from) return NULL;
  *first = to - pair->host < pair->bytes ? to - pair->host : to - pair->device;
  return pair;
}

void pc_stale_transfer_begins(uintptr_t to, uintptr_t from, size_t bytes) {
  size_t first;
  const Pair *pair = copied(to, from, &first);
  if (pair) settle(pair, first, bytes < pair->bytes - first ? bytes : pair->bytes - first);
}

/* The target's bytes are as old as their source. In a construct the runtime stores pointers of its own. */
void pc_stale_transfer_ends(uintptr_t to, uintptr_t from, size_t bytes, const void *code, int in_construct) {
  size_t i, first;
  Pair *pair = copied(to, from, &first);
  if (!pair) {
    const Pair *target = pc_stale_pair_of_device(to), *source = pc_stale_pair_of_device(from);
    if ((target && target->deep) || (source && source->deep)) return; /* deep.c is told whose bytes they are */
    if (in_construct && bytes == POINTER && target) {
      for (i = 0; i < bytes; i++) {
        *state_of(to + i) = PAIRED | ATTACHED | STORED;
        remember(to + i);
      }
      return;
    }
    pc_stale_store(to, bytes, code);
    for (i = 0; i < bytes; i++) {
      const Span *span = pc_stale_span(from + i);
      if (span && span->state[(from + i) % SPAN] & OLDER) {
        *state_of(to + i) |= OLDER;
        remember(to + i);
      }
    }
    return;
  }
  if (to == pair->device + first) pair->to_device = code;
  else pair->to_host = code;
  for (i = 0; i < bytes && first + i < pair->bytes; i++) {
    uint8_t *target = state_of(to + i), *source = state_of(from + i);
    if ((*target | *source) & ATTACHED) continue;
    if (*source & OLDER && !(*target & OLDER)) pair->put_over_by = code;
    *target = (uint8_t)((*target & ~OLDER) | (*source & (OLDER | STORED)));
    pc_stale_new_span(to + i)->stored_by[(to + i) % SPAN / GROUP] =
        pc_stale_new_span(*source & OLDER ? to + i : from + i)
            ->stored_by[(*source & OLDER ? to + i : from + i) % SPAN / GROUP];
    remember(to + i);
    remember(from + i);
  }
}

/* A deep copy brought some of a pair's bytes to the device, or back. */
void pc_stale_carried(Pair *pair, uintptr_t device, size_t bytes, int back) {
  size_t i, first = device - pair->device;
  for (i = first; i < first + bytes && i < pair->bytes; i++) {
    uint8_t *host = state_of(pair->host + i), *copy = state_of(pair->device + i);
    uint8_t *target = back ? host : copy, *source = back ? copy : host;
    *target = (uint8_t)((*target & ~OLDER) | (*source & (OLDER | STORED)));
  }
}
