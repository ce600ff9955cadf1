/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Exit and update: of what was entered. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_LEAVE_H
#define POINTERCHAIN_DETAIL_LEAVE_H

#include "../deepcopy_types.h"
#include "attach.h"
#include "attributes.h"
#include "beginnings.h"
#include "brief.h"
#include "class_changes.h"
#include "cutting.h"
#include "enter.h"
#include "extents.h"
#include "handles.h"
#include "held.h"
#include "homes.h"
#include "index.h"
#include "left_out.h"
#include "lengthened.h"
#include "parts.h"
#include "patches.h"
#include "place.h"
#include "profiled.h"
#include "recorded.h"
#include "relinked.h"
#include "returning.h"
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

/* The handle of a root that an exit, update or verify names; null with a status that is a failure, null
 * with PC_OK where the root names nothing. */
PC_UNUSED static pc_handle *pc_handle_of(pc_call *call, const pc_root *root, int *status) {
  pc_handle *near, *handle;
  uint32_t number;
  const char *text = root->text ? root->text : "a root";
  *status = PC_OK;
  if (root->count < 0) {
    *status = pc_fail(call, PC_ERROR_LENGTH, "'%s': its length is negative (%lld)", text, root->count);
    return NULL;
  }
  if (!root->base || !root->count) return NULL;
  handle = pc_find_handle(root, &near);
  if (handle) return handle;
  if (near) {
    *status = pc_fail(call, PC_ERROR_NOT_ENTERED,
                      "'%s': %lld of '%s' were not entered there; '%s' at %s:%d entered %lld of '%s'", text,
                      root->count, root->type->name, near->text ? near->text : "a root", near->file,
                      near->line, near->count, near->type->name);
  } else if (pc_index_find((uintptr_t)root->base, 0, &number)) {
    const pc_plan *plan = PC_STATE->plans[number];
    *status = pc_fail(call, PC_ERROR_NOT_ENTERED,
                      "'%s' was not entered itself; it was reached by the enter at %s:%d", text, plan->file,
                      plan->line);
  } else {
    *status = pc_fail(call, PC_ERROR_NOT_ENTERED, "'%s' was not entered, or was exited before", text);
  }
  return NULL;
}

/* Takes the chosen extents from the device. */
PC_UNUSED static void pc_release_chosen(const pc_choice *choice) {
  pc_plan *plan = choice->plan;
  const int each = plan->technique == PC_BASE || plan->device->present != NULL;
  const size_t records = pc_chosen_records(choice), n = choice->extents ? choice->n : plan->own;
  size_t i;
  plan->live -= n;
  PC_STATE->dead += n;
  for (i = 0; i < records && each; ++i) {
    pc_extent *extent = pc_chosen(choice, i);
    if (extent->type & (PC_VIEW | PC_MAPPED)) continue;
    pc_make_absent(plan, extent);
    pc_tell_left(plan, extent);
    if (plan->technique == PC_BASE) pc_release_memory(plan, extent);
  }
  if (plan->live == 0) pc_release_block(plan);
}

/* Looks at parts that are to come back. */
PC_UNUSED static int pc_see_parts(pc_call *call, const pc_selection *parts, pc_homes *homes) {
  size_t i;
  int status = PC_OK;
  for (i = 0; i < parts->nparts && status == PC_OK; ++i)
    status = pc_check_part_unions(call, parts->parts[i].plan, parts->parts[i].extent, parts->parts[i].from,
                                  parts->parts[i].to, 0);
  return status == PC_OK ? pc_see_all(call, parts, PC_UPDATING_HOST, homes) : status;
}

/* Everything of exit that can fail: nothing leaves the device yet. What no root reaches any more is chosen as
 * `dying`, and copied back. `done` is room for a number for each handle. */
