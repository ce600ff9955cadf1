/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What a warp would ask for: 32 neighbouring iterations of the distributed loop are a group, and the k-th
 * access of an instruction in each of them is one access of the warp. A group that several threads share is
 * put together in a pool; what is left there at the end of the phase is the loop's ragged end.
 */
#include "access.h"

#include <string.h>

enum { MOST_OF_GROUP = 1 << 22, POOL_SLOTS = 1024 };
static const uint64_t most_of_pool = (uint64_t)1 << 24;

/* The lanes of a group that one thread ran. */
typedef struct Part {
  const void *loop;
  int64_t group;
  uint32_t seen, ntrails;
  Trail *trails; /* with entries of their own */
  struct Part *next;
} Part;

typedef struct Segment {
  const Entry *entries;
  uint32_t n;
} Segment;

typedef struct Span {
  uint32_t key;
  uint64_t first, last; /* sectors */
} Span;

int pc_lanes_lost;
static Part *pool[POOL_SLOTS];
static uint64_t pooled;

static void close_trail(Trail *trail) {
  while (trail->lane < WARP) trail->start[++trail->lane] = trail->used;
}

static void clear(Thread *t) {
  Trail *trail;
  for (trail = t->trails; trail; trail = trail->next) {
    trail->listed = 0;
    trail->used = 0;
  }
  t->trails = NULL;
  t->seen = 0;
  t->log = 0;
}

void pc_log_lane(Thread *t, Instruction *e, uint64_t offset, uint64_t bytes) {
  Trail *trail = e->trail;
  Entry *entry;
  if (pc_lanes_lost) return;
  if (!trail) {
    trail = e->trail = (Trail *)pc_get(sizeof *trail);
    trail->pc = e->pc;
  }
  if (!trail->listed) {
    trail->listed = 1;
    trail->lane = -1;
    trail->used = 0;
    trail->next = t->trails;
    t->trails = trail;
  }
  while (trail->lane < t->lane) trail->start[++trail->lane] = trail->used;
  if (trail->used == trail->room) {
    trail->room = trail->room ? trail->room * 2 : 64;
    trail->entries = (Entry *)pc_more(trail->entries, trail->room * sizeof *trail->entries);
  }
  if (++t->log > MOST_OF_GROUP) {
    pc_lanes_lost = 1;
    return;
  }
  entry = &trail->entries[trail->used++];
  entry->offset = offset;
  entry->key = e->cell->key;
  entry->bytes = bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}

static int before(const Span *a, const Span *b) { return a->key != b->key ? a->key < b->key : a->first < b->first; }

/* Counts the k-th accesses of one instruction, for each k. */
static void count_segments(Thread *t, const Segment *lanes) {
  uint32_t most = 0, k;
  Cell *cell = NULL, *stride_cell = NULL;
  int64_t stride = 0;
  uint64_t run = 0;
  int lane;
  for (lane = 0; lane < WARP; lane++)
    if (lanes[lane].n > most) most = lanes[lane].n;
  for (k = 0; k < most; k++) {
    Span spans[WARP];
    int n = 0, i;
    const Entry *left = NULL;
    for (lane = 0; lane < WARP; lane++) {
      const Entry *entry = k < lanes[lane].n ? &lanes[lane].entries[k] : NULL;
      if (entry && entry->bytes) {
        const Span span = {entry->key, entry->offset / SECTOR, (entry->offset + entry->bytes - 1) / SECTOR};
        for (i = n++; i > 0 && before(&span, &spans[i - 1]); i--) spans[i] = spans[i - 1];
        spans[i] = span;
      }
      if (entry && left && left->key == entry->key) {
        const int64_t bytes = (int64_t)(entry->offset - left->offset);
        if (!cell || cell->key != entry->key) cell = pc_cell(t, entry->key);
        if (run && stride_cell == cell && stride == bytes) {
          run++;
        } else {
          if (run) pc_count_stride(&stride_cell->lane_strides, stride, run);
          stride_cell = cell;
          stride = bytes;
          run = 1;
        }
      }
      left = entry;
    }
    for (i = 0; i < n;) {
      const uint32_t key = spans[i].key;
      uint64_t sectors = 0, next = 0;
      for (; i < n && spans[i].key == key; i++) {
        const uint64_t first = spans[i].first > next ? spans[i].first : next;
        if (spans[i].last >= first) {
          sectors += spans[i].last - first + 1;
          next = spans[i].last + 1;
        }
      }
      if (!cell || cell->key != key) cell = pc_cell(t, key);
      cell->warp_sectors += sectors;
      cell->has_lanes = 1;
    }
  }
  if (run) pc_count_stride(&stride_cell->lane_strides, stride, run);
}

