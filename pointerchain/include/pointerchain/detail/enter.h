/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Enter: a new plan, from its roots to its records. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_ENTER_H
#define POINTERCHAIN_DETAIL_ENTER_H

#include "../deepcopy_device.h"
#include "../deepcopy_types.h"
#include "attach.h"
#include "attributes.h"
#include "beginnings.h"
#include "class_changes.h"
#include "directions.h"
#include "extents.h"
#include "handles.h"
#include "held.h"
#include "index.h"
#include "layouts.h"
#include "left_out.h"
#include "merge.h"
#include "observers.h"
#include "parts.h"
#include "patches.h"
#include "place.h"
#include "profiled.h"
#include "recorded.h"
#include "selection.h"
#include "state.h"
#include "techniques.h"
#include "unions.h"
#include "walk.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A new plan with a number, or null. */
PC_UNUSED static pc_plan *pc_new_plan(int technique, unsigned flags, int where, const char *file, int line) {
  pc_state *state = PC_STATE;
  pc_plan *plan = (pc_plan *)pc_resize(NULL, 0, sizeof *plan);
  size_t number;
  if (!plan) return NULL;
  memset(plan, 0, sizeof *plan);
  /* All numbers below `first_free` are taken. */
  for (number = state->first_free; number < state->nplans; ++number)
    if (!state->plans[number]) break;
  if (number == state->nplans) {
    if (!pc_grow(&state->plans, &state->capplans, state->nplans, sizeof *state->plans)) {
      pc_resize(plan, sizeof *plan, 0);
      return NULL;
    }
    ++state->nplans;
  }
  state->plans[number] = plan;
  state->first_free = number + 1;
  ++state->live_plans;
  plan->number = (uint32_t)number;
  plan->technique = technique;
  plan->flags = flags;
  plan->where = where;
  plan->device = state->device;
  plan->file = file;
  plan->line = line;
  return plan;
}

/* With the last root its table goes, with the last plan the types: a library that brought them may be
 * unloaded. */
PC_UNUSED static void pc_rest(void) {
  pc_state *state = PC_STATE;
  if (!state->nhandles) pc_drop_buckets();
  if (state->live_plans) return;
  state->selective = state->cutting = 0;
  pc_drop_layouts(0);
  pc_shrink(&state->plans, &state->capplans, 0, sizeof *state->plans);
  state->nplans = state->first_free = 0;
}

/* Puts an extent into the programming model's present table. */
PC_UNUSED static int pc_make_present(pc_call *call, const pc_plan *plan, pc_extent *extent) {
  pc_device *device = plan->device;
  if (!device->present || extent->type & PC_PRESENT) return PC_OK;
  if (device->present(device, plan->where, (const void *)extent->base,
                      (void *)pc_device_address(plan, extent), extent->bytes) != 0)
    return pc_fail(call, PC_ERROR_DEVICE,
                   "'%s' cannot be made present on the device '%s': is it mapped by other means?",
                   pc_type_name(plan, extent), device->name);
  extent->type |= PC_PRESENT;
  return PC_OK;
}

PC_UNUSED static void pc_make_absent(const pc_plan *plan, pc_extent *extent) {
  if (!(extent->type & PC_PRESENT)) return;
  plan->device->absent(plan->device, plan->where, (const void *)extent->base, extent->bytes);
  extent->type &= ~PC_PRESENT;
}

PC_UNUSED static int pc_make_all_present(pc_call *call, pc_plan *plan) {
  size_t i;
  for (i = 0; i < plan->nextents && plan->device->present; ++i) {
    uint32_t number;
    pc_extent *extent;
    int status;
    if (!(plan->extents[i].type & PC_NAMED) || plan->extents[i].type & PC_VIEW) continue;
    extent = pc_owner_of(plan, &plan->extents[i], &number);
    status = pc_make_present(call, PC_STATE->plans[number], extent);
    if (status != PC_OK) return status;
  }
  return PC_OK;
}

/* Takes back all that a plan has done on the device. */
PC_UNUSED static void pc_undo_plan(pc_plan *plan) {
  size_t i;
  for (i = 0; i < plan->nextents; ++i) {
    pc_extent *extent = &plan->extents[i];
    if (extent->type & (PC_VIEW | PC_MAPPED)) continue;
    pc_make_absent(plan, extent);
    pc_tell_left(plan, extent);
    if (plan->technique == PC_BASE) pc_release_memory(plan, extent);
  }
  pc_release_block(plan);
}

/* Finds what the roots reach, and where it will lie on the device. `first[i]` gets the code of root i, and
 * `*counted` is set where no root is left to be counted. */
