/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Which bytes of an extent roots hold that reach only some of it. Not for users.
 *
 * An extent lies on the device as one piece, as long as any root reaches some of it. What of it travels is what roots
 * hold: with the exit of a root come the bytes that it held and no other root holds, in no other exit, and what nobody held
 * goes to the device with the next enter that reaches it.
 */
#ifndef POINTERCHAIN_DETAIL_HELD_H
#define POINTERCHAIN_DETAIL_HELD_H

#include "../deepcopy_types.h"
#include "attributes.h"
#include "handles.h"
#include "place.h"
#include "selection.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Adds the bytes of a record to the parts of a selection. 0: no memory. */
PC_UNUSED static int pc_add_held(pc_selection *selection, pc_plan *plan, pc_extent *record) {
  uint32_t number;
  const pc_extent *extent = pc_owner_of(plan, record, &number);
  const size_t from = record->base - extent->base;
  return pc_choose_part(selection, PC_STATE->plans[number], extent, from, from + record->bytes);
}

/* The same of all records of handles, but those of the plan `but`, that show extents with a mark. 0: no memory. */
PC_UNUSED static int pc_add_all_held(pc_selection *selection, uint32_t mark, const pc_plan *but) {
  const pc_state *state = PC_STATE;
  size_t i, k;
  for (i = 0; i < state->nbuckets; ++i) {
    const pc_handle *handle = state->buckets[i];
    for (; handle; handle = handle->next) {
      const size_t n = handle->plan == but ? 0 : pc_members_of(handle);
      for (k = 0; k < n; ++k) {
        pc_extent *member = pc_member(handle, k);
        uint32_t number;
        if (pc_passed_over(handle->plan, member) || pc_owner_of(handle->plan, member, &number)->mark != mark) continue;
        if (!pc_add_held(selection, handle->plan, member)) return 0;
      }
    }
  }
  return 1;
}

PC_UNUSED static int pc_compare_parts(const void *left, const void *right) {
  const pc_part *a = (const pc_part *)left, *b = (const pc_part *)right;
  if (a->extent != b->extent) return ((uintptr_t)a->extent > (uintptr_t)b->extent) - ((uintptr_t)a->extent < (uintptr_t)b->extent);
  return (a->from > b->from) - (a->from < b->from);
}

/* Sorts parts and joins those that overlap or touch. */
PC_UNUSED static void pc_join_parts(pc_selection *selection) {
  size_t i, n = 0;
  pc_part *parts = selection->parts;
  if (!selection->nparts) return;
  qsort(parts, selection->nparts, sizeof *parts, pc_compare_parts);
  for (i = 1; i < selection->nparts; ++i) {
    if (parts[i].extent != parts[n].extent || parts[i].from > parts[n].to) {
      parts[++n] = parts[i];
    } else if (parts[i].to > parts[n].to) {
      parts[n].to = parts[i].to;
    }
  }
  selection->nparts = n + 1;
}

/* Takes what is `held` out of joined parts, and leaves in `parts` what is not. 0: no memory. */
PC_UNUSED static int pc_take_held(pc_selection *parts, pc_selection *held) {
  pc_selection rest = pc_new_selection(parts->mark);
  size_t i, k = 0;
  int fine = 1;
  pc_join_parts(parts);
  pc_join_parts(held);
  for (i = 0; i < parts->nparts && fine; ++i) {
    pc_part part = parts->parts[i];
    while (k < held->nparts && (pc_compare_parts(&held->parts[k], &part) < 0 || held->parts[k].extent == part.extent)) {
      const pc_part *other = &held->parts[k];
      if (other->extent == part.extent && other->to > part.from) {
        if (other->from >= part.to) break;
        if (other->from > part.from)
          fine = fine && pc_choose_part(&rest, part.plan, part.extent, part.from, other->from);
        if (other->to >= part.to) {
          part.from = part.to;
          break; /* it may reach into the next one */
        }
        part.from = other->to;
      }
      ++k;
    }
    if (part.from < part.to) fine = fine && pc_choose_part(&rest, part.plan, part.extent, part.from, part.to);
  }
  pc_shrink(&parts->parts, &parts->capparts, 0, sizeof *parts->parts);
  parts->parts = rest.parts;
  parts->nparts = rest.nparts;
  parts->capparts = rest.capparts;
  return fine;
}

/* Whether roots of a plan may hold parts of extents, or not let data back. */
PC_UNUSED static int pc_may_part(const pc_plan *plan) {
  return plan->directed || plan->parted || (PC_STATE->selective && plan->own != plan->nextents);
}

/* What of the extents that roots leave comes back: `dying` ones that are to come whole lose PC_LEFT; of others, and of what
 * stays since other roots hold some of it, `parts` gets the bytes that only these roots held. */
PC_UNUSED static int pc_choose_returning(pc_call *call, pc_handle **handles, size_t n, const pc_selection *dying,
                                         pc_selection *parts) {
  pc_selection held = pc_new_selection(0);
  const uint32_t staying = pc_new_mark();
  size_t i, k, kept = 0;
  int fine = 1, some = 0;
  for (i = 0; i < n && fine; ++i) {
    pc_plan *plan = handles[i]->plan;
    if (!plan || !pc_may_part(plan)) continue;
    for (k = 0; k < pc_members_of(handles[i]) && fine; ++k) {
      pc_extent *member = pc_member(handles[i], k), *extent;
      uint32_t number;
      if (pc_passed_over(plan, member)) continue;
      extent = pc_owner_of(plan, member, &number);
      if (member->type & PC_NOT_BACK) continue;
      if (extent->mark == dying->mark) {
        if (member->bytes == extent->bytes) {
          extent->type &= ~PC_LEFT;
          continue;
        }
        if (!(extent->type & PC_LEFT)) continue;
      } else if (PC_STATE->plans[number]->parted) {
        extent->mark = staying;
        some = 1;
      } else {
        continue;
      }
      fine = pc_add_held(parts, plan, member);
    }
  }
  for (i = 0; i < parts->nparts; ++i) {
    const pc_part *part = &parts->parts[i];
    if (part->extent->mark == staying || part->extent->type & PC_LEFT) parts->parts[kept++] = *part;
  }
  parts->nparts = kept;
  if (some) fine = fine && pc_add_all_held(&held, staying, NULL);
  fine = fine && pc_take_held(parts, &held);
  pc_drop_selection(&held);
  return fine ? PC_OK : pc_no_memory(call);
}

/* What a new plan reaches of earlier plans' extents that nobody has held until now: `parts` gets what the device has no more
 * as the host has it. */
PC_UNUSED static int pc_choose_unheld(pc_call *call, pc_plan *plan, pc_selection *parts) {
  pc_selection held = pc_new_selection(0);
  const uint32_t mark = pc_new_mark();
  size_t i;
  int fine = 1;
  for (i = 0; i < plan->nextents && PC_STATE->selective && fine; ++i) {
    pc_extent *view = &plan->extents[i];
    if (!(view->type & PC_MAPPED) || view->type & PC_NOT_TO || !PC_STATE->plans[view->count]->parted) continue;
    ((pc_extent *)view->place)->mark = mark;
    fine = pc_add_held(parts, plan, view);
  }
  if (parts->nparts) fine = fine && pc_add_all_held(&held, mark, plan) && pc_take_held(parts, &held);
  pc_drop_selection(&held);
  return fine ? PC_OK : pc_no_memory(call);
}

#ifdef __cplusplus
}
#endif

#endif
