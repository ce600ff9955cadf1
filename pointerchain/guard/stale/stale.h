/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Which copy of a byte is older: what the parts share, and the fast path of an access. See hooks.c.
 *
 * Memory of its own comes from mmap, never from the functions that events.c puts in front of the C library's.
 */
#ifndef PC_STALE_H
#define PC_STALE_H

#include <stddef.h>
#include <stdint.h>

/* What is known of a byte: a store to it was seen; the other side's copy is newer; it has a copy on the other side;
 * the runtime keeps the device's pointer there, which differs from the host's. */
enum { STORED = 1, OLDER = 2, PAIRED = 4, ATTACHED = 8, GROUP = 4, SPAN = 65536 };
enum kind { LOAD, STORE, ATOMIC };

typedef struct Pair Pair;

/* A pair in the list of a span of one side. */
typedef struct Listed {
  Pair *pair;
  struct Listed *next;
} Listed;

/* What is known of SPAN bytes. 'seen' is the byte as it was when it became older, or both copies alike; 'stored_by'
 * the last code that stored in a group of bytes, on either side. */
typedef struct Span {
  uint8_t state[SPAN], seen[SPAN];
  const void *stored_by[SPAN / GROUP];
  Listed *pairs;
} Span;

/* Memory of the host and its copy on the device. A pair that is no more stays in the lists, and is used again. */
struct Pair {
  uintptr_t host, device;
  size_t bytes;
  volatile int present;
  int deep;             /* a deep copy's, whose values are not compared: its pointers differ */
  const char *variable; /* ";name;file;line;column;;", a deep copy's first section, or NULL */
  const char *file;     /* of the deep copy's directive, and its line */
  int line;
  /* The constructs that mapped it, that copied it last, and that lost newer values: put older ones over them, or freed
   * the device's memory. */
  const void *mapped_by, *to_device, *to_host, *put_over_by, *freed_by;
};

extern volatile int pc_stale_on;

/* shadow.c */
Span *pc_stale_span(uintptr_t at); /* NULL where nothing is known */
Span *pc_stale_new_span(uintptr_t at);
void pc_stale_load(uintptr_t at, size_t bytes, const void *code);
void pc_stale_store(uintptr_t at, size_t bytes, const void *code);
void pc_stale_copy(uintptr_t to, uintptr_t from, size_t bytes, const void *code);
void pc_stale_forget(uintptr_t at, size_t bytes);
void pc_stale_moved(uintptr_t to, uintptr_t from, size_t bytes);    /* by realloc */
void *pc_stale_memory(size_t bytes);
void pc_stale_lock(void);
void pc_stale_unlock(void);

/* pairs.c */
Pair *pc_stale_pair(uintptr_t at, uintptr_t *other); /* of a byte: the pair, and the other side's byte */
Pair *pc_stale_last_pair(uintptr_t at);              /* the last one, which is no more */
Pair *pc_stale_begin_pair(uintptr_t host, uintptr_t device, size_t bytes, const void *code, const char *variable);
void pc_stale_alike(const Pair *pair);
void pc_stale_apart(const Pair *pair);
void pc_stale_carried(Pair *pair, uintptr_t device, size_t bytes, int back);
Pair *pc_stale_pair_of_device(uintptr_t device);
void pc_stale_end_pair(uintptr_t device, const void *code);
void pc_stale_transfer_begins(uintptr_t to, uintptr_t from, size_t bytes);
void pc_stale_transfer_ends(uintptr_t to, uintptr_t from, size_t bytes, const void *code, int in_construct);

/* events.c */
extern const void *volatile pc_stale_construct; /* the one that runs, or ran last */
const char *pc_stale_where(const void *construct); /* ";file;function;line;column;;", or NULL */

/* tell.c */
void pc_stale_tell(const Pair *pair, int device, uintptr_t at, const void *read_by, const void *stored_by, int lost);
int pc_stale_is_static(const void *at);

/* --- the fast path: memory without a copy elsewhere, of which no store is news ------------------------------------ */

static inline int pc_stale_is_plain(uintptr_t at, size_t bytes) {
  const Span *span = pc_stale_span(at);
  const size_t first = at % SPAN;
  size_t i;
  uint8_t any = 0;
  if (first + bytes > SPAN) return 0;
  for (i = 0; span && i < bytes; i++) any |= span->state[first + i];
  return !(any & (OLDER | PAIRED));
}

static inline void pc_access(uintptr_t at, uint64_t bytes, int kind, const void *code) {
  if (!pc_stale_on) return;
  if (kind != STORE && !(bytes <= 16 && pc_stale_is_plain(at, bytes))) pc_stale_load(at, bytes, code);
  if (kind != LOAD) pc_stale_store(at, bytes, code);
}

static inline void pc_copy_access(void *to, const void *from, size_t bytes, const void *code) {
  if (pc_stale_on) pc_stale_copy((uintptr_t)to, (uintptr_t)from, bytes, code);
}

static inline void pc_function_entry(void *caller) { (void)caller; }
static inline void pc_function_exit(void) {}

#endif
