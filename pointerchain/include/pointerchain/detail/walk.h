/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The walk from the roots: every pointer of every extent. Not for users.
 *
 * No recursion: the extents found so far are the work list, read in the order in which they were found.
 */
#ifndef POINTERCHAIN_DETAIL_WALK_H
#define POINTERCHAIN_DETAIL_WALK_H

#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "beginnings.h"
#include "extents.h"
#include "layouts.h"
#include "place.h"
#include "recorded.h"
#include "row_owners.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the targets of an extent's pointers are at least, besides their type: PC_NAMED or nothing. */
PC_UNUSED static uint32_t pc_named_targets(const pc_extent *extent) {
  if (!(extent->type & PC_NAMED)) return 0;
  if (extent->type & PC_ROWS) return PC_NAMED;
  return PC_STATE->layouts[extent->type & PC_TYPE_MASK].recursive ? 0 : PC_NAMED;
}

/* Judges a container whose first word lies at `at`: one of its words leads to its elements, and those that lie
 * in itself hold no pointers. */
PC_UNUSED static int pc_check_container(pc_walk *walk, const pc_origin *origin, uintptr_t owner,
                                        const pc_pointer *pointer, uint32_t target) {
  const long long count = pointer->count ? pointer->count((const void *)owner) : 1;
  const uintptr_t first = (uintptr_t)pointer->data((const void *)owner);
  if (count == PC_LENGTH_UNKNOWN)
    return pc_fail_at(walk, origin, PC_ERROR_TYPE,
                      "the container keeps its elements where none of its own pointers leads");
  const size_t own = pointer->repeat * sizeof(void *), size = PC_STATE->layouts[target].size;
  if (count > 0 && pc_lies_in_itself(pointer, first, (const void *)owner) && PC_STATE->layouts[target].nslots &&
      size && (unsigned long long)count <= own / size) /* not the object that the container is a part of */
    return pc_fail_at(walk, origin, PC_ERROR_TYPE,
                      "the container keeps elements that hold pointers in itself");
  return PC_OK;
}

/* The alignment of what a pointer leads to: a power of two. */
PC_UNUSED static size_t pc_host_alignment(const pc_pointer *pointer, uint32_t target) {
  const size_t align = pointer->inner ? sizeof(void *) : PC_STATE->layouts[target].type->align;
  return align ? align : 1;
}

/* Notes the length of the pointer of the next code, or what the word of a container is that is none. 0: no memory. */
PC_UNUSED static int pc_note_length(pc_plan *plan, long long length) {
  if (plan->caplengths <= plan->ncodes) {
    const size_t old = plan->caplengths, more = plan->capcodes > plan->ncodes ? plan->capcodes : plan->ncodes + 1;
    long long *lengths =
        (long long *)pc_resize(plan->lengths, old * sizeof *lengths, more * sizeof *lengths);
    if (!lengths) return 0;
    memset(lengths + old, 0xFF, (more - old) * sizeof *lengths); /* PC_UNMEASURED */
    plan->lengths = lengths;
    plan->caplengths = more;
  }
  plan->lengths[plan->ncodes] = length;
  return 1;
}

