/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The calls of deepcopy.h. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_CALLS_H
#define POINTERCHAIN_DETAIL_CALLS_H

#include "../deepcopy_device.h"
#include "../deepcopy_types.h"
#include "attach.h"
#include "attributes.h"
#include "beginnings.h"
#include "device_choice.h"
#include "extents.h"
#include "handles.h"
#include "index.h"
#include "layouts.h"
#include "merge.h"
#include "observers.h"
#include "place.h"
#include "selection.h"
#include "state.h"
#include "techniques.h"
#include "walk.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

PC_UNUSED static void pc_begin_call(pc_call *call, const char *verb, const char *file, int line) {
  memset(call, 0, sizeof *call);
  call->verb = verb;
  call->file = file ? file : "?";
  call->line = line;
  pthread_mutex_lock(&pc_lock_v1);
  ++PC_STATE->calls;
  if (!PC_STATE->device) PC_STATE->device = pc_compiled_device();
}

/* Releases the lock and tells the handler of a failure. */
PC_UNUSED static int pc_end_call(pc_call *call, int status) {
  const pc_error_handler handler = PC_STATE->handler;
  void *data = PC_STATE->handler_data;
  char message[700];
  pthread_mutex_unlock(&pc_lock_v1);
  if (status == PC_OK) return PC_OK;
  snprintf(message, sizeof message, "%s:%d: error: deepcopy %s: %s", call->file, call->line, call->verb,
           call->text);
  if (!handler) {
    fprintf(stderr, "%s\n", message);
    abort();
  }
  handler(status, message, data);
  return status;
}

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
    if (plan->technique == PC_BASE) pc_release_memory(plan, extent);
  }
  pc_release_block(plan);
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
  if (status == PC_OK) status = pc_settle_extents(&walk, sorted);
  pc_beginnings_free(&walk.known);
  pc_learn(&PC_STATE->likely_extents, plan->nextents);
  pc_learn(&PC_STATE->likely_codes, plan->ncodes);
  /* From here on the extents stay where they are: the index will refer to them. */
  pc_shrink(&plan->extents, &plan->capextents, plan->nextents, sizeof *plan->extents);
  pc_shrink(&plan->codes, &plan->capcodes, plan->ncodes, sizeof *plan->codes);
  if (status != PC_OK) return status;
  plan->rising = !walk.falling;
  plan->even = !walk.uneven && !plan->nviews;
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

/* Everything of enter that can fail. On a failure the device is as before; the handles are the caller's to
 * undo. */
PC_UNUSED static int pc_enter_plan(pc_call *call, pc_plan *plan, const pc_root *roots, size_t nroots,
                                   uint32_t *first, pc_handle **handles, int *counted) {
  const uint32_t mark = pc_new_mark();
  const pc_choice all = pc_choose_all(plan);
  pc_sorted sorted = {NULL, 0, 0};
  int status = pc_make_plan(call, plan, roots, nroots, mark, first, &sorted, counted);
  if (status == PC_OK) status = pc_allocate_plan(call, plan);
  if (status == PC_OK) {
    status = pc_settle_insides(call, plan, &sorted);
    if (status == PC_OK) status = pc_move(call, &all, 0);
    if (status == PC_OK) status = pc_make_all_present(call, plan);
    if (status == PC_OK) status = pc_record_plan(call, plan, roots, nroots, first, &sorted, handles);
    if (status == PC_OK) status = pc_attach_all(call, plan);
    if (status != PC_OK) {
      pc_index_drop_last(plan);
      pc_undo_plan(plan);
    }
  }
  if (status == PC_OK) {
    PC_STATE->stats.extents += (long long)sorted.n;
    PC_STATE->stats.pointers += (long long)plan->ncodes;
    plan->live = plan->own = sorted.n;
  }
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

PC_UNUSED static int pc_enter_locked(pc_call *call, const pc_root *roots, size_t nroots, int technique,
                                     unsigned flags) {
  pc_device *device = PC_STATE->device;
  const int where = device->current(device);
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
    status = plan ? pc_enter_plan(call, plan, roots, nroots, first, handles, &counted) : pc_no_memory(call);
  }
  if (status == PC_OK) {
    for (i = 0; i < nroots && plan && !counted; ++i)
      if (handles[i]) pc_count(handles[i], pc_members_of(handles[i]));
    if (plan) pc_note_borrowed(plan);
    pc_index_settle();
  } else if (handles) {
    for (i = nroots; i-- > 0;)
      if (handles[i]) {
        pc_unlink_handle(handles[i]);
        pc_handle_free(handles[i]);
      }
  }
  if (plan) pc_plan_free_if_done(plan);
  pc_rest();
  free(handles);
  free(first);
  return status;
}

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
    if (plan->technique == PC_BASE) pc_release_memory(plan, extent);
  }
  if (plan->live == 0) pc_release_block(plan);
}

/* Everything of exit that can fail: nothing leaves the device yet. What no root reaches any more is chosen as
 * `dying`, and copied back. `done` is room for a number for each handle. */
