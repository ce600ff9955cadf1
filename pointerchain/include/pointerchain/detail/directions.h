/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Which way the data of a plan's extents travel, where its roots say so. Not for users.
 *
 * The walk notes what the pointers say. What a root says holds for all that it leads to.
 */
#ifndef POINTERCHAIN_DETAIL_DIRECTIONS_H
#define POINTERCHAIN_DETAIL_DIRECTIONS_H

#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "handles.h"
#include "layouts.h"
#include "merge.h"
#include "recorded.h"
#include "state.h"
#include "values.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PC_DIRECTIONS (PC_NOT_TO | PC_NOT_BACK)

/* Adds what the pointers of one record say of what they lead to, with what its roots say. */
PC_UNUSED static void pc_direct_targets(const pc_plan *plan, const pc_extent *extent, const pc_sorted *sorted,
                                        uint32_t within, uint32_t *flags) {
  const size_t slots = pc_slots_of(extent), cells = pc_passed_over(plan, extent) ? 0 : pc_cells_of(extent);
  size_t k;
  for (k = 0; k < cells; ++k) {
    const pc_pointer *pointer = pc_pointer_of(plan, extent, k % slots);
    const uint32_t cell = extent->cell + (uint32_t)k;
    uint32_t code = plan->codes[cell];
    if (!pc_leads(code) || !pc_leads_on(plan, extent, k / slots, k % slots)) continue;
    if (code == PC_INSIDE) code = pc_sorted_below(plan, sorted, pc_find_inside(plan, cell)->value);
    if (code) flags[code - 1] &= pc_direction_flags(pointer->direction) | within;
  }
}

/* Roots that say different things: an extent's data travel if they do on one way to it. */
PC_UNUSED static int pc_direct_each(pc_call *call, pc_plan *plan, const pc_root *roots, size_t nroots,
                                    const uint32_t *first, pc_handle **handles, const pc_sorted *sorted) {
  uint32_t *within = (uint32_t *)malloc(2 * plan->nextents * sizeof *within), *flags;
  size_t i, k;
  if (!within) return pc_no_memory(call);
  flags = within + plan->nextents;
  for (i = 0; i < 2 * plan->nextents; ++i) within[i] = PC_DIRECTIONS;
  for (i = 0; i < nroots; ++i) {
    if (first[i] == PC_NULL) continue;
    flags[first[i] - 1] &= pc_direction_flags(roots[i].direction);
    for (k = 0; k < handles[i]->nmembers; ++k)
      within[handles[i]->members[k]] &= pc_direction_flags(roots[i].direction);
  }
  for (i = 0; i < plan->nextents; ++i) pc_direct_targets(plan, &plan->extents[i], sorted, within[i], flags);
  for (i = 0; i < plan->nextents; ++i)
    if (plan->extents[i].type & PC_VIEW) flags[plan->extents[i].place] &= flags[i];
  for (i = 0; i < plan->nextents; ++i)
    plan->extents[i].type = (plan->extents[i].type & ~PC_DIRECTIONS) | flags[i];
  free(within);
  return PC_OK;
}

/* Adds what the roots say to what the pointers say. */
PC_UNUSED static int pc_direct(pc_call *call, pc_plan *plan, const pc_root *roots, size_t nroots,
                               const uint32_t *first, pc_handle **handles, const pc_sorted *sorted) {
  uint32_t every = PC_DIRECTIONS, any = 0;
  size_t i;
  for (i = 0; i < nroots; ++i) {
    if (first[i] == PC_NULL) continue;
    every &= pc_direction_flags(roots[i].direction);
    any |= pc_direction_flags(roots[i].direction);
  }
  if (!any) return PC_OK;
  plan->directed = 1;
  plan->even = 0;
  if (every != any) return pc_direct_each(call, plan, roots, nroots, first, handles, sorted);
  for (i = 0; i < plan->nextents; ++i) plan->extents[i].type |= any;
  return PC_OK;
}

#ifdef __cplusplus
}
#endif

#endif