/* Follows the pointer that lies at `at`, and adds its code. What it leads to is `named` or not. */
PC_UNUSED static int pc_walk_cell(pc_walk *walk, const pc_root *root, size_t current, uintptr_t at,
                                  uintptr_t owner, const pc_pointer *pointer, uint32_t target, uint32_t named) {
  pc_plan *plan = walk->plan;
  const pc_extent *extent = &plan->extents[current];
  pc_word word = PC_WORD_FIRST;
  uintptr_t value;
  uint32_t code = PC_NULL, flags = 0;
  int status = PC_OK;
  memcpy(&value, (const void *)at, sizeof value);
  if (pointer->data && at == owner) {
    const pc_origin origin = {root, extent, pointer};
    status = pc_check_container(walk, &origin, owner, pointer, target);
    if (status != PC_OK) return status;
  }
  if (pointer->when && !pointer->when((const void *)owner)) {
    code = PC_DATA;
  } else if (pointer->kind == PC_SKIPPED) {
    code = PC_FREE;
  } else if (pointer->data && (word = pc_word_of(pointer, value, (const void *)owner)) == PC_WORD_DATA) {
    code = PC_DATA;
    if (!walk->present_only && !pc_note_length(plan, (long long)value)) return pc_no_memory(walk->call);
  } else if (!value) {
    code = pointer->kind == PC_OBSERVER ? PC_FREE : PC_NULL;
  } else if (pointer->kind == PC_OBSERVER) {
    code = PC_INSIDE;
    walk->observes = 1;
    status = pc_add_inside(walk, value, value);
  } else if (pointer->data &&
             (word == PC_WORD_BEHIND || pc_lies_in_itself(pointer, value, (const void *)owner))) {
    /* What is short may lie in the container itself. */
    code = PC_INSIDE;
    status = pc_add_inside(walk, value,
                           word == PC_WORD_BEHIND ? (uintptr_t)pointer->data((const void *)owner) : value);
  } else {
    const pc_origin origin = {root, extent, pointer};
    const long long count = pointer->count ? pointer->count((const void *)owner) : 1;
    size_t bytes = 0;
    __builtin_prefetch((const void *)value); /* travels while the table is searched; a list goes on there */
    if (!pointer->inner) status = pc_find_kind(walk, &origin, value, count, &target);
    if (status == PC_OK)
      status = pc_measure(walk, &origin, value, count, pointer->inner ? 0 : target, &bytes);
    if (status != PC_OK) return status;
    if (pointer->count && !walk->present_only && !pc_is_of_section(pointer) && !pc_note_length(plan, count))
      return pc_no_memory(walk->call);
    if (bytes && value & (pc_host_alignment(pointer, target) - 1)) {
      char problem[200];
      snprintf(problem, sizeof problem, "leads to %#llx, which is not aligned as '%s' is (%llu bytes)",
               (unsigned long long)value, pointer->inner ? "void *" : PC_STATE->layouts[target].type->name,
               (unsigned long long)pc_host_alignment(pointer, target));
      return pc_fail_at(walk, &origin, PC_ERROR_RANGE, problem);
    }
    if (bytes == 0) {
      code = PC_INSIDE;
      walk->observes = 1;
      status = pc_add_inside(walk, value, value);
    } else {
      flags = named | pc_direction_flags(pointer->direction);
      if (pointer->inner) {
        const size_t before = plan->nextents;
        if (plan->nrows > PC_TYPE_MASK)
          return pc_fail(walk->call, PC_ERROR_HOST_FULL, "more than 4,194,304 arrays of pointers");
        if (!pc_grow(&plan->rows, &plan->caprows, plan->nrows, sizeof *plan->rows))
          return pc_no_memory(walk->call);
        plan->rows[plan->nrows].pointer = pointer->inner;
        plan->rows[plan->nrows].owner = owner;
        plan->rows[plan->nrows].target = target;
        status =
            pc_follow(walk, &origin, value, bytes, (uint32_t)plan->nrows | PC_ROWS, flags, current, &code);
        if (plan->nextents > before) ++plan->nrows;
        if (status == PC_OK && plan->nextents == before && !walk->present_only && pc_asks_another(plan, code, owner) &&
            !pc_note_shared_rows(plan, (uint32_t)plan->ncodes, pointer, owner, (size_t)count))
          status = pc_no_memory(walk->call);
      } else {
        status = pc_follow(walk, &origin, value, bytes, target, flags, current, &code);
      }
    }
  }
  plan->codes[plan->ncodes++] = code;
  return status;
}

/* Room for the codes of `more` pointers. */
PC_UNUSED static int pc_reserve_codes(pc_plan *plan, size_t more) {
  if (plan->capcodes - plan->ncodes >= more) return 1;
  if (plan->capcodes / 8 + 16 < more) {
    uint32_t *codes = (uint32_t *)pc_resize(plan->codes, plan->capcodes * sizeof *codes,
                                            (plan->ncodes + more) * sizeof *codes);
    if (!codes) return 0;
    plan->codes = codes;
    plan->capcodes = plan->ncodes + more;
    return 1;
  }
  /* Less than an eighth of it: one step makes enough room. */
  return pc_grow(&plan->codes, &plan->capcodes, plan->capcodes, sizeof *plan->codes);
}

