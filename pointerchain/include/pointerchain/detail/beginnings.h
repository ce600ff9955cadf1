/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Which extent of a walk begins at an address. Not for users.
 *
 * A directory of stretches of memory, each with a slot for every 16 bytes of it: what lies side by side in
 * memory does in the table too, whatever the order in which it is met, and no allocator's pattern makes
 * collisions. A stretch is found by a hash of its number, or is that of the question before.
 */
#ifndef POINTERCHAIN_DETAIL_BEGINNINGS_H
#define POINTERCHAIN_DETAIL_BEGINNINGS_H

#include "attributes.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A stretch is 2 KiB: 128 slots of 4 bytes. */
enum {
  PC_STRETCH_SHIFT = 11,
  PC_GRANULE_SHIFT = 4,
  PC_STRETCH_SLOTS = 1 << (PC_STRETCH_SHIFT - PC_GRANULE_SHIFT)
};

typedef struct pc_stretch {
  uint32_t slots[PC_STRETCH_SLOTS]; /* 1 + index of the latest extent that begins there; 0: none does */
} pc_stretch;

typedef struct pc_stretch_key {
  uintptr_t number; /* address >> PC_STRETCH_SHIFT */
  uint32_t stretch; /* 1 + its index; 0 where the entry is free */
} pc_stretch_key;

typedef struct pc_beginnings {
  pc_stretch_key *keys;
  size_t nkeys; /* a power of two */
  pc_stretch *stretches;
  size_t nstretches, capstretches;
  uint32_t *others; /* for an extent: 1 + index of one before it that begins in the same slot; null: there are
                       none */
  size_t capothers;
  size_t entries; /* so many extents, the first ones, are in it; the others are put in when it is asked */
  uintptr_t last_number; /* the stretch that was asked about last */
  uint32_t last_stretch;
} pc_beginnings;

PC_UNUSED static void pc_beginnings_free(pc_beginnings *known) {
  if (known->keys) pc_resize(known->keys, known->nkeys * sizeof *known->keys, 0);
  pc_shrink(&known->stretches, &known->capstretches, 0, sizeof *known->stretches);
  pc_shrink(&known->others, &known->capothers, 0, sizeof *known->others);
  memset(known, 0, sizeof *known);
}

PC_UNUSED static size_t pc_stretch_hash(uintptr_t number, size_t nkeys) {
  return (size_t)(((uint64_t)number * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (nkeys - 1);
}

/* 1 + the index of the stretch of an address, 0 where nothing that is known begins in it. */
PC_UNUSED static uint32_t pc_find_stretch(pc_beginnings *known, uintptr_t address) {
  const uintptr_t number = address >> PC_STRETCH_SHIFT;
  size_t at;
  if (known->last_number == number) return known->last_stretch;
  if (!known->nkeys) return 0;
  for (at = pc_stretch_hash(number, known->nkeys); known->keys[at].stretch;
       at = (at + 1) & (known->nkeys - 1))
    if (known->keys[at].number == number) {
      known->last_number = number;
      return known->last_stretch = known->keys[at].stretch;
    }
  return 0;
}

/* Room for one more key. 0: no memory. */
PC_UNUSED static int pc_grow_keys(pc_beginnings *known) {
  const size_t before = known->nkeys, after = before ? 2 * before : 64;
  pc_stretch_key *keys;
  size_t i, at;
  if (known->nstretches * 2 < before) return 1;
  keys = (pc_stretch_key *)pc_resize(NULL, 0, after * sizeof *keys);
  if (!keys) return 0;
  memset(keys, 0, after * sizeof *keys);
  for (i = 0; i < before; ++i) {
    if (!known->keys[i].stretch) continue;
    for (at = pc_stretch_hash(known->keys[i].number, after); keys[at].stretch;) at = (at + 1) & (after - 1);
    keys[at] = known->keys[i];
  }
  if (known->keys) pc_resize(known->keys, before * sizeof *keys, 0);
  known->keys = keys;
  known->nkeys = after;
  return 1;
}

/* The stretch of an address, which is added where it is new. 0: no memory. */
PC_UNUSED static uint32_t pc_add_stretch(pc_beginnings *known, uintptr_t address) {
  uint32_t stretch = pc_find_stretch(known, address);
  size_t at;
  if (stretch) return stretch;
  if (!pc_grow_keys(known) ||
      !pc_grow(&known->stretches, &known->capstretches, known->nstretches, sizeof *known->stretches))
    return 0;
  memset(&known->stretches[known->nstretches], 0, sizeof *known->stretches);
  stretch = (uint32_t)++known->nstretches;
  at = pc_stretch_hash(address >> PC_STRETCH_SHIFT, known->nkeys);
  while (known->keys[at].stretch) at = (at + 1) & (known->nkeys - 1);
  known->keys[at].number = known->last_number = address >> PC_STRETCH_SHIFT;
  return known->keys[at].stretch = known->last_stretch = stretch;
}

PC_UNUSED static uint32_t *pc_slot_of(pc_beginnings *known, uint32_t stretch, uintptr_t address) {
  return &known->stretches[stretch - 1].slots[(address >> PC_GRANULE_SHIFT) & (PC_STRETCH_SLOTS - 1)];
}

/* 1 + the index of an extent that begins in the 16 bytes of an address, the latest one; 0 where none does.
 * All extents are in the table (pc_settle_beginnings). */
PC_UNUSED static uint32_t pc_first_beginning(pc_beginnings *known, uintptr_t address) {
  const uint32_t stretch = pc_find_stretch(known, address);
  return stretch ? *pc_slot_of(known, stretch, address) : 0;
}

/* The one after it. */
PC_UNUSED static uint32_t pc_next_beginning(const pc_beginnings *known, uint32_t extent) {
  return extent <= known->capothers ? known->others[extent - 1] : 0;
}

/* Puts extent `index` into the table. 0: no memory. */
PC_UNUSED static int pc_add_beginning(pc_beginnings *known, uintptr_t base, size_t index) {
  const uint32_t stretch = pc_add_stretch(known, base);
  uint32_t *slot;
  if (!stretch) return 0;
  slot = pc_slot_of(known, stretch, base);
  if (*slot) {
    while (known->capothers <= index) {
      const size_t before = known->capothers;
      if (!pc_grow(&known->others, &known->capothers, before, sizeof *known->others)) return 0;
      memset(&known->others[before], 0, (known->capothers - before) * sizeof *known->others);
    }
    known->others[index] = *slot;
  }
  *slot = (uint32_t)index + 1;
  return 1;
}

/* Puts all extents of a plan into the table. 0: no memory. */
PC_UNUSED static int pc_settle_beginnings(pc_beginnings *known, const pc_plan *plan) {
  for (; known->entries < plan->nextents; ++known->entries)
    if (!pc_add_beginning(known, plan->extents[known->entries].base, known->entries)) return 0;
  return 1;
}

#ifdef __cplusplus
}
#endif

#endif
