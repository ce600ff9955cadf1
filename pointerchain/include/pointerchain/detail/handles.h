/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The roots that were entered, and what each of them reaches. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_HANDLES_H
#define POINTERCHAIN_DETAIL_HANDLES_H

#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "classes.h"
#include "cut_out.h"
#include "index.h"
#include "layouts.h"
#include "merge.h"
#include "place.h"
#include "recorded.h"
#include "row_owners.h"
#include "selection.h"
#include "state.h"
#include "values.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

PC_UNUSED static pc_handle **pc_bucket(uintptr_t base) {
  const uint64_t hash = (uint64_t)base * UINT64_C(0x9E3779B97F4A7C15);
  return &PC_STATE->buckets[(size_t)(hash >> 32) & (PC_STATE->nbuckets - 1)];
}

/* Room for one more handle. */
PC_UNUSED static int pc_reserve_handle(void) {
  pc_state *state = PC_STATE;
  const size_t old = state->nbuckets, more = old ? 2 * old : 16;
  pc_handle **before = state->buckets, **buckets;
  size_t i;
  if (state->nhandles < old) return 1;
  buckets = (pc_handle **)pc_resize(NULL, 0, more * sizeof *buckets);
  if (!buckets) return 0;
  memset(buckets, 0, more * sizeof *buckets);
  state->buckets = buckets;
  state->nbuckets = more;
  for (i = 0; i < old; ++i) {
    /* Latest first: turned round, then put in one after the other. */
    pc_handle *handle = before[i], *turned = NULL, *next;
    for (; handle; handle = next) {
      next = handle->next;
      handle->next = turned;
      turned = handle;
    }
    for (handle = turned; handle; handle = next) {
      pc_handle **bucket = pc_bucket(handle->base);
      next = handle->next;
      handle->next = *bucket;
      *bucket = handle;
    }
  }
  if (before) pc_resize(before, old * sizeof *before, 0);
  return 1;
}

PC_UNUSED static void pc_handle_free(pc_handle *handle) {
  if (handle->members) pc_resize(handle->members, handle->nmembers * sizeof *handle->members, 0);
  pc_resize(handle, sizeof *handle, 0);
}

/* Puts a handle at the head of its bucket, where there is room for it. */
PC_UNUSED static void pc_link_handle(pc_handle *handle) {
  pc_handle **bucket = pc_bucket(handle->base);
  handle->next = *bucket;
  *bucket = handle;
  ++PC_STATE->nhandles;
  if (handle->plan) ++handle->plan->handles;
}

/* Takes a handle out of its bucket. The room stays, so that it can be put back. */
PC_UNUSED static void pc_unlink_handle(pc_handle *handle) {
  pc_handle **place = pc_bucket(handle->base);
  while (*place != handle) place = &(*place)->next;
  *place = handle->next;
  handle->next = NULL;
  --PC_STATE->nhandles;
  if (handle->plan) --handle->plan->handles;
}

PC_UNUSED static void pc_drop_buckets(void) {
  pc_state *state = PC_STATE;
  if (state->buckets) pc_resize(state->buckets, state->nbuckets * sizeof *state->buckets, 0);
  state->buckets = NULL;
  state->nbuckets = 0;
}

/* Adds a handle. Null: no memory. */
PC_UNUSED static pc_handle *pc_add_handle(const pc_root *root, pc_plan *plan, const char *file, int line) {
  pc_handle *handle;
  if (!pc_reserve_handle()) return NULL;
  handle = (pc_handle *)pc_resize(NULL, 0, sizeof *handle);
  if (!handle) return NULL;
  memset(handle, 0, sizeof *handle);
  handle->base = (uintptr_t)root->base;
  handle->count = root->count;
  handle->type = root->type;
  handle->plan = plan;
  handle->direction = root->direction;
  handle->at = root->at;
  handle->text = root->text;
  handle->file = file;
  handle->line = line;
  pc_link_handle(handle);
  return handle;
}

