/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Finds what kernels have cut out: what no pointer leads to, once those have come that kernels have changed; and sums it up.
 * Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_CUTTING_H
#define POINTERCHAIN_DETAIL_CUTTING_H

#include "../deepcopy_types.h"
#include "attributes.h"
#include "class_changes.h"
#include "cut_out.h"
#include "handles.h"
#include "index.h"
#include "layouts.h"
#include "place.h"
#include "selection.h"
#include "state.h"
#include "values.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A record of a plan that lies over an extent. */
typedef struct pc_over {
  uint32_t owner, extent; /* the plan and the index of that */
  uint32_t plan, record;
} pc_over;

typedef struct pc_reached {
  size_t *first;           /* of each plan: where its extents begin in `extents` */
  unsigned char *extents;  /* of all plans: whether a pointer leads there */
  size_t nplans, nextents;
  pc_over *overs;          /* views, in order of what they lie over */
  size_t novers, capovers;
  pc_over *todo;           /* extents whose pointers have not been followed; the record is not used */
  size_t ntodo, captodo;
} pc_reached;

PC_UNUSED static int pc_compare_overs(const void *left, const void *right) {
  const pc_over *a = (const pc_over *)left, *b = (const pc_over *)right;
  if (a->owner != b->owner) return (a->owner > b->owner) - (a->owner < b->owner);
  return (a->extent > b->extent) - (a->extent < b->extent);
}

/* An extent that a pointer leads to. 0: no memory. */
PC_UNUSED static int pc_reach_extent(pc_reached *reached, uint32_t number, const pc_extent *extent) {
  const size_t index = (size_t)(extent - PC_STATE->plans[number]->extents);
  unsigned char *known = &reached->extents[reached->first[number] + index];
  pc_over *next;
  if (*known || !extent->count) return 1;
  *known = 1;
  if (!pc_grow(&reached->todo, &reached->captodo, reached->ntodo, sizeof *next)) return 0;
  next = &reached->todo[reached->ntodo++];
  next->owner = number;
  next->extent = (uint32_t)index;
  return 1;
}

/* The same of an address, which may be where an extent ends. */
PC_UNUSED static int pc_reach_address(pc_reached *reached, uintptr_t address) {
  uint32_t number;
  const pc_extent *extent = pc_index_holding(address, &number);
  if (extent && !pc_reach_extent(reached, number, extent)) return 0;
  extent = pc_index_ending(address, &number);
  return !extent || pc_reach_extent(reached, number, extent);
}

/* The same of all that the pointers of a record lead to. */
PC_UNUSED static int pc_reach_from(pc_reached *reached, pc_plan *plan, const pc_extent *record) {
  const size_t cells = pc_passed_over(plan, record) ? 0 : pc_cells_of(record);
  size_t k;
  int fine = 1;
  for (k = 0; k < cells && fine; ++k) {
    const uint32_t cell = record->cell + (uint32_t)k, code = plan->codes[cell];
    uint32_t number;
    if (code == PC_INSIDE) {
      fine = pc_reach_address(reached, pc_find_inside(plan, cell)->target);
    } else if (pc_leads(code)) {
      const pc_extent *owner = pc_owner_of(plan, &plan->extents[code - 1], &number);
      fine = pc_reach_extent(reached, number, owner);
    }
  }
  return fine;
}