/* The same for a pointer to one object of fixed size that lies in memory of which all is known, by far the
 * most frequent sort. 0: nothing was done. */
PC_UNUSED static int pc_walk_plain(pc_walk *walk, const pc_slot *slot, uintptr_t value, uint32_t named) {
  pc_plan *plan = walk->plan;
  const size_t at = (plan->block_bytes + slot->align - 1) & ~(size_t)(slot->align - 1), bytes = slot->plain;
  pc_extent *extent;
  uint32_t found;
  if (value < walk->begin || value > walk->end || bytes > walk->end - value || PTRDIFF_MAX - at - 1 < bytes ||
      plan->nextents == plan->capextents || plan->nextents >= PC_LAST)
    return 0;
  if (value < walk->high && value >= walk->low) {
    __builtin_prefetch((const void *)value);
    if (!pc_settle_beginnings(&walk->known, plan)) return 0;
    for (found = pc_first_beginning(&walk->known, value); found;
         found = pc_next_beginning(&walk->known, found)) {
      extent = &plan->extents[found - 1];
      if (extent->base != value) continue;
      if ((extent->type & (PC_ROWS | PC_TYPE_MASK)) != slot->target || extent->bytes < bytes) return 0;
      extent->type = (extent->type | named) & ~(PC_NOT_TO | PC_NOT_BACK);
      plan->codes[plan->ncodes++] = found;
      return 1;
    }
    if (walk->npools) return 0;
  }
  extent = &plan->extents[plan->nextents++];
  extent->base = value;
  extent->bytes = bytes;
  extent->place = at;
  extent->cell = 0;
  extent->count = 1;
  extent->mark = walk->mark;
  extent->type = slot->target | named;
  plan->block_bytes = at + bytes + pc_gap(plan);
  if (slot->align > plan->align) plan->align = slot->align;
  walk->falling |= value < walk->last;
  walk->last = value + bytes;
  if (value < walk->low) walk->low = value;
  if (value + bytes > walk->high) walk->high = value + bytes;
  plan->codes[plan->ncodes++] = (uint32_t)plan->nextents;
  return 1;
}

/* Walks an extent that is one object whose pointers are all plain, or null, as far as they are: how many. */
PC_UNUSED static size_t pc_walk_record(pc_walk *walk, uintptr_t base, const pc_layout *layout,
                                       uint32_t named) {
  const size_t slots = layout->nslots;
  size_t k;
  for (k = 0; k < slots; ++k) {
    const pc_slot *slot = &layout->slots[k];
    uintptr_t value;
    if (!slot->plain) return k;
    memcpy(&value, (const void *)(base + slot->offset), sizeof value);
    if (value & (slot->wants - 1)) return k; /* which pc_walk_cell says */
    if (!value) {
      walk->plan->codes[walk->plan->ncodes++] = PC_NULL;
    } else if (!pc_walk_plain(walk, slot, value, named | slot->named)) {
      return k;
    }
  }
  return k;
}

/* Walks the k-th pointer of an object, which lies in its flexible array. */
PC_UNUSED static int pc_walk_tail(pc_walk *walk, const pc_root *root, size_t current, const pc_extent *extent, size_t k,
                                  uint32_t named) {
  const size_t number = k - PC_STATE->layouts[extent->type & PC_TYPE_MASK].nslots;
  const pc_slot slot = pc_nth_slot(extent, k);
  const pc_row_owner row = {(const void *)extent->base, (long long)number};
  if (!pc_is_alive(extent, 0, k)) {
    walk->plan->codes[walk->plan->ncodes++] = PC_DATA;
    return PC_OK;
  }
  return pc_walk_cell(walk, root, current, extent->base + slot.offset,
                      slot.pointer->owner_stride ? (uintptr_t)&row : extent->base, slot.pointer, slot.target,
                      named | slot.named);
}