/* The latest handle of a root, of its own source if there is one, for another may describe the type with other policies;
 * `*near` gets one that differs in the count or type only. */
PC_UNUSED static pc_handle *pc_find_handle(const pc_root *root, pc_handle **near) {
  pc_handle *handle, *alike = NULL;
  *near = NULL;
  if (!PC_STATE->nbuckets) return NULL;
  for (handle = *pc_bucket((uintptr_t)root->base); handle; handle = handle->next) {
    if (handle->base != (uintptr_t)root->base) continue;
    if (handle->count == root->count && handle->type == root->type) return handle;
    if (handle->count == root->count && handle->type->size == root->type->size && pc_same_name(handle->type, root->type)) {
      if (!alike) alike = handle;
    } else if (!*near) {
      *near = handle;
    }
  }
  return alike;
}

/* A record of what a handle reaches. */
PC_UNUSED static size_t pc_members_of(const pc_handle *handle) {
  return handle->members ? handle->nmembers : handle->plan ? handle->plan->nextents : 0;
}

PC_UNUSED static pc_extent *pc_member(const pc_handle *handle, size_t i) {
  return &handle->plan->extents[handle->members ? handle->members[i] : i];
}

/* Whether a record of a plan was neither walked nor counted. */
PC_UNUSED static int pc_passed_over(const pc_plan *plan, const pc_extent *extent) {
  return extent->type & PC_MAPPED && plan->flags & PC_UNCOUNTED;
}

/* Counts one more root for every extent that the first `n` records of a handle reach; each once, however many
 * views it has. */
PC_UNUSED static void pc_count(const pc_handle *handle, size_t n) {
  const uint32_t mark = pc_new_mark();
  size_t i;
  uint32_t number;
  for (i = 0; i < n; ++i) {
    pc_extent *member = pc_member(handle, i), *extent;
    if (pc_passed_over(handle->plan, member)) continue;
    extent = pc_owner_of(handle->plan, member, &number);
    if (extent->mark == mark) continue;
    extent->mark = mark;
    ++extent->count;
  }
}

/* Adds a record to a handle's members, once. */
PC_UNUSED static int pc_add_member(pc_handle *handle, size_t *capacity, uint32_t index, uint32_t mark) {
  pc_extent *extent = &handle->plan->extents[index];
  if (extent->mark == mark) return 1;
  extent->mark = mark;
  if (!pc_grow(&handle->members, capacity, handle->nmembers, sizeof *handle->members)) return 0;
  handle->members[handle->nmembers++] = index;
  return 1;
}

/* Finds what one of several roots reaches, in the order in which it does, from the recorded pointers. */
PC_UNUSED static int pc_find_members(pc_call *call, pc_handle *handle, uint32_t first,
                                     const pc_sorted *sorted) {
  const pc_plan *plan = handle->plan;
  const uint32_t mark = pc_new_mark();
  size_t capacity = 0, i, k, j;
  int fine = pc_add_member(handle, &capacity, first - 1, mark);
  for (i = 0; i < handle->nmembers && fine; ++i) {
    const pc_extent *extent = &plan->extents[handle->members[i]];
    const size_t slots = pc_slots_of(extent), cells = pc_passed_over(plan, extent) ? 0 : pc_cells_of(extent);
    for (k = 0; k < cells && fine; ++k) {
      const uint32_t cell = extent->cell + (uint32_t)k, code = plan->codes[cell];
      if (!pc_leads(code) || !pc_leads_on(plan, extent, k / slots, k % slots)) continue;
      if (code != PC_INSIDE) {
        fine = pc_add_member(handle, &capacity, code - 1, mark);
        continue;
      }
      /* Into a pool: that is reached, with all that overlaps it. */
      {
        const uintptr_t value = pc_find_inside(plan, cell)->value;
        const uint32_t below = pc_sorted_below(plan, sorted, value);
        const pc_extent *pool = below ? &plan->extents[below - 1] : NULL;
        if (!pool || value - pool->base >= pool->bytes) continue;
        fine = pc_add_member(handle, &capacity, below - 1, mark);
        if (pool->type & PC_MERGER)
          for (j = pool->cell; plan->views[j] != PC_FREE && fine; ++j)
            fine = pc_add_member(handle, &capacity, plan->views[j], mark);
      }
    }
  }
  if (fine) pc_shrink(&handle->members, &capacity, handle->nmembers, sizeof *handle->members);
  if (fine && capacity == handle->nmembers) return PC_OK;
  /* Freed by its capacity, which the handle does not keep. */
  pc_shrink(&handle->members, &capacity, 0, sizeof *handle->members);
  handle->nmembers = 0;
  return pc_no_memory(call);
}

