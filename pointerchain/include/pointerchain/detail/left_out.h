/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Pointers that the record of a mapped extent leaves out, and that another root has as null. Not for users.
 *
 * What is recorded of an extent is what the root that brought it says. A later root may reach it as a type
 * that follows a pointer which the first leaves out. Where that is null nothing is attached, so that it is
 * null stands in the later root's own record only; a walk that finds a target there has to ask for it.
 */
#ifndef POINTERCHAIN_DETAIL_LEFT_OUT_H
#define POINTERCHAIN_DETAIL_LEFT_OUT_H

#include "../deepcopy_types.h"
#include "attributes.h"
#include "handles.h"
#include "layouts.h"
#include "recorded.h"
#include "state.h"
#include "values.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Host addresses of pointers. */
typedef struct pc_addresses {
  uintptr_t *at;
  size_t n, capacity;
} pc_addresses;

PC_UNUSED static int pc_compare_addresses(const void *a, const void *b) {
  const uintptr_t *const x = (const uintptr_t *)a, *const y = (const uintptr_t *)b;
  return (*x > *y) - (*x < *y);
}

/* Whether what an extent's own records say of the pointer at an address is that they leave it out. */
PC_UNUSED static int pc_is_left_out(const pc_plan *owner, const pc_extent *mapped, uintptr_t at) {
  pc_recorded recorded = pc_records_at(owner, mapped, at);
  while (pc_next_recorded(&recorded))
    if (owner->codes[recorded.cell] != PC_FREE) return 0;
  return 1;
}

/* Collects the pointers of mapped extents that a plan follows and that are left out there. */
PC_UNUSED static int pc_find_left_out(pc_call *call, const pc_plan *plan, pc_addresses *found) {
  size_t index, i, k;
  for (index = 0; index < plan->nextents; ++index) {
    const pc_extent *view = &plan->extents[index];
    const size_t slots = pc_slots_of(view), elements = slots ? pc_elements_of(view) : 0;
    if (!(view->type & PC_MAPPED) || !PC_STATE->plans[view->count]->nulls) continue;
    for (i = 0; i < elements; ++i)
      for (k = 0; k < slots; ++k) {
        const uintptr_t at = view->base + i * pc_element_of(view) + pc_slot_offset(view, k);
        if (!pc_leads(plan->codes[view->cell + i * slots + k]) ||
            !pc_is_left_out(PC_STATE->plans[view->count], (const pc_extent *)view->place, at))
          continue;
        if (!pc_grow(&found->at, &found->capacity, found->n, sizeof *found->at)) return pc_no_memory(call);
        found->at[found->n++] = at;
      }
  }
  return PC_OK;
}

/* Looks whether one record of a root that stays has one of these pointers as null. The host's memory is not
 * looked at: the program may have freed it. */
PC_UNUSED static int pc_check_nulls_of(pc_call *call, const pc_plan *plan, const pc_extent *view,
                                       const pc_addresses *found) {
  const size_t slots = pc_slots_of(view), elements = slots ? pc_elements_of(view) : 0;
  size_t i, k;
  for (i = 0; i < elements; ++i)
    for (k = 0; k < slots; ++k) {
      const uintptr_t at = view->base + i * pc_element_of(view) + pc_slot_offset(view, k);
      if (plan->codes[view->cell + i * slots + k] == PC_NULL &&
          bsearch(&at, found->at, found->n, sizeof at, pc_compare_addresses))
        return pc_fail_changed(call, plan, view, pc_pointer_of(plan, view, k)->name);
    }
  return PC_OK;
}

/* Compares the pointers that a new plan follows, and that the extents' own records leave out, with the records
 * of the other roots. */
PC_UNUSED static int pc_check_left_out(pc_call *call, const pc_plan *plan) {
  const pc_state *state = PC_STATE;
  pc_addresses found = {NULL, 0, 0};
  size_t bucket, i;
  int status = plan->attaches ? pc_find_left_out(call, plan, &found) : PC_OK;
  if (found.n) qsort(found.at, found.n, sizeof *found.at, pc_compare_addresses);
  for (bucket = 0; bucket < state->nbuckets && found.n && status == PC_OK; ++bucket) {
    const pc_handle *handle;
    for (handle = state->buckets[bucket]; handle && status == PC_OK; handle = handle->next)
      for (i = 0; i < pc_members_of(handle) && status == PC_OK; ++i) {
        const pc_extent *view = pc_member(handle, i);
        if (view->type & PC_MAPPED && state->plans[view->count]->nulls && !pc_passed_over(handle->plan, view))
          status = pc_check_nulls_of(call, handle->plan, view, &found);
      }
  }
  pc_shrink(&found.at, &found.capacity, 0, sizeof *found.at);
  return status;
}

#ifdef __cplusplus
}
#endif

#endif