PC_UNUSED static int pc_leave(pc_call *call, pc_handle **handles, size_t *done, size_t n, unsigned flags,
                              pc_selection *dying) {
  const int back = !(flags & PC_DELETE);
  size_t i;
  int status = PC_OK;
  for (i = 0; i < n && status == PC_OK; ++i)
    if (handles[i]->plan) status = pc_let_go(call, handles[i], back, dying, &done[i]);
  pc_settle_selection(dying);
  for (i = 0; i < dying->n && status == PC_OK && back; ++i) status = pc_move(call, &dying->choices[i], 1);
  if (status == PC_OK && PC_STATE->npartly) status = pc_detach(call, dying);
  if (status != PC_OK)
    for (i = 0; i < n; ++i)
      if (handles[i]->plan) pc_count(handles[i], done[i]);
  return status;
}

/* Takes what is dying from the device, and frees the handles with the plans that nothing needs any more. */
PC_UNUSED static void pc_release_dying(pc_handle **handles, size_t n, const pc_selection *dying) {
  size_t i;
  if (PC_STATE->npartly) pc_forget_dying(dying);
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

PC_UNUSED static int pc_exit_locked(pc_call *call, const pc_root *roots, size_t nroots, unsigned flags) {
  pc_handle **handles = (pc_handle **)calloc(nroots ? nroots : 1, sizeof *handles);
  size_t *done = (size_t *)calloc(nroots ? nroots : 1, sizeof *done);
  pc_selection dying = pc_new_selection(pc_new_mark());
  size_t i, n = 0;
  int status = handles && done ? PC_OK : pc_no_memory(call);
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
  pc_rest();
  free(done);
  free(handles);
  return status;
}

/* Marks the extents of what is mapped that a root which was not itself entered leads to. */
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
  pc_beginnings_free(&walk.known);
  for (i = 0; i < plan->nextents && status == PC_OK; ++i) {
    pc_extent *extent = pc_owner_of(plan, &plan->extents[i], &number);
    if (i == 0 && (extent->base != plan->extents[i].base || extent->bytes != plan->extents[i].bytes)) {
      status = pc_fail(call, PC_ERROR_OVERLAP, "'%s' is only a part of an array that is mapped",
                       root->text ? root->text : "a root");
      break;
    }
    if (extent->mark == selection->mark) continue;
    extent->mark = selection->mark;
    if (!pc_choose(selection, PC_STATE->plans[number], extent)) status = pc_no_memory(call);
  }
  pc_plan_free_if_done(plan);
  return status;
}

/* Whether data lies entered on a device that shares the host's memory. */
PC_UNUSED static int pc_entered_shared(void) {
  return PC_STATE->nhandles && PC_STATE->device->current(PC_STATE->device) < 0;
}

/* Marks the extents that the roots of an update or verify reach; with `lengths` all of it has to be as long
 * as when it was entered, or shorter. */
PC_UNUSED static int pc_mark_roots(pc_call *call, const pc_root *roots, size_t nroots, int lengths,
                                   pc_selection *selection) {
  size_t i;
  int status = PC_OK;
  for (i = 0; i < nroots && status == PC_OK; ++i) {
    pc_handle *near, *handle = pc_find_handle(&roots[i], &near);
    uint32_t number;
    if (!handle && roots[i].base && roots[i].count > 0 &&
        pc_index_find((uintptr_t)roots[i].base, 0, &number)) {
      status = pc_mark_inner(call, &roots[i], selection);
      continue;
    }
    /* In shared memory what a root reaches is not recorded: only that something is entered is known. */
    if (!handle && roots[i].count >= 0 && pc_entered_shared()) continue;
    handle = pc_handle_of(call, &roots[i], &status);
    if (!handle || !handle->plan) continue;
    status = pc_check_unchanged(call, handle);
    if (status == PC_OK && lengths) status = pc_check_all_lengths(call, handle);
    if (status == PC_OK && !pc_mark_extents(handle, selection)) status = pc_no_memory(call);
  }
  return status;
}

PC_UNUSED static int pc_update_locked(pc_call *call, const pc_root *roots, size_t nroots, int back) {
  pc_selection selection = pc_new_selection(pc_new_mark());
  size_t i;
  int status = pc_mark_roots(call, roots, nroots, !back, &selection);
  pc_settle_selection(&selection);
  for (i = 0; i < selection.n && status == PC_OK; ++i) status = pc_move(call, &selection.choices[i], back);
  pc_drop_selection(&selection);
  return status;
}

PC_UNUSED static int pc_deepcopy_enter_flags(const pc_root *roots, size_t nroots, pc_technique technique,
                                             unsigned flags, const char *file, int line) {
  pc_call call;
  pc_begin_call(&call, "enter", file, line);
  return pc_end_call(&call, pc_enter_locked(&call, roots, nroots, (int)technique, flags));
}