/* Whether the pointers of one object are as they were entered, without a look at what is rare. */
PC_UNUSED static int pc_is_unchanged(const pc_plan *plan, const pc_layout *layout, const pc_extent *extent) {
  size_t k;
  if (plan->classes || plan->lengths || layout->type->tail) return 0;
  for (k = 0; k < layout->nslots; ++k) {
    const uint32_t code = plan->codes[extent->cell + k];
    uintptr_t value, expected = 0;
    memcpy(&value, (const void *)(extent->base + layout->slots[k].offset), sizeof value);
    if (code - 1 < PC_LAST) expected = plan->extents[code - 1].base;
    if (value != expected) return 0;
  }
  return 1;
}

/* Whether `bytes` from a host address on are mapped as one piece. */
PC_UNUSED static int pc_is_mapped(uintptr_t value, size_t bytes) {
  uint32_t number;
  const pc_extent *extent = pc_index_find(value, 0, &number);
  return extent && bytes <= extent->bytes - (value - extent->base);
}

/* The same of the flexible array of a record's object. */
PC_UNUSED static int pc_check_tail(pc_call *call, const pc_plan *plan, const pc_extent *extent,
                                   pc_lengths lengths) {
  const pc_layout *layout;
  size_t bytes;
  long long now;
  if (extent->type & (PC_MERGER | PC_ROWS) || pc_passed_over(plan, extent)) return PC_OK;
  layout = &PC_STATE->layouts[extent->type & PC_TYPE_MASK];
  if (!layout->type->tail) return PC_OK;
  bytes = pc_bytes_with_tail(layout, extent->base, &now);
  if (bytes < layout->size) bytes = layout->size;
  if (bytes == extent->bytes) return PC_OK;
  if (bytes > extent->bytes && (lengths == PC_LENGTHS_SHORTER || (bytes != SIZE_MAX && pc_is_indexed(extent->base, bytes))))
    return PC_OK;
  return pc_fail_length(
      call, plan, extent, "[]",
      (long long)((extent->bytes - layout->type->tail_offset) / (layout->type->tail_size ? layout->type->tail_size : 1)),
      now);
}

/* Whether a pointer has a length on the host that is compared: it leads where it led, or it led to no elements of what is
 * not mapped, and leads somewhere. */
PC_UNUSED static int pc_has_host_length(const pc_plan *plan, const pc_extent *extent, size_t i, size_t k, uint32_t cell) {
  uintptr_t value;
  if (plan->codes[cell] != PC_FREE || !pc_has_length(PC_FREE, pc_pointer_of(plan, extent, k))) return pc_leads(plan->codes[cell]);
  memcpy(&value, (const void *)(extent->base + i * pc_element_of(extent) + pc_slot_offset(extent, k)), sizeof value);
  return value != 0;
}

