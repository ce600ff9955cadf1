/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Update structure: what roots lead to enters anew, in the place of what they led to. Not for users.
 *
 * What only these roots reach is dying while they enter: it is on the device, so that it can stay if they
 * cannot, and no lookup finds it, so that what the host has freed and allocated again is new.
 */
#ifndef POINTERCHAIN_DETAIL_RESTRUCTURE_H
#define POINTERCHAIN_DETAIL_RESTRUCTURE_H

#include "../deepcopy_types.h"
#include "attributes.h"
#include "brief.h"
#include "enter.h"
#include "handles.h"
#include "index.h"
#include "layouts.h"
#include "leave.h"
#include "returning.h"
#include "selection.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The extents that are taken out of the programming model's present table. */
typedef struct pc_absent {
  pc_part *parts;
  size_t n, capacity;
} pc_absent;

PC_UNUSED static int pc_make_all_absent(pc_call *call, const pc_selection *dying, pc_absent *absent) {
  size_t i, k;
  for (i = 0; i < dying->n; ++i)
    for (k = 0; k < pc_chosen_records(&dying->choices[i]); ++k) {
      pc_plan *plan = dying->choices[i].plan;
      pc_extent *extent = pc_chosen(&dying->choices[i], k);
      if (!(extent->type & PC_PRESENT)) continue;
      if (!pc_grow(&absent->parts, &absent->capacity, absent->n, sizeof *absent->parts))
        return pc_no_memory(call);
      absent->parts[absent->n].plan = plan;
      absent->parts[absent->n++].extent = extent;
      pc_make_absent(plan, extent);
    }
  return PC_OK;
}

PC_UNUSED static void pc_make_present_again(const pc_call *call, const pc_absent *absent) {
  pc_call ignored = *call;
  size_t i;
  for (i = 0; i < absent->n; ++i)
    pc_make_present(&ignored, absent->parts[i].plan, (pc_extent *)absent->parts[i].extent);
}

/* The handle of a root that is to enter anew, whose count may have changed. */
PC_UNUSED static pc_handle *pc_handle_like(pc_call *call, const pc_root *root, int *status) {
  pc_handle *near, *handle = NULL;
  if (root->count > 0) handle = pc_find_handle(root, &near);
  if (!handle && root->count > 0 && near && near->type->size == root->type->size &&
      pc_same_name(near->type, root->type))
    handle = near;
  *status = PC_OK;
  return handle ? handle : pc_handle_of(call, root, status);
}

/* Takes out the handles of the roots. `anew` gets the roots as they are to enter. */
PC_UNUSED static int pc_take_handles(pc_call *call, const pc_root *roots, size_t nroots, pc_handle **handles,
                                     pc_root *anew, size_t *n) {
  size_t i;
  int status = PC_OK;
  for (i = 0; i < nroots; ++i) {
    pc_handle *handle = pc_handle_like(call, &roots[i], &status);
    if (status != PC_OK) return status;
    if (handle && !handle->plan) handle->count = roots[i].count; /* in shared memory */
    if (!handle || !handle->plan) continue;
    pc_unlink_handle(handle);
    handles[*n] = handle;
    anew[*n] = roots[i];
    anew[*n].direction = handle->direction;
    if (!anew[*n].at) anew[*n].at = handle->at;
    ++*n;
    if (handle->plan->where != handles[0]->plan->where)
      return pc_fail(call, PC_ERROR_TECHNIQUE, "'%s' was entered on another device than '%s'",
                     roots[i].text ? roots[i].text : "a root", anew[0].text ? anew[0].text : "a root");
  }
  return PC_OK;
}

/* Updates on the device what a plan that entered anew shares with others. */
PC_UNUSED static int pc_refresh_shared(pc_call *call, pc_plan *plan) {
  pc_selection shared = pc_new_selection(pc_new_mark());
  char problem[sizeof call->text];
  int status = pc_choose_shared(&shared, plan) ? PC_OK : pc_no_memory(call);
  if (status == PC_OK) status = pc_update_chosen(call, &shared, 0);
  pc_drop_selection(&shared);
  if (status == PC_OK) return PC_OK;
  memcpy(problem, call->text, sizeof problem);
  return pc_fail(
      call, status,
      "%.200s; the structure has entered anew, but what it shares with others is not up to date on the "
      "device",
      problem);
}

PC_UNUSED static int pc_restructure_locked(pc_call *call, const pc_root *roots, size_t nroots) {
  const size_t room = nroots ? nroots : 1;
  pc_handle **handles = (pc_handle **)calloc(room, sizeof *handles);
  size_t *done = (size_t *)calloc(room, sizeof *done);
  pc_root *anew = (pc_root *)calloc(room, sizeof *anew);
  pc_selection dying = pc_new_selection(pc_new_mark());
  pc_absent absent = {NULL, 0, 0};
  size_t i, n = 0;
  int status = handles && done && anew ? pc_write_out(call) : pc_no_memory(call);
  PC_STATE->leaving = dying.mark;
  if (status == PC_OK) status = pc_take_handles(call, roots, nroots, handles, anew, &n);
  for (i = 0; i < n && status == PC_OK; ++i) status = pc_let_go(call, handles[i], 0, &dying, &done[i]);
  pc_settle_selection(&dying);
  if (status == PC_OK) status = pc_see_staying(call, &dying);
  if (status == PC_OK) status = pc_make_all_absent(call, &dying, &absent);
  if (status == PC_OK && n) {
    const pc_plan *plan = handles[0]->plan;
    status = pc_enter_roots(call, anew, n, plan->technique, plan->flags, plan->where, &dying);
  }
  if (status == PC_OK) {
    pc_release_dying(handles, n, &dying);
    pc_index_settle();
    if (n) {
      pc_handle *near, *handle = pc_find_handle(&anew[0], &near);
      if (handle && handle->plan) status = pc_refresh_shared(call, handle->plan);
    }
  } else {
    pc_make_present_again(call, &absent);
    for (i = 0; i < n; ++i) pc_count(handles[i], done[i]);
    for (i = n; i-- > 0;) pc_link_handle(handles[i]);
  }
  PC_STATE->leaving = 0;
  pc_drop_selection(&dying);
  pc_shrink(&absent.parts, &absent.capacity, 0, sizeof *absent.parts);
  pc_rest();
  free(anew);
  free(done);
  free(handles);
  return status;
}

#ifdef __cplusplus
}
#endif

#endif
