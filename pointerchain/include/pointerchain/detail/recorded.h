/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What is recorded of the pointers of an extent that is mapped already. Not for users.
 *
 * One address may have several records: views of one extent overlap, as types of their own.
 */
#ifndef POINTERCHAIN_DETAIL_RECORDED_H
#define POINTERCHAIN_DETAIL_RECORDED_H

#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "classes.h"
#include "index.h"
#include "layouts.h"
#include "place.h"
#include "state.h"
#include "values.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The records of the pointer at one host address, one after the other. */
typedef struct pc_recorded {
  const pc_plan *plan;
  const pc_extent *mapped; /* the extent that owns the memory */
  const uint32_t *view;    /* the next view of a merger; null: there is but the extent itself */
  int done;
  uintptr_t at;
  const pc_extent *part; /* the extent or view that has a pointer there */
  const pc_pointer *pointer;
  size_t slot; /* its number there */
  uint32_t cell;
} pc_recorded;

PC_UNUSED static pc_recorded pc_records_at(const pc_plan *plan, const pc_extent *mapped, uintptr_t at) {
  pc_recorded recorded;
  memset(&recorded, 0, sizeof recorded);
  recorded.plan = plan;
  recorded.mapped = mapped;
  recorded.view = mapped->type & PC_MERGER ? &plan->views[mapped->cell] : NULL;
  recorded.at = at;
  return recorded;
}

/* The pointer that an extent or view has at an address. 0: it has none there. */
PC_UNUSED static int pc_record_of(const pc_plan *plan, const pc_extent *part, pc_recorded *recorded) {
  const size_t slots = pc_slots_of(part), size = pc_element_of(part);
  size_t element, within, k;
  if (!slots || recorded->at < part->base || recorded->at - part->base >= part->bytes) return 0;
  element = (recorded->at - part->base) / size;
  within = (recorded->at - part->base) % size;
  if (element >= pc_elements_of(part)) return 0;
  recorded->part = part;
  recorded->cell = part->cell + (uint32_t)(element * slots);
  if (part->type & PC_ROWS) {
    recorded->pointer = plan->rows[part->type & PC_TYPE_MASK].pointer;
    recorded->slot = 0;
    return within == 0;
  }
  for (k = 0; k < slots && pc_slot_offset(part, k) != within; ++k) continue;
  if (k == slots) return 0;
  /* Of the members of a union that which is alive, if any is. */
  while (plan->codes[recorded->cell + k] == PC_DATA && k + 1 < slots && pc_slot_offset(part, k + 1) == within) ++k;
  recorded->pointer = pc_nth_slot(part, k).pointer;
  recorded->slot = k;
  recorded->cell += (uint32_t)k;
  return 1;
}

/* The next record; 0 where there is none any more. */
PC_UNUSED static int pc_next_recorded(pc_recorded *recorded) {
  const pc_plan *plan = recorded->plan;
  if (!recorded->view) {
    if (recorded->done) return 0;
    recorded->done = 1;
    return pc_record_of(plan, recorded->mapped, recorded);
  }
  while (*recorded->view != PC_FREE)
    if (pc_record_of(plan, &plan->extents[*recorded->view++], recorded)) return 1;
  return 0;
}

/* Whether one of the records of the pointer at a host address, views that see different things there, says that the
 * device has such a value. */
PC_UNUSED static int pc_is_recorded(const pc_plan *plan, const pc_extent *mapped, uintptr_t at, uintptr_t device) {
  pc_recorded recorded = pc_records_at(plan, mapped, at);
  while (pc_next_recorded(&recorded))
    if (pc_leads(plan->codes[recorded.cell]) && pc_device_value(plan, recorded.cell) == device) return 1;
  return 0;
}

/* What the roots of other plans say of a pointer that the records of its extent leave out. */
typedef struct pc_of_others {
  int follows; /* one of them does not leave it out */
  int changes; /* and says that kernels may change it */
} pc_of_others;