/* Compares the pointers of a record with what was entered, and, before they are read or written, their `lengths`. */
PC_UNUSED static int pc_check_record(pc_call *call, const pc_plan *plan, const pc_extent *extent, pc_lengths lengths) {
  const size_t slots = pc_passed_over(plan, extent) ? 0 : pc_slots_of(extent);
  const size_t elements = slots ? pc_elements_of(extent) : 0, size = pc_element_of(extent);
  uint32_t cell = extent->cell;
  size_t i, k;
  int status = PC_OK;
  if (PC_STATE->cutting && !pc_passed_over(plan, extent))
    status = pc_check_cut_out(call, plan, extent, lengths == PC_LENGTHS_OTHER);
  if (lengths && status == PC_OK) status = pc_check_tail(call, plan, extent, lengths);
  for (i = 0; i < elements && status == PC_OK; ++i) {
    for (k = 0; k < slots; ++k, ++cell) {
      uintptr_t value, old;
      if (!pc_is_alive(extent, i, k) != (plan->codes[cell] == PC_DATA))
        return pc_fail_changed(call, plan, extent, pc_pointer_of(plan, extent, k)->name);
      if (plan->codes[cell] == PC_FREE || plan->codes[cell] == PC_DATA) continue;
      memcpy(&value, (const void *)(extent->base + i * size + pc_slot_offset(extent, k)), sizeof value);
      old = pc_host_value(plan, cell);
      if (value != old)
        return pc_fail_value(call, plan, extent, pc_pointer_of(plan, extent, k)->name, old, value);
      if (plan->classes && pc_check_class(call, plan, extent, k, cell) != PC_OK) return PC_ERROR_CHANGED;
    }
    /* Lengths may be read through these pointers. */
    for (k = 0; k < slots && status == PC_OK && lengths && plan->lengths; ++k) {
      const uint32_t at = cell - (uint32_t)(slots - k);
      pc_row_change change;
      if (pc_has_host_length(plan, extent, i, k, at)) status = pc_check_length(call, plan, extent, i, k, at, lengths);
      if (status == PC_OK && plan->nshared_rows && pc_find_row_change(plan, extent, i, k, at, lengths, &change))
        status = pc_fail_length(call, plan, extent, change.number.inner->name, change.old, change.number.length);
    }
  }
  return status;
}

/* Looks whether the object of a root is of the class that it entered with. */
PC_UNUSED static int pc_check_root_class(pc_call *call, const pc_handle *handle) {
  pc_object object;
  char name[200];
  if (!handle->plan->classes || !pc_members_of(handle)) return PC_OK;
  object = pc_object_of_root(handle->type, pc_member(handle, 0));
  if (pc_keeps_class(&object)) return PC_OK;
  snprintf(name, sizeof name, "'%s'", handle->text ? handle->text : "a root");
  return pc_fail_class(call, name, 0);
}

/* Compares every pointer of what a handle reaches with what was entered, and, before the memory is read or written, its
 * `lengths`.
 *
 * In the order of the walk and only up to the first difference: a record is looked at only after the
 * pointer that led to it was found unchanged, so memory that the program has freed and no longer points
 * at is not touched. */
PC_UNUSED static int pc_check_unchanged(pc_call *call, const pc_handle *handle, pc_lengths lengths) {
  const size_t n = pc_members_of(handle);
  size_t i;
  int status = pc_check_root_class(call, handle);
  for (i = 0; i < n && status == PC_OK; ++i) {
    if (n - i > PC_AHEAD) pc_prefetch_pointers(pc_member(handle, i + PC_AHEAD));
    status = pc_check_record(call, handle->plan, pc_member(handle, i), lengths);
  }
  return status;
}

PC_COLD static int pc_fail_grown(pc_call *call, const pc_plan *plan, const pc_extent *extent,
                                 const char *pointer) {
  char name[200];
  pc_name_pointer(plan, extent, pointer, name, sizeof name);
  return pc_fail(
      call, PC_ERROR_CHANGED,
      "%s leads to more on the host than when it was entered; nothing was copied (exit it and enter it "
      "again)",
      name);
}

/* Looks whether what the pointers of a record lead to, and its flexible array, is no longer than what is
 * mapped: more is not on the device. `*grown`: some of it is longer than when it was entered, so that another
 * root has entered the rest, and what that leads to was not looked at. */