PC_UNUSED static int pc_deepcopy_enter(const pc_root *roots, size_t nroots, pc_technique technique,
                                       const char *file, int line) {
  return pc_deepcopy_enter_flags(roots, nroots, technique, 0, file, line);
}

PC_UNUSED static int pc_deepcopy_exit(const pc_root *roots, size_t nroots, unsigned flags, const char *file,
                                      int line) {
  pc_call call;
  pc_begin_call(&call, "exit", file, line);
  return pc_end_call(&call, pc_exit_locked(&call, roots, nroots, flags));
}

PC_UNUSED static int pc_deepcopy_update_host(const pc_root *roots, size_t nroots, const char *file,
                                             int line) {
  pc_call call;
  pc_begin_call(&call, "update host", file, line);
  return pc_end_call(&call, pc_update_locked(&call, roots, nroots, 1));
}

PC_UNUSED static int pc_deepcopy_update_device(const pc_root *roots, size_t nroots, const char *file,
                                               int line) {
  pc_call call;
  pc_begin_call(&call, "update device", file, line);
  return pc_end_call(&call, pc_update_locked(&call, roots, nroots, 0));
}

PC_UNUSED static int pc_deepcopy_begin(const pc_root *roots, size_t nroots, pc_technique technique,
                                       const char *file, int line) {
  pc_level *level = (pc_level *)calloc(1, sizeof *level);
  pc_call call;
  int status;
  pc_begin_call(&call, "region begin", file, line);
  if (level && nroots) level->roots = (pc_root *)malloc(nroots * sizeof *roots);
  if (!level || (nroots && !level->roots)) {
    free(level);
    return pc_end_call(&call, pc_no_memory(&call));
  }
  if (nroots) memcpy(level->roots, roots, nroots * sizeof *roots);
  level->nroots = nroots;
  level->thread = pthread_self();
  status = pc_enter_locked(&call, roots, nroots, (int)technique, PC_UNCOUNTED);
  if (status == PC_OK) {
    level->outer = PC_STATE->levels;
    PC_STATE->levels = level;
  } else {
    free(level->roots);
    free(level);
  }
  return pc_end_call(&call, status);
}

PC_UNUSED static int pc_deepcopy_end(unsigned flags, const char *file, int line) {
  pc_call call;
  pc_level **place, *level;
  int status;
  pc_begin_call(&call, "region end", file, line);
  for (place = &PC_STATE->levels; *place && !pthread_equal((*place)->thread, pthread_self());)
    place = &(*place)->outer;
  level = *place;
  if (!level)
    return pc_end_call(&call, pc_fail(&call, PC_ERROR_NOT_ENTERED, "this thread has no region to end"));
  status = pc_exit_locked(&call, level->roots, level->nroots, flags);
  if (status == PC_OK) {
    *place = level->outer;
    free(level->roots);
    free(level);
  }
  return pc_end_call(&call, status);
}

PC_UNUSED static void *pc_deepcopy_device_pointer(const void *host) {
  pc_call call;
  uint32_t number;
  const pc_extent *extent;
  void *result = NULL;
  pc_begin_call(&call, "device pointer", NULL, 0);
  extent = host ? pc_index_find((uintptr_t)host, 0, &number) : NULL;
  if (extent) {
    result = (void *)(pc_device_address(PC_STATE->plans[number], extent) + ((uintptr_t)host - extent->base));
  } else if (PC_STATE->device->current(PC_STATE->device) < 0) {
    result = (void *)(size_t)host;
  }
  pc_end_call(&call, PC_OK);
  return result;
}

PC_UNUSED static void pc_set_error_handler(pc_error_handler handler, void *data) {
  pthread_mutex_lock(&pc_lock_v1);
  PC_STATE->handler = handler;
  PC_STATE->handler_data = data;
  pthread_mutex_unlock(&pc_lock_v1);
}

PC_UNUSED static int pc_set_device(pc_device *device) {
  int status = PC_ERROR_DEVICE;
  pthread_mutex_lock(&pc_lock_v1);
  if (!PC_STATE->live_plans && !PC_STATE->nhandles) {
    pc_free_staging();
    PC_STATE->device = device;
    status = PC_OK;
  }
  pthread_mutex_unlock(&pc_lock_v1);
  return status;
}

PC_UNUSED static pc_stats pc_get_stats(void) {
  pc_stats stats;
  pthread_mutex_lock(&pc_lock_v1);
  stats = PC_STATE->stats;
  pthread_mutex_unlock(&pc_lock_v1);
  return stats;
}

PC_UNUSED static void pc_reset_stats(void) {
  long long records;
  pthread_mutex_lock(&pc_lock_v1);
  records = PC_STATE->stats.records;
  memset(&PC_STATE->stats, 0, sizeof PC_STATE->stats);
  PC_STATE->stats.records = PC_STATE->stats.peak_records = records;
  pthread_mutex_unlock(&pc_lock_v1);
}

#ifdef __cplusplus
}
#endif

#endif