PC_UNUSED static pc_of_others pc_find_of_others(const pc_plan *owner, uintptr_t at) {
  const pc_state *state = PC_STATE;
  pc_of_others others = {0, 0};
  size_t i, k;
  for (i = 0; i < state->nplans && owner->borrowed; ++i) {
    const pc_plan *plan = state->plans[i];
    if (!plan || plan == owner || plan->own == plan->nextents) continue;
    for (k = 0; k < plan->nextents; ++k) {
      const pc_extent *view = &plan->extents[k];
      pc_recorded recorded = pc_records_at(plan, view, at);
      if (!(view->type & PC_MAPPED) || state->plans[view->count] != owner || plan->flags & PC_UNCOUNTED ||
          !pc_record_of(plan, view, &recorded) || recorded.pointer->kind == PC_SKIPPED ||
          plan->codes[recorded.cell] == PC_DATA)
        continue;
      others.follows = 1;
      others.changes |= (recorded.pointer->flags & PC_MUTABLE) != 0;
    }
  }
  return others;
}

/* Whether every pointer of `view` is a pointer of the mapped extent that it lies in. */
PC_UNUSED static int pc_view_fits(const pc_plan *owner, const pc_extent *mapped, const pc_extent *view) {
  const size_t slots = pc_slots_of(view), elements = slots ? pc_elements_of(view) : 0;
  const size_t size = pc_element_of(view);
  size_t i, k;
  if (!slots) return 1;
  if (!(mapped->type & (PC_MERGER | PC_ROWS)) && !(view->type & PC_ROWS)) {
    const pc_layout *layouts = PC_STATE->layouts;
    const pc_layout *a = &layouts[mapped->type & PC_TYPE_MASK], *b = &layouts[view->type & PC_TYPE_MASK];
    if (a->same == b->same && (view->base - mapped->base) % a->size == 0) return 1;
  }
  for (i = 0; i < elements; ++i)
    for (k = 0; k < slots; ++k) {
      pc_recorded recorded = pc_records_at(owner, mapped, view->base + i * size + pc_slot_offset(view, k));
      if (!pc_next_recorded(&recorded)) return 0;
    }
  return 1;
}

/* Writes down that pointers of a plan may have to become null before their extents leave. 0: no memory. */
PC_UNUSED static int pc_make_partly(pc_plan *plan) {
  pc_state *state = PC_STATE;
  if (plan->partly) return 1;
  if (!pc_grow(&state->partly, &state->cappartly, state->npartly, sizeof *state->partly)) return 0;
  state->partly[state->npartly++] = plan->number;
  plan->partly = state->npartly;
  return 1;
}

/* Whether a view shows all of a mapped extent, with all of its pointers. */
PC_UNUSED static int pc_shows_all(const pc_extent *mapped, const pc_extent *view) {
  const pc_layout *layouts = PC_STATE->layouts;
  if (view->bytes != mapped->bytes || (view->type | mapped->type) & (PC_ROWS | PC_MERGER)) return 0;
  return layouts[view->type & PC_TYPE_MASK].same == layouts[mapped->type & PC_TYPE_MASK].same;
}

PC_COLD static int pc_fail_changed(pc_call *call, const pc_plan *plan, const pc_extent *extent,
                                   const char *pointer) {
  char name[200];
  pc_name_pointer(plan, extent, pointer, name, sizeof name);
  return pc_fail(call, PC_ERROR_CHANGED,
                 "%s was changed on the host while it was mapped; nothing was copied or released "
                 "(restore it, or exit with 'delete')",
                 name);
}

/* The same of a pointer that was `old`. */
PC_COLD static int pc_fail_value(pc_call *call, const pc_plan *plan, const pc_extent *extent, const char *pointer,
                                 uintptr_t old, uintptr_t now) {
  char name[200];
  pc_name_pointer(plan, extent, pointer, name, sizeof name);
  return pc_fail(call, PC_ERROR_CHANGED,
                 "%s was changed on the host while it was mapped, from %#llx to %#llx; nothing was copied or released "
                 "(restore it, or exit with 'delete')",
                 name, (unsigned long long)old, (unsigned long long)now);
}