PC_UNUSED static int pc_check_lengths(pc_call *call, const pc_plan *plan, const pc_extent *extent,
                                      uint32_t mark, int *grown) {
  const pc_layout *layouts = PC_STATE->layouts;
  const size_t slots = pc_passed_over(plan, extent) ? 0 : pc_slots_of(extent);
  const size_t elements = slots ? pc_elements_of(extent) : 0, size = pc_element_of(extent);
  size_t i, k;
  long long n;
  if (!(extent->type & (PC_MERGER | PC_ROWS)) && layouts[extent->type & PC_TYPE_MASK].type->tail &&
      pc_bytes_with_tail(&layouts[extent->type & PC_TYPE_MASK], extent->base, &n) > extent->bytes)
    return pc_fail_grown(call, plan, extent, "[]");
  for (i = 0; i < elements; ++i)
    for (k = 0; k < slots; ++k) {
      const pc_pointer *pointer = pc_pointer_of(plan, extent, k);
      const uintptr_t element = extent->base + i * size;
      const size_t each = pc_target_size(plan, extent, k);
      pc_row_change change;
      uintptr_t value;
      if (plan->nshared_rows && pc_find_row_change(plan, extent, i, k, extent->cell + (uint32_t)(i * slots + k), PC_LENGTHS_LONGER, &change))
        return pc_fail_grown(call, plan, extent, change.number.inner->name);
      if (!pc_is_followed(pointer) || !pointer->count || !pc_is_alive(extent, i, k) ||
          pc_is_behind(extent, i, k))
        continue;
      memcpy(&value, (const void *)(element + pc_slot_offset(extent, k)), sizeof value);
      if (!value) continue;
      n = pc_length_of(plan, extent, i, k);
      if (n < 0 || (n > 0 && (unsigned long long)n > PTRDIFF_MAX / (each ? each : 1)) ||
          (n > 0 && !pc_is_mapped(value, (size_t)n * each)))
        return pc_fail_grown(call, plan, extent, pointer->name);
      if (n > 0) {
        const uint32_t code = plan->codes[extent->cell + i * slots + k];
        uint32_t number;
        const pc_extent *mapped = pc_index_find(value, 0, &number);
        if (code != PC_INSIDE && (code - 1 >= PC_LAST || (size_t)n * each > plan->extents[code - 1].bytes))
          *grown = 1;
        /* It may have led to no elements, which reaches nothing. */
        if (mapped && mapped->mark != mark) *grown = 1;
      }
    }
  return PC_OK;
}

/* pc_check_lengths of all that a handle reaches. */
PC_UNUSED static int pc_check_all_lengths(pc_call *call, const pc_handle *handle, uint32_t mark, int *grown) {
  const size_t n = pc_members_of(handle);
  size_t i;
  int status = PC_OK;
  for (i = 0; i < n && status == PC_OK; ++i)
    status = pc_check_lengths(call, handle->plan, pc_member(handle, i), mark, grown);
  return status;
}

/* Marks the extents that a handle reaches. 0: no memory. */
PC_UNUSED static int pc_mark_extents(const pc_handle *handle, pc_selection *selection) {
  const size_t n = pc_members_of(handle);
  const uint32_t mark = selection->mark;
  size_t i;
  for (i = 0; i < n; ++i) {
    uint32_t number;
    pc_extent *member = pc_member(handle, i), *extent = pc_owner_of(handle->plan, member, &number);
    if (pc_passed_over(handle->plan, member) || extent->mark == mark) continue;
    extent->mark = mark;
    if (!pc_choose(selection, PC_STATE->plans[number], extent)) return 0;
  }
  return 1;
}

/* Adds what a handle reached when it entered and the host's structure, followed anew, may not lead to: a length has become
 * smaller, or a kernel has cut it out. 0: no memory. */