PC_UNUSED static int pc_leave(pc_call *call, pc_handle **handles, size_t *done, size_t n, unsigned flags,
                              pc_selection *dying) {
  const int back = !(flags & PC_DELETE);
  pc_attachments made = {NULL, 0, 0};
  pc_homes homes = pc_new_homes(dying->mark, 0);
  pc_selection parts = pc_new_selection(pc_new_mark());
  size_t i;
  int status = PC_OK;
  for (i = 0; i < n && status == PC_OK; ++i)
    if (handles[i]->plan) status = pc_let_go(call, handles[i], back, dying, &done[i]);
  pc_settle_selection(dying);
  if (status == PC_OK && back) status = pc_choose_returning(call, handles, n, dying, &parts);
  for (i = 0; i < dying->n && status == PC_OK && back; ++i)
    status = pc_check_unions(call, &dying->choices[i], 0);
  if (status == PC_OK) status = pc_see_staying(call, dying);
  if (status == PC_OK && back) status = pc_see_parts(call, &parts, &homes);
  if (status == PC_OK && back) status = pc_see_all(call, dying, PC_LEAVING, &homes);
  for (i = 0; i < dying->n && status == PC_OK && back; ++i) {
    status = pc_move(call, &dying->choices[i], PC_LEAVING, &homes);
    if (status == PC_OK) status = pc_check_unions(call, &dying->choices[i], 1);
  }
  if (status == PC_OK && back) status = pc_move_parts(call, &parts, PC_UPDATING_HOST, &homes);
  if (homes.nmoved && parts.nparts && status == PC_OK) status = pc_record_relinked(call, &homes);
  if (parts.nparts && status == PC_OK) status = pc_sum_cut_out(call, &parts, homes.nmoved != 0);
  for (i = 0; i < n && status == PC_OK && back; ++i) status = pc_check_lengthened(call, handles[i]);
  for (i = 0; i < n && status == PC_OK && back; ++i) status = pc_check_classes_of(call, handles[i], dying, 1);
  if (status == PC_OK) status = pc_detach(call, dying, &made);
  if (status != PC_OK) pc_undo_attached(call, &made);
  pc_drop_attached(&made);
  pc_drop_homes(&homes);
  pc_drop_selection(&parts);
  if (status != PC_OK)
    for (i = 0; i < n; ++i)
      if (handles[i]->plan) pc_count(handles[i], done[i]);
  return status;
}

/* Takes what is dying from the device, and frees the handles with the plans that nothing needs any more. */
PC_UNUSED static void pc_release_dying(pc_handle **handles, size_t n, const pc_selection *dying) {
  size_t i;
  pc_forget_dying(dying);
  for (i = 0; i < dying->n; ++i) pc_release_chosen(&dying->choices[i]);
  /* Several handles of this call may share a plan: the last one frees it. */
  for (i = 0; i < n; ++i)
    if (handles[i]->plan) ++handles[i]->plan->handles;
  for (i = 0; i < n; ++i) {
    pc_plan *plan = handles[i]->plan;
    pc_handle_free(handles[i]);
    if (!plan) continue;
    --plan->handles;
    pc_plan_free_if_done(plan);
  }
  pc_index_sweep();
}

PC_UNUSED static int pc_exit_roots(pc_call *call, const pc_root *roots, size_t nroots, unsigned flags) {
  pc_handle **handles = (pc_handle **)calloc(nroots ? nroots : 1, sizeof *handles);
  size_t *done = (size_t *)calloc(nroots ? nroots : 1, sizeof *done);
  pc_selection dying = pc_new_selection(pc_new_mark());
  size_t i, n = 0;
  int status = handles && done ? PC_OK : pc_no_memory(call);
  PC_STATE->leaving = dying.mark;
  /* A handle that was found is taken out, so that a root that is named twice finds two. */
  for (i = 0; i < nroots && status == PC_OK; ++i) {
    handles[n] = pc_handle_of(call, &roots[i], &status);
    if (handles[n]) pc_unlink_handle(handles[n++]);
  }
  if (status == PC_OK) status = pc_leave(call, handles, done, n, flags, &dying);
  if (status == PC_OK) {
    pc_release_dying(handles, n, &dying);
  } else {
    for (i = n; i-- > 0;) pc_link_handle(handles[i]);
  }
  pc_drop_selection(&dying);
  PC_STATE->leaving = 0;
  pc_rest();
  free(done);
  free(handles);
  return status;
}

/* Chooses what is mapped of what a root leads to that was not entered itself: of each extent what it reaches.
 */
PC_UNUSED static int pc_mark_inner(pc_call *call, const pc_root *root, pc_selection *selection) {
  pc_plan *plan = pc_new_plan(PC_AUTO, 0, 0, call->file, call->line);
  pc_walk walk;
  uint32_t first, number;
  size_t i;
  int status;
  if (!plan) return pc_no_memory(call);
  memset(&walk, 0, sizeof walk);
  walk.call = call;
  walk.plan = plan;
  walk.present_only = 1;
  if (pc_index_find((uintptr_t)root->base, 0, &number)) {
    plan->where = PC_STATE->plans[number]->where;
    plan->device = PC_STATE->plans[number]->device;
  }
  status = pc_walk_roots(&walk, root, 1, &first);
  if (status == PC_OK) status = pc_check_left_out(call, plan);
  pc_beginnings_free(&walk.known);
  for (i = 0; i < plan->nextents && status == PC_OK; ++i)
    if (!pc_choose_shown(plan, &plan->extents[i], selection)) status = pc_no_memory(call);
  pc_plan_free_if_done(plan);
  return status;
}

/* Whether data lies entered on a device that shares the host's memory. */
PC_UNUSED static int pc_entered_shared(void) {
  return PC_STATE->nhandles && PC_STATE->device->current(PC_STATE->device) < 0;
}