PC_UNUSED static int pc_make_plan(pc_call *call, pc_plan *plan, const pc_root *roots, size_t nroots,
                                  uint32_t mark, uint32_t *first, pc_sorted *sorted, int *counted) {
  pc_walk walk;
  size_t i, named = 0;
  int status;
  memset(&walk, 0, sizeof walk);
  walk.call = call;
  walk.plan = plan;
  walk.mark = mark;
  pc_guess(&plan->extents, &plan->capextents, PC_STATE->likely_extents, sizeof *plan->extents);
  pc_guess(&plan->codes, &plan->capcodes, PC_STATE->likely_codes, sizeof *plan->codes);
  status = pc_walk_roots(&walk, roots, nroots, first);
  if (status == PC_OK) status = pc_check_left_out(call, plan);
  if (status == PC_OK) status = pc_settle_extents(&walk, sorted);
  if (status == PC_OK && walk.observes && !pc_make_partly(plan)) status = pc_no_memory(call);
  pc_beginnings_free(&walk.known);
  pc_learn(&PC_STATE->likely_extents, plan->nextents);
  pc_learn(&PC_STATE->likely_codes, plan->ncodes);
  /* From here on the extents stay where they are: the index will refer to them. */
  pc_shrink(&plan->extents, &plan->capextents, plan->nextents, sizeof *plan->extents);
  pc_shrink(&plan->codes, &plan->capcodes, plan->ncodes, sizeof *plan->codes);
  if (plan->caplengths > plan->ncodes)
    pc_shrink(&plan->lengths, &plan->caplengths, plan->ncodes, sizeof *plan->lengths);
  if (status != PC_OK) return status;
  plan->rising = !walk.falling;
  plan->even = !walk.uneven && !plan->nviews && !plan->directed;
  for (i = 0; i < nroots; ++i) named += first[i] != PC_NULL;
  /* One root reaches all of its own, once: then there is nothing to count. */
  *counted = named == 1 && !walk.mapped;
  return walk.moved || !*counted ? pc_place_again(call, plan, mark, (uint32_t)*counted) : PC_OK;
}

/* Writes down which roots hold on to the plan, what each of them reaches, and where it all lies. */
PC_UNUSED static int pc_record_plan(pc_call *call, pc_plan *plan, const pc_root *roots, size_t nroots,
                                    const uint32_t *first, const pc_sorted *sorted, pc_handle **handles) {
  size_t i, named = 0;
  int status = PC_OK;
  for (i = 0; i < nroots; ++i) named += first[i] != PC_NULL;
  for (i = 0; i < nroots && status == PC_OK; ++i) {
    if (first[i] == PC_NULL) continue;
    handles[i] = pc_add_handle(&roots[i], plan, call->file, call->line);
    if (!handles[i]) {
      status = pc_no_memory(call);
    } else if (named > 1) {
      status = pc_find_members(call, handles[i], first[i], sorted);
    }
  }
  if (status == PC_OK && !pc_index_add(plan, sorted)) status = pc_no_memory(call);
  return status;
}

/* Looks whether what a plan shares with others, which is updated at the end, can be. */
PC_UNUSED static int pc_check_shared(pc_call *call, pc_plan *plan) {
  pc_selection shared = pc_new_selection(pc_new_mark());
  size_t i;
  int status = pc_choose_shared(&shared, plan) ? PC_OK : pc_no_memory(call);
  pc_settle_selection(&shared);
  for (i = 0; i < shared.n && status == PC_OK; ++i) status = pc_check_unions(call, &shared.choices[i], 0);
  for (i = 0; i < shared.nparts && status == PC_OK; ++i)
    status = pc_check_part_unions(call, shared.parts[i].plan, shared.parts[i].extent, shared.parts[i].from,
                                  shared.parts[i].to, 0);
  if (status == PC_OK) status = pc_check_classes(call, &shared, 0);
  pc_drop_selection(&shared);
  return status;
}

/* Brings to the device what lies there, and nobody held. */
PC_UNUSED static int pc_bring_unheld(pc_call *call, pc_plan *plan) {
  pc_selection parts = pc_new_selection(pc_new_mark());
  int status = plan->flags & PC_UNCOUNTED ? PC_OK : pc_choose_unheld(call, plan, &parts);
  if (status == PC_OK) status = pc_move_parts(call, &parts, PC_UPDATING_DEVICE, NULL);
  pc_drop_selection(&parts);
  return status;
}

/* Everything of enter that can fail. On a failure the device is as before; the handles are the caller's to
 * undo. Pointers to what is `dying`, if that is not null, become null. */