PC_UNUSED static int pc_mark_kept(const pc_handle *handle, pc_selection *selection) {
  const size_t n = PC_STATE->changing || PC_STATE->keeping ? pc_members_of(handle) : 0;
  size_t i;
  for (i = 0; i < n; ++i) {
    pc_extent *member = pc_member(handle, i);
    if (!pc_passed_over(handle->plan, member) && !(member->type & PC_MERGER) &&
        !pc_choose_shown(handle->plan, member, selection))
      return 0;
  }
  return 1;
}

/* Whether a handle that was taken out is all that holds on to what its plan brought, and reaches nothing
 * else: then each of its extents counts one root. */
PC_UNUSED static int pc_is_alone(const pc_handle *handle) {
  const pc_plan *plan = handle->plan;
  return !handle->members && !plan->handles && !plan->borrowed && plan->own == plan->nextents;
}

/* Whether an extent leaves with a copy back, as a record of it says that goes last. Of a part of it, and of what other
 * roots of the call say, held.h knows more. */
PC_UNUSED static void pc_leave_back(pc_extent *extent, const pc_extent *record) {
  extent->type = record->type & PC_NOT_BACK || record->bytes < extent->bytes ? extent->type | PC_LEFT
                                                                             : extent->type & ~PC_LEFT;
}

/* pc_let_go of such a handle. */
PC_UNUSED static int pc_let_all_go(pc_call *call, const pc_handle *handle, int check, pc_selection *dying,
                                   size_t *done) {
  pc_plan *plan = handle->plan;
  const pc_layout *layouts = PC_STATE->layouts;
  int status = check ? pc_check_root_class(call, handle) : PC_OK;
  *done = 0;
  if (status != PC_OK) return status;
  for (; *done < plan->nextents && status == PC_OK; ++*done) {
    pc_extent *extent = &plan->extents[*done];
    const pc_layout *layout = &layouts[extent->type & PC_TYPE_MASK];
    if (check) {
      if (!plan->rising && plan->nextents - *done > PC_AHEAD) pc_prefetch_pointers(extent + PC_AHEAD);
      if (PC_STATE->cutting || !pc_is_record(extent) || !pc_is_unchanged(plan, layout, extent))
        status = pc_check_record(call, plan, extent, PC_LENGTHS_OTHER);
      if (status != PC_OK) return status;
    }
    if (plan->directed) pc_leave_back(extent, extent);
    extent->count = 0;
    extent->mark = dying->mark;
  }
  return pc_choose_whole(dying, plan) ? PC_OK : pc_no_memory(call);
}

/* Counts one root less for every extent that a handle reaches, each once, and marks as `dying` those that no
 * root reaches any more; with `check` as pc_check_unchanged does, in one pass, because a large structure's
 * records are in no cache. `*done` is the number of records that have been counted, also on a failure. */
PC_UNUSED static int pc_let_go(pc_call *call, const pc_handle *handle, int check, pc_selection *dying,
                               size_t *done) {
  const size_t n = pc_members_of(handle);
  const uint32_t mark = pc_new_mark();
  int status = PC_OK;
  if (pc_is_alone(handle)) return pc_let_all_go(call, handle, check, dying, done);
  if (check) status = pc_check_root_class(call, handle);
  for (*done = 0; *done < n && status == PC_OK; ++*done) {
    uint32_t number;
    pc_extent *member = pc_member(handle, *done), *extent = pc_owner_of(handle->plan, member, &number);
    if (check) {
      if (n - *done > PC_AHEAD) pc_prefetch_pointers(pc_member(handle, *done + PC_AHEAD));
      status = pc_check_record(call, handle->plan, member, PC_LENGTHS_OTHER);
      if (status != PC_OK) return status;
    }
    if (pc_passed_over(handle->plan, member) || extent->mark == mark) continue;
    if (extent->mark == dying->mark) continue; /* another view of it */
    extent->mark = mark;
    if (--extent->count) continue;
    extent->mark = dying->mark;
    pc_leave_back(extent, member);
    if (!pc_choose(dying, PC_STATE->plans[number], extent)) status = pc_no_memory(call);
  }
  return status;
}

#ifdef __cplusplus
}
#endif

#endif
