/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Phases: kernels, and what the host does between two of them. Phases that repeat, one after another or in
 * turn, are folded as they end, so that a program of a million kernels has as many as its source has. A host
 * phase is the same as another if the same kernels lie before and behind it.
 */
#include "access.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 64, MOST_NODES = 1 << 16 };

Node **pc_nodes;
uint32_t pc_nnodes;
uint64_t pc_stack_accesses, pc_unknown_accesses, pc_kernels, pc_host_threads;
int pc_overlap;

static volatile int phase_lock;
static uint32_t room;
static struct {
  int side;
  const void *place;
  const char *name;
  Copy *copies;
  uint32_t ncopies;
} now;
static Copy *pending; /* what is copied to the device for the next kernel */
static uint32_t npending;

/* --- strides -------------------------------------------------------------------------------------- */

static void put_top(TopStrides *into, int64_t bytes, uint64_t count) {
  int i, least = 0;
  for (i = 0; i < into->n; i++) {
    if (into->top[i].bytes == bytes) {
      into->top[i].count += count;
      return;
    }
    if (into->top[i].count < into->top[least].count) least = i;
  }
  if (into->n < TOP) least = into->n++;
  else if (into->top[least].count >= count) return;
  into->top[least].bytes = bytes;
  into->top[least].count = count;
}

static void add_strides(TopStrides *into, const Strides *from) {
  int i, j;
  into->total += from->total;
  if (from->total)
    for (i = 0; i < STRIDE_SETS; i++)
      for (j = 0; j < STRIDE_WAYS; j++)
        if (from->way[i][j].count) put_top(into, from->way[i][j].bytes, from->way[i][j].count);
}

static void merge_strides(TopStrides *into, const TopStrides *from) {
  int i;
  into->total += from->total;
  for (i = 0; i < from->n; i++) put_top(into, from->top[i].bytes, from->top[i].count);
}

/* --- gathering ------------------------------------------------------------------------------------ */

static int ascending(const void *a, const void *b) {
  const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
  return left < right ? -1 : left > right;
}

static Tally *tally_of(Node *node, uint32_t key) {
  uint32_t *index = &pc_objects[key / 2].tally[key % 2];
  if (!*index) {
    if (node->ntallies % 16 == 0)
      node->tallies = (Tally *)pc_more(node->tallies, (node->ntallies + 16) * sizeof *node->tallies);
    memset(&node->tallies[node->ntallies], 0, sizeof *node->tallies);
    node->tallies[node->ntallies].key = key;
    *index = ++node->ntallies;
  }
  return &node->tallies[*index - 1];
}

/* Lets the tally have the blocks of the pages that were touched. */
static void take_pages(Tally *tally, Shared *shared) {
  uint32_t i;
  tally->first = shared->first;
  tally->npages = shared->npages;
  tally->page_visits = shared->npages;
  tally->pages = (uint32_t *)pc_get(shared->npages * sizeof *tally->pages);
  tally->blocks = (Block **)pc_get(shared->npages * sizeof *tally->blocks);
  memcpy(tally->pages, shared->pages, shared->npages * sizeof *tally->pages);
  qsort(tally->pages, tally->npages, sizeof *tally->pages, ascending);
  for (i = 0; i < tally->npages; i++) {
    tally->blocks[i] = shared->directory[tally->pages[i]];
    shared->directory[tally->pages[i]] = NULL;
  }
  shared->npages = 0;
  shared->first = shared->active = 0;
}

static void forget(Thread *t) {
  uint32_t i;
  for (i = 0; i <= t->mask; i++) {
    Instruction *e = &t->instructions[i];
    if (!e->epoch) continue;
    if (e->run && e->cell->shared) pc_count_stride(&e->cell->strides, e->stride, e->run);
    e->cell = NULL;
    e->bytes = e->epoch = e->run = 0;
    e->last = 0;
  }
}

static void gather_thread(Node *node, Thread *t) {
  int i, kind;
  for (i = 0; i < CELL_SLOTS; i++) {
    Cell *cell = t->slots[i];
    t->slots[i] = NULL;
    while (cell) {
      Cell *next = cell->next;
      Tally *tally = tally_of(node, cell->key);
      for (kind = 0; kind < KINDS; kind++) {
        tally->count[kind] += cell->count[kind];
        tally->bytes[kind] += cell->bytes[kind];
      }
      tally->warp_sectors += cell->warp_sectors;
      tally->has_lanes |= cell->has_lanes;
      add_strides(&tally->strides, &cell->strides);
      add_strides(&tally->lane_strides, &cell->lane_strides);
      cell->next = t->spare;
      t->spare = cell;
      cell = next;
    }
  }
  for (kind = 0; kind < KINDS; kind++) {
    pc_stack_accesses += t->stack.count[kind];
    pc_unknown_accesses += t->unknown.count[kind];
    t->stack.count[kind] = t->unknown.count[kind] = 0;
  }
  node->lanes += t->lanes;
  t->lanes = 0;
}