/* Follows the pointers of all that is reached. 0: no memory. */
PC_UNUSED static int pc_reach_all(pc_reached *reached) {
  pc_plan **plans = PC_STATE->plans;
  int fine = 1;
  while (reached->ntodo && fine) {
    const pc_over next = reached->todo[--reached->ntodo];
    const pc_over *over = reached->overs;
    size_t low = 0, high = reached->novers;
    fine = pc_reach_from(reached, plans[next.owner], &plans[next.owner]->extents[next.extent]);
    while (low < high) {
      const size_t middle = low + (high - low) / 2;
      if (pc_compare_overs(&over[middle], &next) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    for (; low < reached->novers && pc_compare_overs(&over[low], &next) == 0 && fine; ++low)
      fine = pc_reach_from(reached, plans[over[low].plan], &plans[over[low].plan]->extents[over[low].record]);
  }
  return fine;
}

/* Lists the views, and begins with what the roots name. 0: no memory. */
PC_UNUSED static int pc_begin_reaching(pc_reached *reached) {
  const pc_state *state = PC_STATE;
  size_t i, k;
  reached->nplans = state->nplans;
  reached->first = (size_t *)pc_resize(NULL, 0, state->nplans * sizeof *reached->first);
  if (!reached->first) return 0;
  for (i = 0; i < state->nplans; ++i) {
    reached->first[i] = reached->nextents;
    if (state->plans[i]) reached->nextents += state->plans[i]->nextents;
  }
  reached->extents = (unsigned char *)pc_resize(NULL, 0, reached->nextents);
  if (!reached->extents) return 0;
  memset(reached->extents, 0, reached->nextents);
  for (i = 0; i < state->nplans; ++i)
    for (k = 0; state->plans[i] && k < state->plans[i]->nextents; ++k) {
      pc_plan *plan = state->plans[i];
      pc_over over = {0, 0, (uint32_t)i, (uint32_t)k};
      if (!(plan->extents[k].type & (PC_VIEW | PC_MAPPED))) continue;
      over.extent = (uint32_t)(pc_owner_of(plan, &plan->extents[k], &over.owner) - state->plans[over.owner]->extents);
      if (!pc_grow(&reached->overs, &reached->capovers, reached->novers, sizeof over)) return 0;
      reached->overs[reached->novers++] = over;
    }
  if (reached->novers) qsort(reached->overs, reached->novers, sizeof *reached->overs, pc_compare_overs);
  for (i = 0; i < state->nbuckets; ++i) {
    const pc_handle *handle = state->buckets[i];
    for (; handle; handle = handle->next) {
      uint32_t number;
      const pc_extent *owner = pc_members_of(handle) ? pc_owner_of(handle->plan, pc_member(handle, 0), &number) : NULL;
      if (owner && !pc_reach_extent(reached, number, owner)) return 0;
    }
  }
  return 1;
}

PC_UNUSED static void pc_end_reaching(pc_reached *reached) {
  if (reached->first) pc_resize(reached->first, reached->nplans * sizeof *reached->first, 0);
  if (reached->extents) pc_resize(reached->extents, reached->nextents, 0);
  pc_shrink(&reached->overs, &reached->capovers, 0, sizeof *reached->overs);
  pc_shrink(&reached->todo, &reached->captodo, 0, sizeof *reached->todo);
}

/* Lists what no pointer leads to of a plan, with the sum of the data on the host: of what was not chosen, and listed before, the
 * old one. 0: no memory. */
PC_UNUSED static int pc_list_cut_out(pc_plan *plan, const unsigned char *reached, const pc_selection *chosen) {
  pc_cut_out *list = NULL;
  size_t n = 0, capacity = 0, k;
  for (k = 0; k < plan->nextents; ++k) {
    const pc_extent *extent = &plan->extents[k];
    const pc_cut_out *known;
    if (extent->type & (PC_VIEW | PC_MAPPED) || !extent->count || reached[k]) continue;
    known = pc_is_chosen(chosen, extent) ? NULL : pc_find_cut_out(plan, extent);
    if (!pc_grow(&list, &capacity, n, sizeof *list)) {
      pc_shrink(&list, &capacity, 0, sizeof *list);
      return 0;
    }
    list[n].extent = (uint32_t)k;
    list[n++].sum = known ? known->sum : pc_sum_extent(plan, extent, 0);
  }
  pc_shrink(&plan->cut_out, &plan->capcut_out, 0, sizeof *plan->cut_out);
  plan->cut_out = list;
  plan->ncut_out = n;
  plan->capcut_out = capacity;
  PC_STATE->cutting |= n != 0;
  return 1;
}

/* Sums up what has been cut out, and is chosen: the host has it as the device has. Where pointers have `moved`, that is
 * found anew, of all that is mapped and does not leave in this call. */
PC_UNUSED static int pc_sum_cut_out(pc_call *call, const pc_selection *chosen, int moved) {
  const pc_state *state = PC_STATE;
  pc_reached reached;
  size_t i, k;
  int fine;
  for (i = 0; i < state->nplans && state->cutting && !moved; ++i)
    for (k = 0; state->plans[i] && k < state->plans[i]->ncut_out; ++k) {
      pc_cut_out *cut = &state->plans[i]->cut_out[k];
      const pc_extent *extent = &state->plans[i]->extents[cut->extent];
      if (pc_is_chosen(chosen, extent)) cut->sum = pc_sum_extent(state->plans[i], extent, 0);
    }
  if (!moved) return PC_OK;
  memset(&reached, 0, sizeof reached);
  fine = pc_begin_reaching(&reached) && pc_reach_all(&reached);
  for (i = 0; i < state->nplans && fine; ++i)
    if (state->plans[i]) fine = pc_list_cut_out(state->plans[i], &reached.extents[reached.first[i]], chosen);
  pc_end_reaching(&reached);
  return fine ? PC_OK : pc_no_memory(call);
}

#ifdef __cplusplus
}
#endif

#endif
