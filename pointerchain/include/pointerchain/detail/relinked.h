/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Pointers that kernels have changed and that came to the host while their objects stay: what they are now is recorded.
 * Not for users.
 *
 * Each plan has records of its own, also of what it has borrowed from others.
 */
#ifndef POINTERCHAIN_DETAIL_RELINKED_H
#define POINTERCHAIN_DETAIL_RELINKED_H

#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "handles.h"
#include "homes.h"
#include "index.h"
#include "layouts.h"
#include "observers.h"
#include "patches.h"
#include "place.h"
#include "recorded.h"
#include "row_owners.h"
#include "state.h"
#include "values.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Pointers of one plan that lead to no beginning of its own extents. */
typedef struct pc_insides {
  pc_inside *inside;
  size_t n, capacity;
} pc_insides;

PC_UNUSED static int pc_compare_insides(const void *left, const void *right) {
  const uint32_t a = ((const pc_inside *)left)->cell, b = ((const pc_inside *)right)->cell;
  return (a > b) - (a < b);
}

/* Adds such pointers to those of a plan, which has none of these cells. 0: no memory. */
PC_UNUSED static int pc_merge_insides(pc_plan *plan, pc_insides *more) {
  size_t i = plan->ninside, k = more->n, at = i + k;
  pc_inside *merged;
  if (!k) return 1;
  qsort(more->inside, k, sizeof *more->inside, pc_compare_insides);
  merged = (pc_inside *)pc_resize(plan->inside, plan->capinside * sizeof *merged, at * sizeof *merged);
  if (!merged) return 0;
  plan->inside = merged;
  plan->capinside = plan->ninside = at;
  while (k) { /* from the end, where there is room */
    const int last = !i || more->inside[k - 1].cell > merged[i - 1].cell;
    merged[--at] = last ? more->inside[--k] : merged[--i];
  }
  return 1;
}

/* Records what the k-th pointer of element i of a record is on the host now, if it is something else. */
PC_UNUSED static int pc_record_pointer(pc_call *call, pc_plan *plan, const pc_extent *part, size_t i, size_t k,
                                       pc_insides *more) {
  const uint32_t cell = part->cell + (uint32_t)(i * pc_slots_of(part) + k);
  const pc_pointer *pointer = pc_pointer_of(plan, part, k);
  const pc_inside *known;
  pc_inside inside = {cell, 0, 0, 0, 0};
  const pc_extent *extent;
  uint32_t number;
  memcpy(&inside.value, (const void *)(part->base + i * pc_element_of(part) + pc_slot_offset(part, k)),
         sizeof inside.value);
  if (inside.value == pc_host_value(plan, cell)) return PC_OK;
  if (!inside.value) {
    plan->codes[cell] = pointer->kind == PC_OBSERVER ? PC_FREE : PC_NULL;
    return PC_OK;
  }
  extent = pc_index_find(inside.value, 0, &number);
  if (!extent) extent = pc_index_find(inside.value, 1, &number);
  if (!extent) return PC_OK; /* an observer that the host has to itself */
  if (!pc_note_observed(plan, extent, number)) return pc_no_memory(call);
  if (number == plan->number && extent->base == inside.value) {
    plan->codes[cell] = 1 + (uint32_t)(extent - plan->extents);
  } else {
    inside.device = pc_device_address(PC_STATE->plans[number], extent) + (inside.value - extent->base);
    inside.target = inside.value;
    plan->codes[cell] = PC_INSIDE;
    known = plan->ninside ? pc_find_inside(plan, cell) : NULL;
    if (known && known < plan->inside + plan->ninside && known->cell == cell) {
      plan->inside[known - plan->inside] = inside;
    } else {
      if (!pc_grow(&more->inside, &more->capacity, more->n, sizeof *more->inside)) return pc_no_memory(call);
      more->inside[more->n++] = inside;
    }
  }
  return PC_OK;
}

/* Room for the lengths of all pointers of a plan, some of which were null when it entered. 0: no memory. */
PC_UNUSED static int pc_measure_all(pc_plan *plan) {
  const size_t old = plan->caplengths;
  long long *lengths;
  if (old >= plan->ncodes) return 1;
  lengths = (long long *)pc_resize(plan->lengths, old * sizeof *lengths, plan->ncodes * sizeof *lengths);
  if (!lengths) return 0;
  memset(lengths + old, 0xFF, (plan->ncodes - old) * sizeof *lengths); /* PC_UNMEASURED */
  plan->lengths = lengths;
  plan->caplengths = plan->ncodes;
  return 1;
}

