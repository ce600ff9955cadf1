/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Which bytes of memory a walk has come to, and which objects begin where. Not for users.
 *
 * Memory is cut into regions of 64 KiB. A region has a bit for each 8 bytes, which says that some of them are marked,
 * unless one object fills it; where objects are looked up it also has a place for each 16 bytes, the objects that begin
 * there being linked. Of 8 bytes of which an object has only a part, at its beginning or end, a table says which.
 */
#ifndef POINTERCHAIN_DETAIL_IMAGE_MARKS_H
#define POINTERCHAIN_DETAIL_IMAGE_MARKS_H

#include "attributes.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  PC_REGION_BITS = 16,
  PC_REGION_BYTES = 1 << PC_REGION_BITS,
  PC_GRAIN = 8, /* bytes that have a bit */
  PC_REGION_GRAINS = PC_REGION_BYTES / PC_GRAIN,
  PC_REGION_WORDS = PC_REGION_GRAINS / 64,
  PC_REGION_PLACES = PC_REGION_BYTES / 16,
  PC_NEAR_REGIONS = 64 /* a power of two */
};

typedef struct pc_region {
  uintptr_t key; /* 1 + its number; 0 where the place of the table is empty */
  uint64_t *bits;
  uint32_t *places; /* 1 + the number of the object that began there last */
  int full;
} pc_region;

/* Which bytes of a grain are marked, where not all are. */
typedef struct pc_partial_grain {
  uintptr_t key; /* 1 + its number; 0 where the place of the table is empty */
  unsigned bytes;
} pc_partial_grain;

/* A region with bits that was used of late. They stay where they are, and such a region never gets full. */
typedef struct pc_near_region {
  uintptr_t key;
  uint64_t *bits;
} pc_near_region;

typedef struct pc_marks {
  pc_near_region near[PC_NEAR_REGIONS]; /* by the last bits of their keys */
  pc_region *table;
  size_t capacity, n; /* a power of two */
  uintptr_t last_key;
  pc_region *last;
  pc_partial_grain *partial;
  size_t capacity_partial, npartial; /* a power of two */
} pc_marks;

PC_UNUSED static void pc_free_marks(pc_marks *marks) {
  size_t i;
  for (i = 0; i < marks->capacity; ++i) {
    free(marks->table[i].bits);
    free(marks->table[i].places);
  }
  free(marks->table);
  free(marks->partial);
  memset(marks, 0, sizeof *marks);
}

