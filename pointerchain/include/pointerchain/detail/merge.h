/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What a walk found, in order of address: overlapping extents become one; the index gets
 * what there is then. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_MERGE_H
#define POINTERCHAIN_DETAIL_MERGE_H

#include "../deepcopy_types.h"
#include "attributes.h"
#include "customs.h"
#include "extents.h"
#include "index.h"
#include "layouts.h"
#include "place.h"
#include "recorded.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The extents of a plan that own device memory, in order of address. */
typedef struct pc_sorted {
  uint32_t *order; /* their indices; null: all extents of the plan, as they are */
  size_t n, capacity;
} pc_sorted;

PC_UNUSED static uint32_t pc_sorted_index(const pc_sorted *sorted, size_t i) {
  return sorted->order ? sorted->order[i] : (uint32_t)i;
}

/* 1 + the index of the last extent that begins at or below `address`, 0 where there is none. */
PC_UNUSED static uint32_t pc_sorted_below(const pc_plan *plan, const pc_sorted *sorted, uintptr_t address) {
  size_t low = 0, high = sorted->n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (plan->extents[pc_sorted_index(sorted, middle)].base <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low ? pc_sorted_index(sorted, low - 1) + 1 : 0;
}

PC_UNUSED static int pc_sorted_reserve(pc_call *call, pc_sorted *sorted, size_t n) {
  sorted->order = (uint32_t *)pc_resize(NULL, 0, n * sizeof *sorted->order);
  if (!sorted->order) return pc_no_memory(call);
  sorted->capacity = n;
  return PC_OK;
}

/* Sorting: keys are host addresses. */
typedef struct pc_key {
  uintptr_t base;
  uint32_t index;
} pc_key;

PC_UNUSED static int pc_compare_keys(const void *left, const void *right) {
  const pc_key *a = (const pc_key *)left, *b = (const pc_key *)right;
  return a->base != b->base ? (a->base > b->base) - (a->base < b->base)
                            : (a->index > b->index) - (a->index < b->index);
}

/* Sorts numbers by their upper 32 bits, none of which is more than `most`: where they are then, of the two. */
PC_UNUSED static uint64_t *pc_sort_numbers(uint64_t *from, uint64_t *to, size_t n, uint64_t most) {
  unsigned shift;
  size_t i;
  for (shift = 0; shift < 32 && most >> shift; shift += 11) {
    size_t starts[2048], sum = 0;
    uint64_t *swap;
    memset(starts, 0, sizeof starts);
    for (i = 0; i < n; ++i) ++starts[from[i] >> (32 + shift) & 2047];
    for (i = 0; i < 2048; ++i) {
      const size_t next = sum + starts[i];
      starts[i] = sum;
      sum = next;
    }
    for (i = 0; i < n; ++i) to[starts[from[i] >> (32 + shift) & 2047]++] = from[i];
    swap = from;
    from = to;
    to = swap;
  }
  return from;
}

/* Addresses in few bits: what lies between the program's pages, and before and behind all that is sorted in them, is left
 * out. First all addresses are noted, then their room is measured, then each gets a number; `*hint` is the pages of the
 * address before. */
PC_UNUSED static void pc_begin_numbers(void) {
  pc_state *state = PC_STATE;
  size_t i;
  for (i = 0; i < state->npages; ++i) {
    state->pages[i].low = UINTPTR_MAX;
    state->pages[i].high = 0;
  }
}

PC_UNUSED static pc_pages *pc_pages_of(uintptr_t address, size_t *hint) {
  pc_state *state = PC_STATE;
  if (*hint >= state->npages || address - state->pages[*hint].begin >= state->pages[*hint].end - state->pages[*hint].begin)
    *hint = pc_find_pages(address);
  return *hint < state->npages && state->pages[*hint].begin <= address ? &state->pages[*hint] : NULL;
}

/* 0: the address lies in no pages that are known. */
PC_UNUSED static int pc_note_number(uintptr_t address, size_t *hint) {
  pc_pages *pages = pc_pages_of(address, hint);
  if (!pages) return 0;
  if (address < pages->low) pages->low = address;
  if (address > pages->high) pages->high = address;
  return 1;
}

/* All numbers are below this one. */
PC_UNUSED static uint64_t pc_settle_numbers(void) {
  pc_state *state = PC_STATE;
  uint64_t room = 0;
  size_t i;
  for (i = 0; i < state->npages; ++i) {
    state->pages[i].before = room;
    if (state->pages[i].low <= state->pages[i].high) room += state->pages[i].high - state->pages[i].low + 1;
  }
  return room;
}

PC_UNUSED static uint64_t pc_number_of(uintptr_t address, size_t *hint) {
  const pc_pages *pages = pc_pages_of(address, hint);
  return pages->before + (address - pages->low);
}

/* The room of the addresses of a plan's own extents; 0 where pages are not known, or it takes more than 32 bits. */
PC_UNUSED static uint64_t pc_number_extents(const pc_plan *plan) {
  uint64_t room;
  size_t i, hint = 0;
  pc_begin_numbers();
  for (i = 0; i < plan->nextents; ++i)
    if (!(plan->extents[i].type & PC_MAPPED) && !pc_note_number(plan->extents[i].base, &hint)) return 0;
  room = pc_settle_numbers();
  return room >> 32 ? 0 : room;
}

/* The order of the plan's own extents, sorted->n of them. Packed keys and a radix sort where their memory takes no more than
 * 4 GiB; else keys and qsort. */
PC_UNUSED static int pc_sort_falling(pc_call *call, const pc_plan *plan, pc_sorted *sorted) {
  const size_t k = sorted->n;
  const uint64_t room = pc_number_extents(plan);
  const int packed = room != 0;
  const size_t size = packed ? sizeof(uint64_t) : sizeof(pc_key);
  void *keys = pc_resize(NULL, 0, k * size), *other = packed && keys ? pc_resize(NULL, 0, k * size) : NULL;
  uint64_t *from = (uint64_t *)keys, *to = (uint64_t *)other, *swap;
  pc_key *pairs = (pc_key *)keys;
  size_t i, n = 0, hint = 0;
  int status;
  if (!keys || (packed && !other)) {
    if (keys) pc_resize(keys, k * size, 0);
    return pc_no_memory(call);
  }
  for (i = 0; i < plan->nextents; ++i) {
    if (plan->extents[i].type & PC_MAPPED) continue;
    if (packed) {
      from[n++] = pc_number_of(plan->extents[i].base, &hint) << 32 | i;
    } else {
      pairs[n].base = plan->extents[i].base;
      pairs[n++].index = (uint32_t)i;
    }
  }
  if (!packed) qsort(pairs, n, sizeof *pairs, pc_compare_keys);
  if (packed && pc_sort_numbers(from, to, n, room) != from) {
    swap = from;
    from = to;
    to = swap;
  }
  if (packed) pc_resize(to, k * size, 0);
  status = pc_sorted_reserve(call, sorted, k);
  for (i = 0; i < n && status == PC_OK; ++i) sorted->order[i] = packed ? (uint32_t)from[i] : pairs[i].index;
  pc_resize(packed ? (void *)from : keys, k * size, 0);
  return status;
}

/* Sorts the plan's own extents by address. There is nothing to do where the walk met them in that order. */
PC_UNUSED static int pc_sort(pc_walk *walk, pc_sorted *sorted) {
  const pc_plan *plan = walk->plan;
  size_t i, k = 0;
  int status;
  memset(sorted, 0, sizeof *sorted);
  if (!walk->mapped && !walk->falling) {
    sorted->n = plan->nextents;
    return PC_OK;
  }
  for (i = 0; i < plan->nextents; ++i) k += !(plan->extents[i].type & PC_MAPPED);
  sorted->n = k;
  if (k == 0) return PC_OK;
  if (walk->falling) return pc_sort_falling(walk->call, plan, sorted);
  status = pc_sorted_reserve(walk->call, sorted, k);
  for (i = k = 0; i < plan->nextents && status == PC_OK; ++i)
    if (!(plan->extents[i].type & PC_MAPPED)) sorted->order[k++] = (uint32_t)i;
  return status;
}

/* Makes mergers of the extents that overlap, or that touch at one of the `nglued` addresses, which rise.
 * `sorted` is shortened to the extents that own device memory. */
PC_UNUSED static int pc_merge(pc_walk *walk, pc_sorted *sorted, const uintptr_t *glued, size_t nglued) {
  pc_plan *plan = walk->plan;
  uint32_t *order = sorted->order;
  size_t i, j, k = 0;
  int status;
  if ((!walk->falling && !nglued) || sorted->n == 0) return PC_OK;
  if (!order) {
    status = pc_sorted_reserve(walk->call, sorted, sorted->n);
    if (status != PC_OK) return status;
    order = sorted->order;
    for (i = 0; i < sorted->n; ++i) order[i] = (uint32_t)i;
  }
  for (i = 0; i < sorted->n; i = j) {
    uintptr_t end = plan->extents[order[i]].base + plan->extents[order[i]].bytes;
    size_t align = PC_DEVICE_ALIGNMENT;
    pc_extent merger;
    if (sorted->n - i > PC_AHEAD) __builtin_prefetch(&plan->extents[order[i + PC_AHEAD]]);
    for (j = i + 1; j < sorted->n && plan->extents[order[j]].base <= end; ++j) {
      const pc_extent *next = &plan->extents[order[j]];
      while (nglued && *glued < end) ++glued, --nglued;
      if (next->base == end && !(nglued && *glued == end)) break;
      if (next->base + next->bytes > end) end = next->base + next->bytes;
    }
    if (j == i + 1) {
      order[k++] = order[i];
      continue;
    }
    walk->moved = plan->shows = plan->parted = PC_STATE->selective = 1;
    if (!pc_make_partly(plan)) return pc_no_memory(walk->call);
    memset(&merger, 0, sizeof merger);
    merger.base = plan->extents[order[i]].base;
    merger.bytes = end - merger.base;
    merger.type = PC_MERGER | PC_NOT_TO | PC_NOT_BACK;
    merger.cell = (uint32_t)plan->nviews;
    for (; i < j; ++i) {
      pc_extent *view = &plan->extents[order[i]];
      merger.type |= view->type & (PC_NAMED | PC_CONSTANT);
      merger.type &= view->type | ~(PC_NOT_TO | PC_NOT_BACK);
      if (pc_alignment_of(view) > align) align = pc_alignment_of(view);
      view->type |= PC_VIEW;
      view->place = plan->nextents;
      if (!pc_grow(&plan->views, &plan->capviews, plan->nviews, sizeof *plan->views))
        return pc_no_memory(walk->call);
      plan->views[plan->nviews++] = order[i];
    }
    if (plan->nextents >= PC_LAST ||
        !pc_grow(&plan->views, &plan->capviews, plan->nviews, sizeof *plan->views) ||
        !pc_grow(&plan->extents, &plan->capextents, plan->nextents, sizeof merger))
      return pc_no_memory(walk->call);
    plan->views[plan->nviews++] = PC_FREE;
    merger.type |= (uint32_t)align;
    status = pc_merged_customs_agree(plan, &merger);
    if (status < 0) return pc_no_memory(walk->call);
    if (status == 0)
      return pc_fail(walk->call, PC_ERROR_TYPE,
                     "'%s' overlaps another object that knows nothing of the functions of its member '%s'",
                     pc_custom_owner(plan, &merger), pc_custom_name(plan, &merger));
    order[k++] = (uint32_t)plan->nextents;
    plan->extents[plan->nextents++] = merger;
  }
  sorted->n = k;
  return PC_OK;
}

/* Adds the plan's own extents to the index. */
PC_UNUSED static int pc_index_add(pc_plan *plan, const pc_sorted *sorted) {
  pc_state *state = PC_STATE;
  const size_t n = sorted->n;
  pc_run run;
  size_t i;
  if (n == 0) return 1;
  memset(&run, 0, sizeof run);
  if (!pc_grow(&state->runs, &state->capruns, state->nruns, sizeof run)) return 0;
  run.extents = (pc_extent **)pc_resize(NULL, 0, n * sizeof *run.extents);
  if (!run.extents) return 0;
  for (i = 0; i < n; ++i) run.extents[i] = &plan->extents[pc_sorted_index(sorted, i)];
  run.n = run.capacity = n;
  run.plan = plan->number;
  state->runs[state->nruns++] = run;
  state->indexed += n;
  plan->indexed = n;
  return 1;
}

/* Takes out again what a plan that could not be entered has added, if anything. */
PC_UNUSED static void pc_index_drop_last(pc_plan *plan) {
  pc_state *state = PC_STATE;
  if (!plan->indexed) return;
  pc_run_free(&state->runs[--state->nruns]);
  state->indexed -= plan->indexed;
  plan->indexed = 0;
}

#ifdef __cplusplus
}
#endif

#endif