/* What all threads counted since the last phase; an empty node where that is nothing. */
static Node *gather(void) {
  Node *node = (Node *)pc_get(sizeof *node);
  Thread *self = pc_self ? pc_self : pc_enlist(), *t;
  uint32_t i;
  uint64_t hosts = 0;
  pc_stop_all();
  for (t = pc_threads; t; t = t->next) {
    pc_flush_group(t);
    t->lane = -1;
  }
  if (self) pc_count_partial_groups(self);
  for (t = pc_threads; t; t = t->next) {
    forget(t);
    gather_thread(node, t);
    hosts += (uint64_t)t->from_host;
    if (t->gone) t->gone = 2;
  }
  if (hosts > pc_host_threads) pc_host_threads = hosts;
  for (i = 0; i < node->ntallies; i++) {
    const uint32_t key = node->tallies[i].key;
    take_pages(&node->tallies[i], pc_objects[key / 2].shared[key % 2]);
    pc_objects[key / 2].tally[key % 2] = 0;
  }
  node->lanes_lost = pc_lanes_lost;
  pc_lanes_lost = 0;
  __atomic_fetch_add(&pc_epoch, 1, __ATOMIC_RELEASE);
  return node;
}

/* --- folding -------------------------------------------------------------------------------------- */

static void merge_pages(Tally *into, Tally *from) {
  uint32_t i = 0, j = 0, n = 0, k;
  uint32_t *pages;
  Block **blocks;
  pages = (uint32_t *)pc_get((into->npages + from->npages) * sizeof *pages);
  blocks = (Block **)pc_get((into->npages + from->npages) * sizeof(Block *));
  while (i < into->npages || j < from->npages) {
    if (j == from->npages || (i < into->npages && into->pages[i] < from->pages[j])) {
      pages[n] = into->pages[i];
      blocks[n++] = into->blocks[i++];
    } else if (i == into->npages || from->pages[j] < into->pages[i]) {
      pages[n] = from->pages[j];
      blocks[n++] = from->blocks[j++];
    } else {
      for (k = 0; k < WORDS; k++) {
        into->blocks[i]->any[k] |= from->blocks[j]->any[k];
        into->blocks[i]->stored[k] |= from->blocks[j]->stored[k];
      }
      pc_drop_block(from->blocks[j++]);
      pages[n] = into->pages[i];
      blocks[n++] = into->blocks[i++];
    }
  }
  pc_drop(into->pages);
  pc_drop(into->blocks);
  pc_drop(from->pages);
  pc_drop(from->blocks);
  into->pages = pages;
  into->blocks = blocks;
  into->npages = n;
}

static void add_copy(Copy **copies, uint32_t *n, Copy copy) {
  uint32_t i;
  for (i = 0; i < *n && (*copies)[i].object != copy.object; i++) continue;
  if (i == *n) {
    *copies = (Copy *)pc_more(*copies, (*n + 1) * sizeof **copies);
    memset(&(*copies)[(*n)++], 0, sizeof **copies);
    (*copies)[i].object = copy.object;
  }
  (*copies)[i].to_device += copy.to_device;
  (*copies)[i].to_host += copy.to_host;
}

/* Adds what 'from' counted to 'into', which is equal to it, and drops 'from'. */
static void merge(Node *into, Node *from) {
  uint32_t i, j;
  for (i = 0; i < from->nchildren; i++) merge(into->children[i], from->children[i]);
  for (j = 0; j < from->ntallies; j++) {
    Tally *other = &from->tallies[j], *tally;
    for (i = 0; i < into->ntallies && into->tallies[i].key != other->key; i++) continue;
    if (i == into->ntallies) {
      if (into->ntallies % 16 == 0)
        into->tallies = (Tally *)pc_more(into->tallies, (into->ntallies + 16) * sizeof *into->tallies);
      into->tallies[into->ntallies++] = *other;
      continue;
    }
    tally = &into->tallies[i];
    for (i = 0; i < KINDS; i++) {
      tally->count[i] += other->count[i];
      tally->bytes[i] += other->bytes[i];
    }
    tally->page_visits += other->page_visits;
    tally->warp_sectors += other->warp_sectors;
    tally->has_lanes |= other->has_lanes;
    merge_strides(&tally->strides, &other->strides);
    merge_strides(&tally->lane_strides, &other->lane_strides);
    merge_pages(tally, other);
  }
  for (i = 0; i < from->ncopies; i++) add_copy(&into->copies, &into->ncopies, from->copies[i]);
  into->lanes_lost |= from->lanes_lost;
  pc_drop(from->tallies);
  pc_drop(from->copies);
  pc_drop(from->children);
  pc_drop(from);
}