/* The same of a length. */
PC_COLD static int pc_fail_length(pc_call *call, const pc_plan *plan, const pc_extent *extent,
                                  const char *pointer, long long old, long long now) {
  char name[200], length[40] = "none that can be read";
  pc_name_pointer(plan, extent, pointer, name, sizeof name);
  if (now >= 0) snprintf(length, sizeof length, "%lld", now);
  return pc_fail(call, PC_ERROR_CHANGED,
                 "the length of %s was %lld when it was entered, and is %s on the host now; nothing was copied or "
                 "released (restore it, or exit with 'delete')",
                 name, old, length);
}

/* Whether a pointer is a row of a directive's section, `rows[0:n][0:m]`, and its length the directive's. */
PC_UNUSED static int pc_is_of_section(const pc_pointer *pointer) { return pointer->name && pointer->name[0] == '['; }

/* Whether a pointer of this kind leads to something that is copied with its object. */
PC_UNUSED static int pc_is_followed(const pc_pointer *pointer) {
  return pointer->kind == PC_OWNED || pointer->kind == PC_SHARED;
}

/* Bytes of what the k-th pointer of an element leads to, one of them. */
PC_UNUSED static size_t pc_target_size(const pc_plan *plan, const pc_extent *extent, size_t k) {
  const pc_layout *layouts = PC_STATE->layouts;
  const uint32_t number = extent->type & PC_TYPE_MASK;
  if (pc_pointer_of(plan, extent, k)->inner) return sizeof(void *);
  return layouts[extent->type & PC_ROWS ? plan->rows[number].target : pc_nth_slot(extent, k).target].size;
}

/* The length of the k-th pointer of element i of an extent. */
PC_UNUSED static long long pc_length_of(const pc_plan *plan, const pc_extent *extent, size_t i, size_t k) {
  const pc_pointer *pointer = pc_pointer_of(plan, extent, k);
  if (!pointer->count) return 1;
  if (extent->type & PC_ROWS) {
    const pc_row_owner row = {(const void *)plan->rows[extent->type & PC_TYPE_MASK].owner, (long long)i};
    return pointer->count(pointer->owner_stride ? (const void *)&row : row.owner);
  }
  if (k >= PC_STATE->layouts[extent->type & PC_TYPE_MASK].nslots) {
    const pc_row_owner row = {(const void *)extent->base,
                              (long long)(k - PC_STATE->layouts[extent->type & PC_TYPE_MASK].nslots)};
    return pointer->count(pointer->owner_stride ? (const void *)&row : row.owner);
  }
  return pointer->count((const void *)(extent->base + i * pc_element_of(extent) + pc_nth_slot(extent, k).owner));
}

/* The room of the container of which that pointer is a word. */
PC_UNUSED static long long pc_room_of(const pc_plan *plan, const pc_extent *extent, size_t i, size_t k) {
  const char *element = (const char *)extent->base + i * pc_element_of(extent);
  return pc_pointer_of(plan, extent, k)
      ->container->room(element + pc_nth_slot(extent, k).owner);
}

/* Whether that pointer is a word of a container that does not lead to its first element. */
PC_UNUSED static int pc_is_behind(const pc_extent *extent, size_t i, size_t k) {
  const char *element = (const char *)extent->base + i * pc_element_of(extent);
  pc_slot slot;
  uintptr_t value;
  if (extent->type & PC_ROWS) return 0;
  slot = pc_nth_slot(extent, k);
  if (!slot.pointer->data) return 0;
  memcpy(&value, element + slot.offset, sizeof value);
  return pc_word_of(slot.pointer, value, element + slot.owner) != PC_WORD_FIRST ||
         pc_lies_in_itself(slot.pointer, value, element + slot.owner);
}

/* Whether that pointer leads to elements that are copied with its object. */
PC_UNUSED static int pc_leads_on(const pc_plan *plan, const pc_extent *extent, size_t i, size_t k) {
  return pc_is_followed(pc_pointer_of(plan, extent, k)) && pc_is_alive(extent, i, k) &&
         !pc_is_behind(extent, i, k) && pc_length_of(plan, extent, i, k) != 0;
}

