/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A thread's tables, the slow path of an access, and how all threads are stopped.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "access.h"

#include <linux/membarrier.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_realloc(void *, size_t);
extern void __libc_free(void *);

__thread Thread *pc_self __attribute__((tls_model("initial-exec"), visibility("hidden")));
volatile int pc_ready, pc_stop;
int pc_needs_fence;
volatile uint64_t pc_epoch = 1;
Thread *pc_threads;

/* The tables' lock is held for a few instructions, also within an access. Who stops the threads must not hold it. */
static volatile int lock;
static __thread int enlisting __attribute__((tls_model("initial-exec")));
/* A block that no tally holds any more. */
typedef struct Spare {
  struct Spare *next;
} Spare;

static Block *blocks;
static Spare *spare_blocks;
static uint64_t nblocks, block_room;

/* --- memory and the lock -------------------------------------------------------------------------- */

void pc_lock(void) {
  while (__sync_lock_test_and_set(&lock, 1)) sched_yield();
}

void pc_unlock(void) { __sync_lock_release(&lock); }

void pc_die(const char *why) {
  dprintf(2, "place profile: %s\n", why);
  _exit(3);
}

void *pc_reserve(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) pc_die("no address space for the profiler's tables");
  return memory;
}

void *pc_get(size_t bytes) {
  void *memory = __libc_malloc(bytes ? bytes : 1);
  if (!memory) pc_die("no memory for the profiler's tables");
  return memset(memory, 0, bytes);
}

void *pc_more(void *old, size_t bytes) {
  void *memory = __libc_realloc(old, bytes ? bytes : 1);
  if (!memory) pc_die("no memory for the profiler's tables");
  return memory;
}

void pc_drop(void *memory) { __libc_free(memory); }

/* --- threads -------------------------------------------------------------------------------------- */

static pthread_key_t at_exit_of_thread;
static pthread_once_t made_key = PTHREAD_ONCE_INIT;

static void thread_ends(void *data) {
  Thread *t = (Thread *)data;
  /* What it counted is gathered with the phase; its calls end. */
  t->gone = 1;
}

static void make_key(void) { pthread_key_create(&at_exit_of_thread, thread_ends); }

Thread *pc_enlist(void) {
  Thread *t;
  int again = 0;
  pthread_attr_t attributes;
  if (enlisting) return NULL;
  enlisting = 1;
  pc_lock();
  for (t = pc_threads; t && t->gone != 2; t = t->next) continue;
  if (t) t->gone = 0;
  pc_unlock();
  if (t) {
    again = 1;
    t->paused = t->depth = 0;
    t->lane = -1;
  } else {
    t = (Thread *)pc_reserve(sizeof *t);
    t->mask = 4096 - 1;
    t->instructions = (Instruction *)pc_reserve((t->mask + (size_t)1) * sizeof *t->instructions);
    t->lane = -1;
    t->stack.key = t->unknown.key = NONE;
  }
  pthread_once(&made_key, make_key);
  pthread_setspecific(at_exit_of_thread, t);
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void *begin;
    size_t bytes;
    if (pthread_attr_getstack(&attributes, &begin, &bytes) == 0) pc_stack((uintptr_t)begin, bytes);
    pthread_attr_destroy(&attributes);
  }
  if (!again) {
    pc_lock();
    t->next = pc_threads;
    pc_threads = t;
    pc_unlock();
  }
  pc_self = t;
  enlisting = 0;
  return t;
}

/* Stops all threads behind the access in which they are. The caller is in no access, and the only one who stops. */
void pc_stop_all(void) {
  Thread *t;
  pc_stop = 1;
  if (pc_needs_fence) __sync_synchronize();
  else if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) != 0) pc_die("membarrier failed");
  for (t = pc_threads; t; t = t->next)
    while (t != pc_self && __atomic_load_n(&t->inside, __ATOMIC_ACQUIRE)) sched_yield();
}

void pc_go_on(void) {
  __sync_synchronize();
  pc_stop = 0;
}

/* --- the slow path -------------------------------------------------------------------------------- */

Instruction *pc_instruction(Thread *t, const void *pc) {
  uint32_t at = (uint32_t)((uintptr_t)pc * 0x9e3779b97f4a7c15u >> 32) & t->mask;
  while (t->instructions[at].pc && t->instructions[at].pc != pc) at = (at + 1) & t->mask;
  if (t->instructions[at].pc == pc) return &t->instructions[at];
  if (t->used * 2 > t->mask) {
    Instruction *old = t->instructions;
    const uint32_t had = t->mask + 1;
    uint32_t i;
    t->mask = had * 4 - 1;
    t->instructions = (Instruction *)pc_reserve((size_t)had * 4 * sizeof *old);
    for (i = 0; i < had; i++)
      if (old[i].pc) {
        uint32_t to = (uint32_t)((uintptr_t)old[i].pc * 0x9e3779b97f4a7c15u >> 32) & t->mask;
        while (t->instructions[to].pc) to = (to + 1) & t->mask;
        t->instructions[to] = old[i];
      }
    munmap(old, (size_t)had * sizeof *old);
    return pc_instruction(t, pc);
  }
  t->used++;
  t->instructions[at].pc = pc;
  return &t->instructions[at];
}

