/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The fast path of an access: no lock, no call where the instruction touches the object that it touched last.
 */
#ifndef PC_PLACE_ACCESS_H
#define PC_PLACE_ACCESS_H

#include "profiler.h"

#define PC_LIKELY(x) __builtin_expect(!!(x), 1)

/* Enters the tables; NULL where the access does not count: before the begin, behind the end, in a signal. */
static inline Thread *pc_enter(void) {
  Thread *t = pc_self;
  if (!PC_LIKELY(pc_ready)) return NULL;
  if (!PC_LIKELY(t) && !(t = pc_enlist())) return NULL;
  for (;;) {
    if (!PC_LIKELY(!t->inside)) return NULL;
    t->inside = 1;
    if (pc_needs_fence) __sync_synchronize();
    __asm__ volatile("" ::: "memory");
    if (PC_LIKELY(!pc_stop)) return t;
    t->inside = 0;
    while (pc_stop) __builtin_ia32_pause();
  }
}

static inline void pc_leave(Thread *t) {
  __asm__ volatile("" ::: "memory");
  t->inside = 0;
}

static inline void pc_touch_one(Shared *shared, uint64_t offset, int kind) {
  Block *block = __atomic_load_n(&shared->directory[offset / PAGE], __ATOMIC_ACQUIRE);
  const uint64_t sector = offset % PAGE / SECTOR, bit = (uint64_t)1 << sector % 64;
  if (!PC_LIKELY(block && block->any[sector / 64] & bit)) goto slow;
  if (kind != LOAD && !PC_LIKELY(block->stored[sector / 64] & bit)) goto slow;
  return;
slow:
  pc_touch(shared, offset, 1, kind);
}

static inline void pc_access(uintptr_t at, uint64_t bytes, int kind, const void *pc) {
  Thread *t = pc_enter();
  Instruction *e;
  Cell *cell;
  /* The program's own access waits for no counter: a gather's cache line is on its way meanwhile. */
  __builtin_prefetch((const void *)at);
  if (!t) return;
  if (!PC_LIKELY(!t->paused)) {
    pc_leave(t);
    return;
  }
  e = &t->instructions[((uintptr_t)pc * 0x9e3779b97f4a7c15u >> 32) & t->mask];
  if (!PC_LIKELY(e->pc == pc)) e = pc_instruction(t, pc);
  if (!PC_LIKELY(at - e->begin < e->bytes && e->epoch == pc_epoch)) pc_resolve(t, e, at);
  cell = e->cell;
  cell->count[kind]++;
  cell->bytes[kind] += bytes;
  if (PC_LIKELY(cell->shared != NULL)) {
    const uint64_t offset = at - e->begin + e->offset;
    /* What runs over the object's end is of no sector of it. */
    const uint64_t within = PC_LIKELY(at + bytes - e->begin <= e->bytes) ? bytes : e->begin + e->bytes - at;
    if (!PC_LIKELY(cell->shared->first)) cell->shared->first = kind + 1;
    if (PC_LIKELY(offset / SECTOR == (offset + within - 1) / SECTOR)) pc_touch_one(cell->shared, offset, kind);
    else pc_touch(cell->shared, offset, within, kind);
    if (PC_LIKELY(e->last != 0)) {
      const int64_t stride = (int64_t)(at - e->last);
      if (PC_LIKELY(stride == e->stride)) {
        e->run++;
      } else {
        if (e->run) pc_count_stride(&cell->strides, e->stride, e->run);
        e->stride = stride;
        e->run = 1;
      }
    }
    e->last = at;
    if (t->lane >= 0) pc_log_lane(t, e, offset, within);
  }
  pc_leave(t);
}

#endif