/* Whether `bytes` from a host address on are mapped as one piece, or leave in this call. */
PC_UNUSED static int pc_is_indexed(uintptr_t value, size_t bytes) {
  const pc_extent *extent = pc_index_find_any(value);
  return extent && bytes <= extent->bytes - (value - extent->base);
}

/* Whether so many elements from where the k-th pointer of element i leads are mapped as one piece, or leave now. */
PC_UNUSED static int pc_reaches(const pc_plan *plan, const pc_extent *extent, size_t i, size_t k, long long n) {
  const size_t each = pc_target_size(plan, extent, k);
  uintptr_t value;
  memcpy(&value, (const void *)(extent->base + i * pc_element_of(extent) + pc_slot_offset(extent, k)), sizeof value);
  return (unsigned long long)n <= PTRDIFF_MAX / (each ? each : 1) && pc_is_indexed(value, (size_t)n * each);
}

/* Which lengths are refused. */
typedef enum pc_lengths {
  PC_LENGTHS_ANY,     /* none */
  PC_LENGTHS_SHORTER, /* what is shorter: who says that looks for himself whether what is longer is mapped */
  PC_LENGTHS_LONGER,  /* what is longer than what is mapped: a kernel may have made it shorter */
  PC_LENGTHS_OTHER    /* what is shorter or longer */
} pc_lengths;

/* Whether a pointer has a length that counts: it leads where it led, or led to no elements of what is not mapped. */
PC_UNUSED static int pc_has_length(uint32_t code, const pc_pointer *pointer) {
  return pc_is_followed(pointer) && (pc_leads(code) || code == PC_FREE);
}

/* Compares the length of the k-th pointer of element i, which leads where it led, with what was entered, before that
 * memory is read or written: what is shorter is perhaps another's by now, and what is longer is not on the device, unless
 * another root has entered it. */
PC_UNUSED static int pc_check_length(pc_call *call, const pc_plan *plan, const pc_extent *extent, size_t i,
                                     size_t k, uint32_t cell, pc_lengths lengths) {
  const pc_pointer *pointer = pc_pointer_of(plan, extent, k);
  const long long old = pointer->count && cell < plan->caplengths ? plan->lengths[cell] : PC_UNMEASURED;
  long long now;
  if (old == PC_UNMEASURED || !pc_is_followed(pointer) || pc_is_behind(extent, i, k)) return PC_OK;
  now = pc_length_of(plan, extent, i, k);
  if (now == old) return PC_OK;
  /* The room of a container is its own, whatever is in it: its elements beyond stay the host's. */
  if (pointer->container && pointer->container->room && pc_room_of(plan, extent, i, k) >= old) return PC_OK;
  if (now >= 0 && now < old && pointer->flags & PC_MUTABLE_LENGTH) return PC_OK; /* its memory is as long as it was */
  if (now > old && (lengths == PC_LENGTHS_SHORTER || pc_reaches(plan, extent, i, k, now))) return PC_OK;
  return pc_fail_length(call, plan, extent, pointer->name, old, now);
}

/* What a view of a mapped extent brings to pointers that the device has as null: they were entered as a type
 * that leaves them out, or observe what was not there. */
enum { PC_ATTACHES = 1, PC_ATTACHES_TARGET = 2 /* one that is copied with the object */ };

/* Whether any of the members of a union, if it is one, that share the k-th pointer's place is alive. */
PC_UNUSED static int pc_any_alive(const pc_extent *extent, size_t i, size_t k) {
  const size_t slots = pc_slots_of(extent), offset = pc_slot_offset(extent, k);
  size_t first = k;
  while (first && pc_slot_offset(extent, first - 1) == offset) --first;
  for (; first < slots && pc_slot_offset(extent, first) == offset; ++first)
    if (pc_is_alive(extent, i, first)) return 1;
  return 0;
}

/* Whether a recorded pointer leads to the beginning of an extent that is mapped. */
PC_UNUSED static int pc_holds_target(pc_plan *plan, uint32_t cell) {
  const uint32_t code = plan->codes[cell];
  uint32_t number;
  return code - 1 < PC_LAST && pc_owner_of(plan, &plan->extents[code - 1], &number)->count != 0;
}