PC_UNUSED static pc_region *pc_probe_region(pc_region *table, size_t capacity, uintptr_t key) {
  size_t at = (size_t)((uint64_t)key * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (capacity - 1);
  while (table[at].key && table[at].key != key) at = (at + 1) & (capacity - 1);
  return &table[at];
}

/* The region of an address, or null where none is and `add` is 0, or where there is no memory. */
PC_UNUSED static pc_region *pc_find_region(pc_marks *marks, uintptr_t address, int add) {
  const uintptr_t key = (address >> PC_REGION_BITS) + 1;
  pc_region *region;
  if (key == marks->last_key) return marks->last;
  if (marks->n * 2 >= marks->capacity) {
    const size_t more = marks->capacity ? marks->capacity * 2 : 256;
    pc_region *table;
    size_t i;
    if (!add && !marks->capacity) return NULL;
    table = (pc_region *)calloc(more, sizeof *table);
    if (!table) return NULL;
    for (i = 0; i < marks->capacity; ++i)
      if (marks->table[i].key) *pc_probe_region(table, more, marks->table[i].key) = marks->table[i];
    free(marks->table);
    marks->table = table;
    marks->capacity = more;
    marks->last_key = 0;
  }
  region = pc_probe_region(marks->table, marks->capacity, key);
  if (!region->key) {
    if (!add) return NULL;
    region->key = key;
    ++marks->n;
  }
  marks->last_key = key;
  marks->last = region;
  return region;
}

/* Whether any grain of [from, to) of a region has a mark. */
PC_UNUSED static int pc_region_has(const pc_region *region, size_t from, size_t to) {
  size_t word = from / 64;
  const size_t end = (to - 1) / 64;
  const uint64_t first = ~UINT64_C(0) << from % 64, last = ~UINT64_C(0) >> (63 - (to - 1) % 64);
  if (region->full) return 1;
  if (!region->bits) return 0;
  if (word == end) return (region->bits[word] & first & last) != 0;
  if (region->bits[word] & first || region->bits[end] & last) return 1;
  for (++word; word < end; ++word)
    if (region->bits[word]) return 1;
  return 0;
}

/* Marks the grains [from, to) of a region. 0: no memory. */
PC_UNUSED static int pc_mark_region(pc_region *region, size_t from, size_t to) {
  const size_t word = from / 64, end = (to - 1) / 64;
  const uint64_t first = ~UINT64_C(0) << from % 64, last = ~UINT64_C(0) >> (63 - (to - 1) % 64);
  if (region->full) return 1;
  if (from == 0 && to == PC_REGION_GRAINS) {
    region->full = 1;
    return 1;
  }
  if (!region->bits) {
    region->bits = (uint64_t *)calloc(PC_REGION_WORDS, sizeof *region->bits);
    if (!region->bits) return 0;
  }
  if (word == end) {
    region->bits[word] |= first & last;
    return 1;
  }
  region->bits[word] |= first;
  region->bits[end] |= last;
  if (end - word > 1) memset(&region->bits[word + 1], 0xff, (end - word - 1) * sizeof *region->bits);
  return 1;
}

PC_UNUSED static pc_partial_grain *pc_probe_partial(pc_partial_grain *table, size_t capacity, uintptr_t key) {
  size_t at = (size_t)((uint64_t)key * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (capacity - 1);
  while (table[at].key && table[at].key != key) at = (at + 1) & (capacity - 1);
  return &table[at];
}

/* What is known of a grain that is marked in part, added where it is not there. Null: no memory. */
PC_UNUSED static pc_partial_grain *pc_add_partial(pc_marks *marks, uintptr_t key) {
  pc_partial_grain *found;
  if (marks->npartial * 2 >= marks->capacity_partial) {
    const size_t more = marks->capacity_partial ? marks->capacity_partial * 2 : 64;
    pc_partial_grain *table = (pc_partial_grain *)calloc(more, sizeof *table);
    size_t i;
    if (!table) return NULL;
    for (i = 0; i < marks->capacity_partial; ++i)
      if (marks->partial[i].key) *pc_probe_partial(table, more, marks->partial[i].key) = marks->partial[i];
    free(marks->partial);
    marks->partial = table;
    marks->capacity_partial = more;
  }
  found = pc_probe_partial(marks->partial, marks->capacity_partial, key);
  if (!found->key) {
    found->key = key;
    ++marks->npartial;
  }
  return found;
}

/* Whether any of some bytes of a grain is marked; `bytes` has a bit for each. */
PC_UNUSED static int pc_grain_has(pc_marks *marks, uintptr_t address, unsigned bytes) {
  const pc_region *region = pc_find_region(marks, address, 0);
  const size_t at = address % PC_REGION_BYTES / PC_GRAIN;
  const pc_partial_grain *found;
  if (!region || !pc_region_has(region, at, at + 1)) return 0;
  if (!marks->npartial) return 1;
  found = pc_probe_partial(marks->partial, marks->capacity_partial, address / PC_GRAIN + 1);
  return !found->key || (found->bytes & bytes) != 0;
}

/* Marks them, which are not marked. 0: no memory. */
PC_UNUSED static int pc_mark_grain(pc_marks *marks, uintptr_t address, unsigned bytes) {
  pc_region *region = pc_find_region(marks, address, 1);
  const size_t at = address % PC_REGION_BYTES / PC_GRAIN;
  pc_partial_grain *found = pc_add_partial(marks, address / PC_GRAIN + 1);
  if (!region || !found || !pc_mark_region(region, at, at + 1)) return 0;
  found->bytes |= bytes;
  return 1;
}

/* Bytes of memory: parts of grains at the beginning and the end, and whole ones between. */
typedef struct pc_grains {
  uintptr_t head, from, to, tail;
  unsigned head_bytes, tail_bytes; /* 0: there is no such part */
} pc_grains;

PC_UNUSED static pc_grains pc_cut_grains(uintptr_t base, size_t bytes) {
  const uintptr_t end = base + bytes;
  pc_grains grains;
  memset(&grains, 0, sizeof grains);
  grains.head = base & ~(uintptr_t)(PC_GRAIN - 1);
  grains.tail = grains.to = end & ~(uintptr_t)(PC_GRAIN - 1);
  grains.from = base == grains.head ? base : grains.head + PC_GRAIN;
  if (grains.from != base) grains.head_bytes = 0xffu << base % PC_GRAIN & 0xffu;
  if (grains.tail != end) grains.tail_bytes = 0xffu >> (PC_GRAIN - end % PC_GRAIN);
  if (grains.from > grains.to) { /* all of it in one grain */
    grains.head_bytes &= grains.tail_bytes;
    grains.tail_bytes = 0;
    grains.from = grains.to;
  }
  return grains;
}

/* Whether any of `bytes` bytes at `base` is marked. */
PC_UNUSED static int pc_any_marked(pc_marks *marks, uintptr_t base, size_t bytes) {
  const pc_grains grains = pc_cut_grains(base, bytes);
  uintptr_t at = grains.from;
  if (grains.head_bytes && pc_grain_has(marks, grains.head, grains.head_bytes)) return 1;
  if (grains.tail_bytes && pc_grain_has(marks, grains.tail, grains.tail_bytes)) return 1;
  while (at < grains.to) {
    const size_t from = at % PC_REGION_BYTES, room = PC_REGION_BYTES - from,
                 n = grains.to - at < room ? grains.to - at : room;
    const pc_region *region = pc_find_region(marks, at, 0);
    if (region && pc_region_has(region, from / PC_GRAIN, (from + n) / PC_GRAIN)) return 1;
    at += n;
  }
  return 0;
}

/* Marks them. 0: no memory. */
PC_UNUSED static int pc_mark_bytes(pc_marks *marks, uintptr_t base, size_t bytes) {
  const pc_grains grains = pc_cut_grains(base, bytes);
  uintptr_t at = grains.from;
  if (grains.head_bytes && !pc_mark_grain(marks, grains.head, grains.head_bytes)) return 0;
  if (grains.tail_bytes && !pc_mark_grain(marks, grains.tail, grains.tail_bytes)) return 0;
  while (at < grains.to) {
    const size_t from = at % PC_REGION_BYTES, room = PC_REGION_BYTES - from,
                 n = grains.to - at < room ? grains.to - at : room;
    pc_region *region = pc_find_region(marks, at, 1);
    if (!region || !pc_mark_region(region, from / PC_GRAIN, (from + n) / PC_GRAIN)) return 0;
    at += n;
  }
  return 1;
}

/* pc_claim_bytes of any bytes. */
PC_RARE static int pc_claim_any(pc_marks *marks, uintptr_t base, size_t bytes) {
  const size_t from = base % PC_REGION_BYTES;
  if ((base | bytes) % PC_GRAIN == 0 && bytes <= PC_REGION_BYTES - from) {
    pc_region *region = pc_find_region(marks, base, 1);
    const size_t first = from / PC_GRAIN, end = (from + bytes) / PC_GRAIN;
    if (!region) return -1;
    if (pc_region_has(region, first, end)) return 0;
    if (!pc_mark_region(region, first, end)) return -1;
    if (!region->full) {
      pc_near_region *const near = &marks->near[region->key % PC_NEAR_REGIONS];
      near->key = region->key;
      near->bits = region->bits;
    }
    return 1;
  }
  if (pc_any_marked(marks, base, bytes)) return 0;
  return pc_mark_bytes(marks, base, bytes) ? 1 : -1;
}

/* Marks `bytes` bytes at `base`, 1 or more, where none of them is. 0: one is, and nothing was done; -1: no memory. As
 * a rule they are whole grains of one word of a region that was used of late. */
PC_UNUSED static int pc_claim_bytes(pc_marks *marks, uintptr_t base, size_t bytes) {
  const uintptr_t key = (base >> PC_REGION_BITS) + 1;
  const pc_near_region *const near = &marks->near[key % PC_NEAR_REGIONS];
  const size_t first = base % PC_REGION_BYTES / PC_GRAIN, n = bytes / PC_GRAIN;
  if (key == near->key && (base | bytes) % PC_GRAIN == 0 && n - 1 < 64 - first % 64) {
    const uint64_t mask = ~UINT64_C(0) >> (64 - n) << first % 64;
    uint64_t *const word = &near->bits[first / 64];
    if (*word & mask) return 0;
    *word |= mask;
    return 1;
  }
  return pc_claim_any(marks, base, bytes);
}

/* Where the objects that begin at an address, or near it, are linked. Null: none, or no memory. */
PC_UNUSED static uint32_t *pc_mark_place(pc_marks *marks, uintptr_t address, int add) {
  pc_region *region = pc_find_region(marks, address, add);
  if (!region) return NULL;
  if (!region->places) {
    if (!add) return NULL;
    region->places = (uint32_t *)calloc(PC_REGION_PLACES, sizeof *region->places);
    if (!region->places) return NULL;
  }
  return &region->places[address % PC_REGION_BYTES / 16];
}

#ifdef __cplusplus
}
#endif

#endif