/* Records the length of such a pointer; where not so much is mapped, that nothing is. 0: no memory. */
PC_UNUSED static int pc_record_length(pc_plan *plan, const pc_extent *part, size_t i, size_t k) {
  const uint32_t cell = part->cell + (uint32_t)(i * pc_slots_of(part) + k);
  const pc_pointer *pointer = pc_pointer_of(plan, part, k);
  const size_t size = pc_target_size(plan, part, k);
  uintptr_t value;
  long long length;
  if (!pointer->count || !pc_is_followed(pointer) || pc_is_of_section(pointer) || !pc_leads(plan->codes[cell])) return 1;
  if (!pc_measure_all(plan)) return 0;
  memcpy(&value, (const void *)(part->base + i * pc_element_of(part) + pc_slot_offset(part, k)), sizeof value);
  length = pc_length_of(plan, part, i, k);
  plan->lengths[cell] = 0;
  if (length > 0 && (unsigned long long)length <= PTRDIFF_MAX / (size ? size : 1) &&
      pc_is_mapped(value, (size_t)length * size))
    plan->lengths[cell] = length;
  return 1;
}

/* Records how long the rows are that such a pointer leads to, where another object's record has them. 0: no memory. */
PC_UNUSED static int pc_record_rows(pc_plan *plan, const pc_extent *part, size_t i, size_t k) {
  const uint32_t cell = part->cell + (uint32_t)(i * pc_slots_of(part) + k);
  const pc_pointer *pointer = pc_pointer_of(plan, part, k);
  const uintptr_t owner = pc_rows_owner(plan, part, i, k);
  const size_t at = pc_shared_rows_at(plan, cell);
  long long n = 1;
  if (!pointer->inner || !pc_is_followed(pointer)) return 1;
  if (pointer->count && cell < plan->caplengths && plan->lengths[cell] != PC_UNMEASURED) n = plan->lengths[cell];
  if (pc_leads(plan->codes[cell]) && pc_asks_another(plan, plan->codes[cell], owner))
    return pc_note_shared_rows(plan, cell, pointer, owner, (size_t)n);
  if (at < plan->nshared_rows && plan->shared_rows[at].cell == cell) {
    memmove(&plan->shared_rows[at], &plan->shared_rows[at + 1], (--plan->nshared_rows - at) * sizeof *plan->shared_rows);
  }
  return 1;
}

/* Records what those pointers of one record of a plan are now that have moved. */
PC_UNUSED static int pc_record_relinked_part(pc_call *call, pc_plan *plan, const pc_extent *part, const pc_homes *homes,
                                             pc_insides *more) {
  const size_t slots = pc_slots_of(part), elements = slots ? pc_elements_of(part) : 0;
  size_t i, k;
  int status = PC_OK;
  if (!(pc_is_changing(plan, part) || plan->borrowed) || pc_passed_over(plan, part) ||
      part->base > homes->moved[homes->nmoved - 1] || part->base + part->bytes <= homes->moved[0])
    return PC_OK;
  for (i = 0; i < elements; ++i)
    for (k = 0; k < slots && status == PC_OK; ++k) {
      const uint32_t cell = part->cell + (uint32_t)(i * slots + k);
      if (!pc_may_change(plan, pc_pointer_of(plan, part, k)) || plan->codes[cell] == PC_DATA ||
          !pc_has_moved(homes, part->base + i * pc_element_of(part) + pc_slot_offset(part, k)))
        continue;
      status = pc_record_pointer(call, plan, part, i, k, more);
      if (status == PC_OK && !pc_record_length(plan, part, i, k)) status = pc_no_memory(call);
      if (status == PC_OK && !pc_record_rows(plan, part, i, k)) status = pc_no_memory(call);
    }
  return status;
}

/* The same of all plans. */
PC_UNUSED static int pc_record_relinked(pc_call *call, pc_homes *homes) {
  const pc_state *state = PC_STATE;
  size_t i, k;
  int status = PC_OK;
  qsort(homes->moved, homes->nmoved, sizeof *homes->moved, pc_compare_moved);
  for (i = 0; i < state->nplans && status == PC_OK; ++i) {
    pc_plan *plan = state->plans[i];
    pc_insides more = {NULL, 0, 0};
    if (!plan || !(plan->changing || plan->borrowed)) continue;
    for (k = 0; k < plan->nextents && status == PC_OK; ++k)
      status = pc_record_relinked_part(call, plan, &plan->extents[k], homes, &more);
    if (status == PC_OK && !pc_merge_insides(plan, &more)) status = pc_no_memory(call);
    pc_shrink(&more.inside, &more.capacity, 0, sizeof *more.inside);
  }
  return status;
}

#ifdef __cplusplus
}
#endif

#endif