PC_UNUSED static int pc_enter_plan(pc_call *call, pc_plan *plan, const pc_root *roots, size_t nroots,
                                   const pc_selection *dying, uint32_t *first, pc_handle **handles,
                                   int *counted) {
  const uint32_t mark = pc_new_mark();
  const pc_choice all = pc_whole_choice(plan);
  pc_attachments made = {NULL, 0, 0};
  pc_sorted sorted = {NULL, 0, 0};
  int status = pc_make_plan(call, plan, roots, nroots, mark, first, &sorted, counted);
  if (status == PC_OK) status = pc_allocate_plan(call, plan);
  if (status == PC_OK) {
    status = pc_settle_insides(call, plan, &sorted);
    if (status == PC_OK) status = pc_record_plan(call, plan, roots, nroots, first, &sorted, handles);
    if (status == PC_OK) status = pc_direct(call, plan, roots, nroots, first, handles, &sorted);
    PC_STATE->selective |= plan->directed;
    if (status == PC_OK && dying) status = pc_check_shared(call, plan);
    if (status == PC_OK) {
      pc_tell_entered(plan, roots[0].text);
      status = pc_move(call, &all, PC_ENTERING, NULL);
      if (status == PC_OK && !dying) status = pc_bring_unheld(call, plan); /* else all that is shared goes at the end */
    }
    if (status == PC_OK) status = pc_make_all_present(call, plan);
    if (status == PC_OK) status = pc_attach_all(call, plan, &sorted, roots, nroots, first, &made);
    if (status == PC_OK && dying) status = pc_attach_all_anew(call, plan, &sorted, dying, &made);
    if (status == PC_OK && dying) status = pc_detach(call, dying, &made);
    if (status != PC_OK) {
      pc_undo_attached(call, &made);
      pc_index_drop_last(plan);
      pc_undo_plan(plan);
    }
  }
  if (status == PC_OK) {
    PC_STATE->stats.extents += (long long)sorted.n;
    PC_STATE->stats.pointers += (long long)plan->ncodes;
    plan->live = plan->own = sorted.n;
  }
  pc_drop_attached(&made);
  if (sorted.order) pc_resize(sorted.order, sorted.capacity * sizeof *sorted.order, 0);
  return status;
}

/* Notes in earlier plans that this one has reached some of their extents. */
PC_UNUSED static void pc_note_borrowed(const pc_plan *plan) {
  size_t i;
  if (plan->own == plan->nextents) return;
  for (i = 0; i < plan->nextents; ++i)
    if (plan->extents[i].type & PC_MAPPED) PC_STATE->plans[plan->extents[i].count]->borrowed = 1;
}

/* Enters roots on a device that `where` tells, in the place of what is `dying`, where that is not null. */
PC_UNUSED static int pc_enter_roots(pc_call *call, const pc_root *roots, size_t nroots, int technique,
                                    unsigned flags, int where, const pc_selection *dying) {
  pc_handle **handles = NULL;
  uint32_t *first = NULL;
  pc_plan *plan = NULL;
  size_t i;
  int status = PC_OK, counted = 0;
  for (i = 0; i < nroots; ++i)
    if (roots[i].count < 0)
      return pc_fail(call, PC_ERROR_LENGTH, "'%s': its length is negative (%lld)",
                     roots[i].text ? roots[i].text : "a root", roots[i].count);
  if (nroots == 0) return PC_OK;
  handles = (pc_handle **)calloc(nroots, sizeof *handles);
  first = (uint32_t *)calloc(nroots, sizeof *first);
  if (!handles || !first) {
    status = pc_no_memory(call);
  } else if (where < 0) {
    for (i = 0; i < nroots && status == PC_OK; ++i) {
      if (!roots[i].base || !roots[i].count) continue;
      handles[i] = pc_add_handle(&roots[i], NULL, call->file, call->line);
      if (!handles[i]) status = pc_no_memory(call);
    }
  } else {
    plan = pc_new_plan(technique, flags, where, call->file, call->line);
    status =
        plan ? pc_enter_plan(call, plan, roots, nroots, dying, first, handles, &counted) : pc_no_memory(call);
  }
  if (status == PC_OK) {
    for (i = 0; i < nroots && plan && !counted; ++i)
      if (handles[i]) pc_count(handles[i], pc_members_of(handles[i]));
    if (plan) pc_note_borrowed(plan);
  } else if (handles) {
    for (i = nroots; i-- > 0;)
      if (handles[i]) {
        pc_unlink_handle(handles[i]);
        pc_handle_free(handles[i]);
      }
  }
  if (plan) pc_plan_free_if_done(plan);
  free(handles);
  free(first);
  return status;
}

#ifdef __cplusplus
}
#endif

#endif