static void add_segments(Segment *lanes, const Trail *trail) {
  int lane;
  for (lane = 0; lane < WARP; lane++)
    if (trail->start[lane + 1] > trail->start[lane]) {
      lanes[lane].entries = trail->entries + trail->start[lane];
      lanes[lane].n = trail->start[lane + 1] - trail->start[lane];
    }
}

/* Counts the parts of one group, and drops them. */
static void count_parts(Thread *t, Part *parts) {
  Part *part, *other;
  for (part = parts; part; part = part->next) {
    uint32_t i, j;
    for (i = 0; i < part->ntrails; i++) {
      Segment lanes[WARP];
      if (!part->trails[i].pc) continue;
      memset(lanes, 0, sizeof lanes);
      add_segments(lanes, &part->trails[i]);
      for (other = part->next; other; other = other->next)
        for (j = 0; j < other->ntrails; j++)
          if (other->trails[j].pc == part->trails[i].pc) {
            add_segments(lanes, &other->trails[j]);
            other->trails[j].pc = NULL;
          }
      count_segments(t, lanes);
    }
  }
  while ((part = parts)) {
    uint32_t i;
    parts = part->next;
    for (i = 0; i < part->ntrails; i++) pc_drop(part->trails[i].entries);
    pc_drop(part->trails);
    pc_drop(part);
  }
}

static Part **slot_of(const void *loop, int64_t group) {
  return &pool[((uint64_t)group * 31 + (uintptr_t)loop) * 0x9e3779b97f4a7c15u >> 54];
}

/* Takes the parts of the group of '*at' out of the pool that fit together, those lanes that are of one run of the loop. */
static Part *take_group(Part **at) {
  Part *first = *at, *taken = first, **link = &first->next;
  uint32_t seen = first->seen;
  *at = first->next;
  first->next = NULL;
  for (; *at;) {
    Part *part = *at;
    if (part->loop == first->loop && part->group == first->group && !(part->seen & seen)) {
      *at = part->next;
      part->next = NULL;
      seen |= part->seen;
      *link = part;
      link = &part->next;
    } else {
      at = &part->next;
    }
  }
  return taken;
}

static void put_part(Thread *t) {
  Part *part = (Part *)pc_get(sizeof *part), *whole = NULL, **slot, *other;
  Trail *trail;
  uint32_t seen, n = 0;
  for (trail = t->trails; trail; trail = trail->next) n++;
  part->loop = t->loop;
  part->group = t->group;
  part->seen = seen = t->seen;
  part->trails = (Trail *)pc_get(n * sizeof *part->trails);
  for (trail = t->trails; trail; trail = trail->next) {
    Trail *copy = &part->trails[part->ntrails++];
    *copy = *trail;
    copy->entries = (Entry *)pc_get(trail->used * sizeof *copy->entries);
    memcpy(copy->entries, trail->entries, trail->used * sizeof *copy->entries);
  }
  pc_lock();
  pooled += t->log;
  if (pooled > most_of_pool) pc_lanes_lost = 1;
  slot = slot_of(part->loop, part->group);
  for (other = *slot; other; other = other->next)
    if (other->loop == part->loop && other->group == part->group && !(other->seen & seen)) seen |= other->seen;
  part->next = *slot;
  *slot = part;
  if (seen == ~(uint32_t)0) {
    whole = take_group(slot);
    for (other = whole; other; other = other->next) {
      uint32_t i;
      for (i = 0; i < other->ntrails; i++) pooled -= other->trails[i].used;
    }
  }
  pc_unlock();
  if (whole) count_parts(t, whole);
}

/* Counts the thread's group where it is whole, and puts it into the pool where it is not. */
void pc_flush_group(Thread *t) {
  Trail *trail;
  if (!t->trails || pc_lanes_lost) {
    clear(t);
    return;
  }
  for (trail = t->trails; trail; trail = trail->next) close_trail(trail);
  if (t->seen == ~(uint32_t)0) {
    for (trail = t->trails; trail; trail = trail->next) {
      Segment lanes[WARP];
      memset(lanes, 0, sizeof lanes);
      add_segments(lanes, trail);
      count_segments(t, lanes);
    }
  } else {
    put_part(t);
  }
  clear(t);
}

/* At the end of a phase, while all threads wait. */
void pc_count_partial_groups(Thread *t) {
  int i;
  for (i = 0; i < POOL_SLOTS; i++)
    while (pool[i]) count_parts(t, take_group(&pool[i]));
  pooled = 0;
}

void pc_begin_lane(Thread *t, const void *loop, int64_t iteration) {
  const int64_t group = iteration >= 0 ? iteration / WARP : -((WARP - 1 - iteration) / WARP);
  const int lane = (int)(iteration - group * WARP);
  if (t->loop != loop || t->group != group || t->seen >> lane) {
    pc_flush_group(t);
    t->loop = loop;
    t->group = group;
  }
  t->lane = lane;
  t->seen |= (uint32_t)1 << lane;
  t->lanes++;
}