/* Compares the lengths of one element of a view of a mapped extent, whose pointers are as they were entered, with what was
 * entered: what is shorter now would come back, and be read, as long as it was. */
PC_UNUSED static int pc_check_mapped_lengths(pc_call *call, const pc_plan *owner, const pc_extent *mapped,
                                             const pc_extent *view, size_t i) {
  const size_t slots = pc_slots_of(view);
  size_t k;
  int status = PC_OK;
  for (k = 0; k < slots && owner->lengths; ++k) {
    pc_recorded recorded = pc_records_at(owner, mapped, view->base + i * pc_element_of(view) + pc_slot_offset(view, k));
    while (status == PC_OK && pc_is_alive(view, i, k) && pc_next_recorded(&recorded)) {
      const size_t element = (recorded.cell - recorded.part->cell) / pc_slots_of(recorded.part);
      if (pc_leads(owner->codes[recorded.cell]))
        status = pc_check_length(call, owner, recorded.part, element, recorded.slot, recorded.cell, PC_LENGTHS_SHORTER);
    }
  }
  return status;
}

/* Compares the pointers of a view of a mapped extent with what was entered, and adds to `*attaches`. */
PC_UNUSED static int pc_check_mapped(pc_call *call, const pc_plan *plan, const pc_extent *view,
                                     int *attaches) {
  pc_plan *owner = PC_STATE->plans[view->count];
  const pc_extent *mapped = (const pc_extent *)view->place;
  const size_t slots = pc_slots_of(view), size = pc_element_of(view);
  const size_t elements = slots ? pc_elements_of(view) : 0;
  size_t i, k;
  int status = PC_OK;
  for (i = 0; i < elements && status == PC_OK; ++i) {
    for (k = 0; k < slots; ++k) {
      const uintptr_t at = view->base + i * size + pc_slot_offset(view, k);
      const pc_pointer *pointer = pc_pointer_of(plan, view, k);
      pc_recorded recorded = pc_records_at(owner, mapped, at);
      uintptr_t value;
      int holds = 0, free = 0;
      if (!pc_is_alive(view, i, k)) {
        while (!pc_any_alive(view, i, k) && pc_next_recorded(&recorded))
          if (owner->codes[recorded.cell] != PC_DATA)
            return pc_fail_changed(call, owner, recorded.part, recorded.pointer->name);
        continue;
      }
      memcpy(&value, (const void *)at, sizeof value);
      while (pc_next_recorded(&recorded)) {
        if (owner->codes[recorded.cell] == PC_FREE) {
          free = 1;
        } else if (owner->codes[recorded.cell] == PC_DATA) {
          return pc_fail_changed(call, owner, recorded.part, recorded.pointer->name);
        } else if (value != pc_host_value(owner, recorded.cell)) {
          return pc_fail_value(call, owner, recorded.part, recorded.pointer->name,
                               pc_host_value(owner, recorded.cell), value);
        } else {
          holds = 1;
          if (owner->classes &&
              pc_check_class(call, owner, recorded.part, recorded.slot, recorded.cell) != PC_OK)
            return PC_ERROR_CHANGED;
          /* It may lead to the end of another extent, or to what has left, or is about to leave. */
          if (value && pc_is_followed(pointer) && !pc_holds_target(owner, recorded.cell))
            *attaches |= PC_ATTACHES;
        }
      }
      /* As a pointer to no elements, which it has become, it holds its target no more. */
      if (value && holds && pc_is_followed(pointer) && pointer->count && !pc_is_behind(view, i, k) &&
          pc_length_of(plan, view, i, k) == 0 && !pc_make_partly(owner))
        return pc_no_memory(call);
      if (!free || holds || pointer->kind == PC_SKIPPED) continue;
      if (value) {
        *attaches |= pc_leads_on(plan, view, i, k) ? PC_ATTACHES_TARGET : PC_ATTACHES;
      } else {
        owner->nulls = 1;
      }
    }
    status = pc_check_mapped_lengths(call, owner, mapped, view, i);
  }
  return status;
}

#ifdef __cplusplus
}
#endif

#endif