static int equal(const Node *a, const Node *b, int repeats) {
  uint32_t i;
  if (a->nchildren != b->nchildren || a->side != b->side || a->place != b->place || a->until != b->until) return 0;
  if (repeats && a->repeat != b->repeat) return 0;
  if ((a->name || b->name) && (!a->name || !b->name || strcmp(a->name, b->name) != 0)) return 0;
  for (i = 0; i < a->nchildren; i++)
    if (!equal(a->children[i], b->children[i], 1)) return 0;
  return 1;
}

static int equal_runs(Node *const *a, Node *const *b, uint32_t n) {
  uint32_t i;
  for (i = 0; i < n; i++)
    if (!equal(a[i], b[i], 1)) return 0;
  return 1;
}

/* Folds the end of the list once; 0 where there is nothing to fold. */
static int fold(void) {
  const uint32_t n = pc_nnodes;
  uint32_t length, i;
  if (n >= 2 && equal(pc_nodes[n - 2], pc_nodes[n - 1], 0)) {
    const uint64_t more = pc_nodes[n - 1]->repeat;
    merge(pc_nodes[n - 2], pc_nodes[n - 1]);
    pc_nodes[n - 2]->repeat += more;
    pc_nnodes--;
    return 1;
  }
  for (length = 2; length <= WINDOW && length < n; length++) {
    Node **tail = pc_nodes + (n - length), *loop = tail[-1];
    if (loop->nchildren == length && equal_runs(loop->children, tail, length)) {
      for (i = 0; i < length; i++) merge(loop->children[i], tail[i]);
      loop->repeat++;
      pc_nnodes -= length;
      return 1;
    }
    if (2 * length <= n && equal_runs(tail - length, tail, length)) {
      loop = (Node *)pc_get(sizeof *loop);
      loop->repeat = 2;
      loop->nchildren = length;
      loop->children = (Node **)pc_get(length * sizeof(Node *));
      for (i = 0; i < length; i++) {
        loop->children[i] = tail[(int64_t)i - length];
        merge(loop->children[i], tail[i]);
      }
      pc_nnodes -= 2 * length;
      pc_nodes[pc_nnodes++] = loop;
      return 1;
    }
  }
  return 0;
}

static void end_phase(const void *until) {
  Node *node = gather();
  pc_go_on();
  node->side = now.side;
  node->place = now.place;
  node->until = until;
  node->name = now.name;
  node->repeat = 1;
  node->copies = now.copies;
  node->ncopies = now.ncopies;
  now.copies = NULL;
  now.ncopies = 0;
  if (now.side == HOST && !node->ntallies && !node->ncopies) {
    pc_drop(node);
    return;
  }
  if (pc_nnodes == MOST_NODES) pc_die("more than 65536 phases that do not repeat");
  if (pc_nnodes == room) {
    room = room ? room * 2 : 256;
    pc_nodes = (Node **)pc_more(pc_nodes, room * sizeof *pc_nodes);
  }
  pc_nodes[pc_nnodes++] = node;
  while (fold()) continue;
}

void pc_begin_phase(int side, const void *place, const char *name) {
  while (__sync_lock_test_and_set(&phase_lock, 1)) sched_yield();
  if (side == DEVICE) {
    if (now.side == DEVICE) pc_overlap = 1;
    pc_kernels++;
  }
  end_phase(place);
  now.side = side;
  now.place = place;
  now.name = name;
  if (side == DEVICE) {
    now.copies = pending;
    now.ncopies = npending;
    pending = NULL;
    npending = 0;
  }
  __sync_lock_release(&phase_lock);
}

void pc_copied(uint32_t object, uint64_t to_device, uint64_t to_host) {
  const Copy copy = {object, to_device, to_host};
  while (__sync_lock_test_and_set(&phase_lock, 1)) sched_yield();
  if (to_device) add_copy(&pending, &npending, copy);
  else add_copy(&now.copies, &now.ncopies, copy);
  __sync_lock_release(&phase_lock);
}

/* At the end of the program: no access counts any more. */
void pc_end_phases(void) {
  uint32_t i;
  while (__sync_lock_test_and_set(&phase_lock, 1)) sched_yield();
  for (i = 0; i < npending; i++) add_copy(&now.copies, &now.ncopies, pending[i]);
  npending = 0;
  pc_ready = 0;
  end_phase(NULL);
  __sync_lock_release(&phase_lock);
}