/* What is to be chosen of what a root reaches. */
typedef enum pc_reach {
  PC_REACH_EXTENTS, /* the extents, whole */
  PC_REACH_DATA,    /* of these what it reaches */
  PC_REACH_ALL      /* the same, and all of it has to be mapped, as long as it is now */
} pc_reach;

/* Chooses what the roots of an update or verify reach. */
PC_UNUSED static int pc_mark_roots(pc_call *call, const pc_root *roots, size_t nroots, pc_reach reach,
                                   pc_selection *selection) {
  size_t i;
  int status = PC_OK;
  for (i = 0; i < nroots && status == PC_OK; ++i) {
    pc_handle *near, *handle = pc_find_handle(&roots[i], &near);
    int grown = 0;
    uint32_t number;
    /* What a region begin reached it may have passed over: what is mapped tells. */
    if (handle && handle->plan && handle->plan->flags & PC_UNCOUNTED) handle = NULL;
    if (!handle && roots[i].base && roots[i].count > 0 &&
        pc_index_find((uintptr_t)roots[i].base, 0, &number)) {
      status = pc_mark_inner(call, &roots[i], selection);
      continue;
    }
    /* In shared memory what a root reaches is not recorded: only that something is entered is known. */
    if (!handle && roots[i].count >= 0 && pc_entered_shared()) continue;
    handle = pc_handle_of(call, &roots[i], &status);
    if (!handle || !handle->plan) continue;
    status = pc_check_unchanged(call, handle,
                                reach == PC_REACH_DATA  ? PC_LENGTHS_OTHER
                                : reach == PC_REACH_ALL ? PC_LENGTHS_SHORTER
                                                        : PC_LENGTHS_ANY);
    if (status == PC_OK && handle->plan->shows && reach != PC_REACH_EXTENTS) {
      if (reach == PC_REACH_ALL) status = pc_check_all_lengths(call, handle, selection->mark, &grown);
      if (status == PC_OK) status = pc_mark_inner(call, &roots[i], selection);
      if (status == PC_OK && !pc_mark_kept(handle, selection)) status = pc_no_memory(call);
      continue;
    }
    if (status == PC_OK && !pc_mark_extents(handle, selection)) status = pc_no_memory(call);
    if (status == PC_OK && reach == PC_REACH_ALL)
      status = pc_check_all_lengths(call, handle, selection->mark, &grown);
    if (status == PC_OK && grown) status = pc_mark_inner(call, &roots[i], selection);
  }
  return status;
}

/* Updates what is chosen; the whole of an extent also where only other roots reach it. */
PC_UNUSED static int pc_update_chosen(pc_call *call, pc_selection *selection, int back) {
  const pc_passage passage = back ? PC_UPDATING_HOST : PC_UPDATING_DEVICE;
  pc_homes homes = pc_new_homes(selection->mark, 0);
  size_t i;
  int status = PC_OK;
  pc_settle_selection(selection);
  if (!back) status = pc_observe(call, selection);
  for (i = 0; i < selection->n && status == PC_OK; ++i)
    status = pc_check_unions(call, &selection->choices[i], 0);
  if (status == PC_OK) status = pc_check_classes(call, selection, 0);
  if (status == PC_OK && back) status = pc_see_all(call, selection, passage, &homes);
  for (i = 0; i < selection->n && status == PC_OK; ++i) {
    status = pc_move(call, &selection->choices[i], passage, &homes);
    if (status == PC_OK && back) status = pc_check_unions(call, &selection->choices[i], 1);
  }
  if (status == PC_OK) status = pc_move_parts(call, selection, passage, &homes);
  if (homes.nmoved && status == PC_OK) status = pc_record_relinked(call, &homes);
  if (status == PC_OK) status = pc_sum_cut_out(call, selection, homes.nmoved != 0);
  pc_drop_homes(&homes);
  if (status == PC_OK && back) status = pc_check_classes(call, selection, 1);
  return status;
}

PC_UNUSED static int pc_update_locked(pc_call *call, const pc_root *roots, size_t nroots, int back) {
  pc_selection selection = pc_new_selection(pc_new_mark());
  int status = pc_write_out(call);
  size_t i;
  if (status == PC_OK) status = pc_mark_roots(call, roots, nroots, back ? PC_REACH_DATA : PC_REACH_ALL, &selection);
  if (status == PC_OK) status = pc_update_chosen(call, &selection, back);
  for (i = 0; i < nroots && status == PC_OK && back; ++i) {
    pc_handle *near, *handle = pc_find_handle(&roots[i], &near);
    if (handle) status = pc_check_lengthened(call, handle);
  }
  pc_drop_selection(&selection);
  return status;
}

#ifdef __cplusplus
}
#endif

#endif