static Shared *shared_of(uint32_t key) {
  Object *object = &pc_objects[key / 2];
  Shared *shared = __atomic_load_n(&object->shared[key % 2], __ATOMIC_ACQUIRE);
  if (!shared) {
    pc_lock();
    if (!(shared = object->shared[key % 2])) {
      shared = (Shared *)pc_get(sizeof *shared);
      shared->object = key / 2;
      shared->side = (int)(key % 2);
      shared->directory = (Block **)pc_reserve(((size_t)1 << 20) * sizeof *shared->directory);
      shared->pages = (uint32_t *)pc_reserve(((size_t)1 << 20) * sizeof *shared->pages);
      __atomic_store_n(&object->shared[key % 2], shared, __ATOMIC_RELEASE);
    }
    pc_unlock();
  }
  return shared;
}

Cell *pc_cell(Thread *t, uint32_t key) {
  Cell **slot = &t->slots[key * 0x9e3779b9u >> 24], *cell;
  for (cell = *slot; cell; cell = cell->next)
    if (cell->key == key) return cell;
  if ((cell = t->spare)) {
    t->spare = cell->next;
    memset(cell, 0, sizeof *cell);
  } else {
    cell = (Cell *)pc_get(sizeof *cell);
  }
  cell->key = key;
  cell->shared = shared_of(key);
  cell->next = *slot;
  *slot = cell;
  return cell;
}

/* Finds what 'at' belongs to, and lets the instruction remember that. */
void pc_resolve(Thread *t, Instruction *e, uintptr_t at) {
  Found found;
  Cell *cell = &t->unknown;
  const uint64_t epoch = pc_epoch;
  const int device = pc_is_device_code(e->pc);
  if (!device && !pc_mark_side) t->from_host = 1;
  if (!pc_find(at, &found)) {
    found.begin = at;
    found.bytes = found.offset = 0;
  } else if (found.stack) {
    cell = &t->stack;
  } else {
    cell = pc_cell(t, found.object * 2 + (uint32_t)(device || pc_mark_side));
  }
  if (cell != e->cell || epoch != e->epoch) {
    /* Between two objects there is no stride. */
    if (e->run && e->cell && e->epoch && e->cell->shared) pc_count_stride(&e->cell->strides, e->stride, e->run);
    e->run = 0;
    if (cell != e->cell) e->last = 0;
  }
  e->begin = found.begin;
  e->bytes = found.bytes;
  e->offset = found.offset;
  e->cell = cell;
  e->epoch = epoch;
}

void pc_count_stride(Strides *strides, int64_t bytes, uint64_t count) {
  const uint64_t hash = (uint64_t)bytes * 0x9e3779b97f4a7c15u;
  Stride *set = strides->way[hash >> 59], *least = set;
  int i;
  strides->total += count;
  for (i = 0; i < STRIDE_WAYS; i++) {
    if (set[i].count && set[i].bytes == bytes) {
      set[i].count += count;
      return;
    }
    if (set[i].count < least->count) least = &set[i];
  }
  /* The least one gives way to as many others as it has. */
  if (least->count >= count) {
    least->count -= count;
  } else {
    least->bytes = bytes;
    least->count = count - least->count;
  }
}

static Block *new_block(void) {
  enum { STEP = 1024 };
  Block *block;
  pc_lock();
  if (spare_blocks) {
    block = (Block *)(void *)spare_blocks;
    spare_blocks = spare_blocks->next;
    memset(block, 0, sizeof(Spare));
  } else {
    if (nblocks == block_room) {
      blocks = (Block *)pc_reserve(STEP * sizeof *blocks);
      nblocks = 0;
      block_room = STEP;
    }
    block = &blocks[nblocks++];
  }
  pc_unlock();
  return block;
}

void pc_drop_block(Block *block) {
  Spare *spare = (Spare *)(void *)block;
  memset(block, 0, sizeof *block);
  pc_lock();
  spare->next = spare_blocks;
  spare_blocks = spare;
  pc_unlock();
}

/* The bits of sectors from 'first' to 'last' of one page. */
static void set_bits(uint64_t *words, uint64_t first, uint64_t last) {
  uint64_t word;
  for (word = first / 64; word <= last / 64; word++) {
    const uint64_t low = word == first / 64 ? first % 64 : 0, high = word == last / 64 ? last % 64 : 63;
    const uint64_t bits = ~(uint64_t)0 >> (63 - high) & ~(uint64_t)0 << low;
    if ((words[word] & bits) != bits) __atomic_fetch_or(&words[word], bits, __ATOMIC_RELAXED);
  }
}

void pc_touch(Shared *shared, uint64_t offset, uint64_t bytes, int kind) {
  const uint64_t end = offset + bytes;
  if (!bytes) return;
  while (offset < end) {
    const uint64_t page = offset / PAGE, stop = (page + 1) * PAGE < end ? (page + 1) * PAGE : end;
    Block *block;
    if (page >= (uint64_t)1 << 20) pc_die("an object is larger than 64 GiB, which the profiler does not follow");
    block = __atomic_load_n(&shared->directory[page], __ATOMIC_ACQUIRE);
    if (!block) {
      Block *made = new_block(), *none = NULL;
      if (__atomic_compare_exchange_n(&shared->directory[page], &none, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        shared->pages[__atomic_fetch_add(&shared->npages, 1, __ATOMIC_RELAXED)] = (uint32_t)page;
        shared->active = 1;
        block = made;
      } else {
        block = none;
      }
    }
    set_bits(block->any, offset % PAGE / SECTOR, (stop - 1) % PAGE / SECTOR);
    if (kind != LOAD) set_bits(block->stored, offset % PAGE / SECTOR, (stop - 1) % PAGE / SECTOR);
    offset = stop;
  }
}