/* Walks extent `current`: all its pointers. */
PC_UNUSED static int pc_walk_extent(pc_walk *walk, const pc_root *root, size_t current) {
  pc_plan *plan = walk->plan;
  const pc_extent extent = plan->extents[current];
  const size_t slots = pc_slots_of(&extent), elements = slots ? pc_elements_of(&extent) : 0;
  const size_t size = pc_element_of(&extent);
  const pc_layout *layout;
  size_t i, k;
  const uint32_t named = pc_named_targets(&extent);
  int status = PC_OK;
  plan->extents[current].cell = (uint32_t)plan->ncodes;
  plan->tails |= pc_has_tail(&extent);
  if (!slots) return PC_OK;
  if (elements > (PC_LAST - plan->ncodes) / slots)
    return pc_fail(walk->call, PC_ERROR_HOST_FULL, "more than 4,294,967,292 pointers");
  if (!pc_reserve_codes(plan, elements * slots)) return pc_no_memory(walk->call);
  plan->changing |= pc_is_changing(plan, &extent);
  if (extent.type & PC_MAPPED) status = pc_check_mapped(walk->call, plan, &extent, &plan->attaches);
  if (status != PC_OK) return status;
  if (extent.type & PC_ROWS) {
    const pc_rows rows = plan->rows[extent.type & PC_TYPE_MASK];
    for (i = 0; i < elements && status == PC_OK; ++i) {
      const pc_row_owner row = {(const void *)rows.owner, (long long)i};
      const uintptr_t owner = rows.pointer->owner_stride ? (uintptr_t)&row : rows.owner;
      status = pc_walk_cell(walk, root, current, extent.base + i * size, owner, rows.pointer, rows.target, named);
    }
    return status;
  }
  layout = &PC_STATE->layouts[extent.type & PC_TYPE_MASK];
  for (i = 0; i < elements; ++i) {
    const uintptr_t element = extent.base + i * size;
    k = walk->plain ? pc_walk_record(walk, element, layout, named) : 0;
    for (; k < layout->nslots && status == PC_OK; ++k) {
      const pc_slot *slot = &layout->slots[k];
      status = pc_walk_cell(walk, root, current, element + slot->offset, element + slot->owner, slot->pointer,
                            slot->target, named | slot->named);
    }
    for (; k < slots && status == PC_OK; ++k) status = pc_walk_tail(walk, root, current, &extent, k, named);
    if (status != PC_OK) return status;
  }
  return PC_OK;
}

/* Follows everything from the roots. `first[i]` gets the code of root i. */
PC_UNUSED static int pc_walk_roots(pc_walk *walk, const pc_root *roots, size_t nroots, uint32_t *first) {
  pc_plan *plan = walk->plan;
  size_t i, current = 0;
  int status = PC_OK;
  walk->plain = !PC_STATE->indexed && !walk->present_only;
  for (i = 0; i < nroots; ++i)
    if (!pc_layout_of(roots[i].type)) return pc_no_memory(walk->call);
  plan->apart = PC_STATE->changing;
  for (i = 0; i < nroots; ++i) {
    const pc_origin origin = {&roots[i], NULL, NULL};
    uint32_t type = pc_layout_of(roots[i].type);
    size_t bytes = 0;
    first[i] = PC_NULL;
    if (roots[i].base) status = pc_find_kind(walk, &origin, (uintptr_t)roots[i].base, roots[i].count, &type);
    if (status == PC_OK && (roots[i].count < 0 || roots[i].base))
      status = pc_measure(walk, &origin, (uintptr_t)roots[i].base, roots[i].count, type, &bytes);
    if (status != PC_OK) return status;
    if (!roots[i].base || bytes == 0) continue;
    /* The roots are all known before any is walked: they may lie in each other. */
    status = pc_follow(walk, &origin, (uintptr_t)roots[i].base, bytes, type, PC_NAMED, 0, &first[i]);
    if (status != PC_OK) return status;
    if (first[i] == PC_INSIDE) {
      /* In another root's array: it needs an extent of its own, to be found by its address. */
      uint32_t index = 0;
      --plan->ninside;
      status = pc_add_extent(walk, &origin, (uintptr_t)roots[i].base, bytes, type | PC_NAMED, &index);
      if (status != PC_OK) return status;
      first[i] = index + 1;
    }
  }
  for (; current < plan->nextents; ++current) {
    if (plan->extents[current].type & PC_MAPPED && plan->flags & PC_UNCOUNTED) continue;
    status = pc_walk_extent(walk, nroots ? &roots[0] : NULL, current);
    if (status != PC_OK) return status;
  }
  return PC_OK;
}

#ifdef __cplusplus
}
#endif

#endif
