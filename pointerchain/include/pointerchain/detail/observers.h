/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Pointers that hold nothing - observers, and pointers to no elements - to what else was copied. Not for
 * users.
 *
 * An address may be where one extent ends and another begins: `end` of the one or a pointer to the other. An
 * object's other pointers and the types tell which. Where both may be meant the
 * two extents become one, so that both answers are the same; where one of them is on the device already that
 * is an error.
 */
#ifndef POINTERCHAIN_DETAIL_OBSERVERS_H
#define POINTERCHAIN_DETAIL_OBSERVERS_H

#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "beginnings.h"
#include "extents.h"
#include "index.h"
#include "layouts.h"
#include "merge.h"
#include "place.h"
#include "recorded.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An address where extent `before` of a plan ends and extent `behind` begins. */
typedef struct pc_border {
  uintptr_t at;
  uint32_t before, behind;
  int glued;
} pc_border;

typedef struct pc_borders {
  pc_border *borders; /* rising */
  size_t n, capacity;
} pc_borders;

/* What a pointer to a border means. */
enum { PC_MEANS_END = 1, PC_MEANS_BEGINNING, PC_MEANS_EITHER };

/* The object that holds a pointer. Cells are asked for in rising order. */
typedef struct pc_holder {
  const pc_extent *extent;
  size_t next; /* the extent to go on with */
} pc_holder;

PC_UNUSED static void pc_find_holder(const pc_plan *plan, uint32_t cell, pc_holder *holder) {
  for (;; ++holder->next) {
    const pc_extent *extent = holder->extent = &plan->extents[holder->next];
    if (extent->type & PC_MAPPED && plan->flags & PC_UNCOUNTED) continue;
    if (cell >= extent->cell && cell - extent->cell < pc_cells_of(extent)) return;
  }
}

/* Whether another pointer of the object leads into [begin, end), and may be the beginning of what ends there: one that leads
 * to a single object is not. */
PC_UNUSED static int pc_has_sibling(const pc_plan *plan, const pc_extent *holder, uint32_t cell,
                                    uintptr_t begin, uintptr_t end) {
  const size_t slots = pc_slots_of(holder), element = (cell - holder->cell) / slots;
  const size_t own = (cell - holder->cell) % slots;
  size_t k;
  if (holder->type & PC_ROWS) return 0;
  for (k = 0; k < slots; ++k) {
    uintptr_t value;
    const pc_pointer *pointer = pc_nth_slot(holder, k).pointer;
    if (k == own || plan->codes[cell - own + k] == PC_DATA) continue;
    if (pc_is_followed(pointer) && !pointer->count && !pointer->data) continue;
    memcpy(&value, (const void *)(holder->base + element * pc_element_of(holder) + pc_slot_offset(holder, k)),
           sizeof value);
    if (value >= begin && value < end) return 1;
  }
  return 0;
}

/* The type that a pointer leads to, as a number; 0 for a pointer to pointers. */
PC_UNUSED static uint32_t pc_target_type(const pc_extent *holder, uint32_t cell) {
  pc_slot slot;
  if (holder->type & PC_ROWS) return 0;
  slot = pc_nth_slot(holder, (cell - holder->cell) % pc_slots_of(holder));
  return slot.pointer->inner ? 0 : slot.target;
}

/* Whether the elements of an extent are of a type; some of overlapping objects may be. */
PC_UNUSED static int pc_is_of_type(const pc_extent *extent, uint32_t type) {
  const pc_layout *layouts = PC_STATE->layouts;
  if (!type || extent->type & PC_ROWS) return 0;
  if (extent->type & PC_MERGER) return 1;
  return layouts[extent->type & PC_TYPE_MASK].same == layouts[type].same;
}

/* What a pointer means that leads to where `before` ends and `behind` begins. */
PC_UNUSED static int pc_meaning(const pc_plan *plan, const pc_extent *holder, uint32_t cell,
                                const pc_extent *before, const pc_extent *behind) {
  const uint32_t type = pc_target_type(holder, cell);
  const int end = pc_is_of_type(before, type), beginning = pc_is_of_type(behind, type);
  if (!pc_has_sibling(plan, holder, cell, before->base, before->base + before->bytes))
    return PC_MEANS_BEGINNING;
  if (end == beginning) return PC_MEANS_EITHER;
  return end ? PC_MEANS_END : PC_MEANS_BEGINNING;
}

/* Finds the borders within a plan, where a pointer that holds nothing may lead to one. */
PC_UNUSED static int pc_find_borders(pc_walk *walk, const pc_sorted *sorted, pc_borders *found) {
  const pc_plan *plan = walk->plan;
  uint32_t last = 0;
  size_t i;
  for (i = 0; i < sorted->n && plan->ninside; ++i) {
    const uint32_t index = pc_sorted_index(sorted, i);
    const pc_extent *extent = &plan->extents[index], *before = &plan->extents[last];
    pc_border *border;
    if (i && extent->base == before->base + before->bytes) {
      if (!pc_grow(&found->borders, &found->capacity, found->n, sizeof *found->borders))
        return pc_no_memory(walk->call);
      border = &found->borders[found->n++];
      border->at = extent->base;
      border->before = last;
      border->behind = index;
      border->glued = 0;
    }
    if (i == 0 || extent->base + extent->bytes > before->base + before->bytes) last = index; /* the longest that ends there */
  }
  return PC_OK;
}

PC_UNUSED static pc_border *pc_border_at(const pc_borders *found, uintptr_t at) {
  size_t low = 0, high = found->n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (found->borders[middle].at < at) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < found->n && found->borders[low].at == at ? &found->borders[low] : NULL;
}

/* The pointers that hold nothing and lead to where an extent begins. Those to extents of earlier plans are
 * left to pc_settle_insides: an observer holds nothing, so the other plan may go first. */
PC_UNUSED static int pc_settle_observers(pc_walk *walk, const pc_borders *borders) {
  pc_plan *plan = walk->plan;
  pc_holder holder = {NULL, 0};
  size_t i, k = 0;
  if (plan->ninside && !pc_settle_beginnings(&walk->known, plan)) return pc_no_memory(walk->call);
  for (i = 0; i < plan->ninside; ++i) {
    pc_inside inside = plan->inside[i];
    const int far = inside.target != inside.value;
    pc_border *border = borders->n && !far ? pc_border_at(borders, inside.value) : NULL;
    uint32_t found = far ? 0 : pc_first_beginning(&walk->known, inside.value), type;
    int follows;
    pc_find_holder(plan, inside.cell, &holder);
    follows = pc_is_followed(
        pc_pointer_of(plan, holder.extent, (inside.cell - holder.extent->cell) % pc_slots_of(holder.extent)));
    type = pc_target_type(holder.extent, inside.cell);
    if (border) {
      inside.means = (uint32_t)pc_meaning(plan, holder.extent, inside.cell, &plan->extents[border->before],
                                          &plan->extents[border->behind]);
      border->glued |= inside.means == PC_MEANS_EITHER;
      if (inside.means == PC_MEANS_BEGINNING) found = border->behind + 1;
    }
    /* What a pointer into a pool follows is a view of its own type: another one may leave pointers out. */
    while (found && (plan->extents[found - 1].base != inside.value ||
                     (follows && !pc_is_of_type(&plan->extents[found - 1], type))))
      found = pc_next_beginning(&walk->known, found);
    if (found && !(plan->extents[found - 1].type & PC_MAPPED) && inside.means != PC_MEANS_END) {
      plan->codes[inside.cell] = found;
    } else {
      plan->inside[k++] = inside;
    }
  }
  plan->ninside = k;
  return PC_OK;
}

/* Sorts what a walk has found by address and settles what lies or touches at one address. */
PC_UNUSED static int pc_settle_extents(pc_walk *walk, pc_sorted *sorted) {
  pc_borders borders = {NULL, 0, 0};
  uintptr_t *glued = NULL;
  size_t nglued = 0, capglued = 0, i;
  int status = pc_sort(walk, sorted);
  if (status == PC_OK) status = pc_find_borders(walk, sorted, &borders);
  if (status == PC_OK) status = pc_settle_observers(walk, &borders);
  for (i = 0; i < borders.n && status == PC_OK; ++i) {
    if (!borders.borders[i].glued) continue;
    if (!pc_grow(&glued, &capglued, nglued, sizeof *glued)) status = pc_no_memory(walk->call);
    if (status == PC_OK) glued[nglued++] = borders.borders[i].at;
  }
  if (status == PC_OK) status = pc_merge(walk, sorted, glued, nglued);
  pc_shrink(&glued, &capglued, 0, sizeof *glued);
  pc_shrink(&borders.borders, &borders.capacity, 0, sizeof *borders.borders);
  return status;
}

/* An extent on the device, and its plan. */
typedef struct pc_place_of {
  const pc_extent *extent;
  uint32_t plan;
} pc_place_of;

/* The extent that holds an address, of the plan or of earlier ones on its device. */
PC_UNUSED static pc_place_of pc_find_place(const pc_plan *plan, const pc_sorted *sorted, uintptr_t address) {
  const uint32_t below = pc_sorted_below(plan, sorted, address);
  pc_place_of place = {below ? &plan->extents[below - 1] : NULL, plan->number};
  if (!place.extent || address - place.extent->base >= place.extent->bytes)
    place.extent = pc_index_find(address, 0, &place.plan);
  if (place.extent && (PC_STATE->plans[place.plan]->where != plan->where || PC_STATE->plans[place.plan]->device != plan->device))
    place.extent = NULL;
  return place;
}

/* Notes that a pointer of a plan that holds nothing leads to an extent, of the plan or of another, which may
 * leave before it. 0: no memory. */
PC_UNUSED static int pc_note_observed(pc_plan *plan, const pc_extent *target, uint32_t number) {
  if (!target) return 1;
  if (number != plan->number) PC_STATE->plans[number]->observed = 1;
  return pc_make_partly(plan);
}

/* What a pointer that holds nothing is on the device, once the extents have their memory; 0 where it is free.
 */
PC_UNUSED static int pc_settle_inside(pc_call *call, pc_plan *plan, const pc_sorted *sorted,
                                      pc_inside *inside, pc_holder *holder) {
  const uintptr_t value = inside->value;
  pc_place_of at = pc_find_place(plan, sorted, inside->target), before = {NULL, 0};
  uintptr_t end = 0, beginning = 0;
  inside->device = 0;
  if (!pc_note_observed(plan, at.extent, at.plan)) return pc_no_memory(call);
  if (inside->target != value) { /* so far from there */
    if (at.extent)
      inside->device = pc_device_address(PC_STATE->plans[at.plan], at.extent) + (value - at.extent->base);
    return PC_OK;
  }
  if (!at.extent || at.extent->base == value) before = pc_find_place(plan, sorted, value - 1);
  if (!pc_note_observed(plan, before.extent, before.plan)) return pc_no_memory(call);
  if (before.extent && before.extent->base + before.extent->bytes != value) before.extent = NULL;
  if (before.extent)
    end = pc_device_address(PC_STATE->plans[before.plan], before.extent) + before.extent->bytes;
  if (at.extent)
    beginning = pc_device_address(PC_STATE->plans[at.plan], at.extent) + (value - at.extent->base);
  if (!before.extent || inside->means == PC_MEANS_BEGINNING) {
    inside->device = beginning;
    return PC_OK;
  }
  if (inside->means == PC_MEANS_END) {
    inside->device = end;
    return PC_OK;
  }
  pc_find_holder(plan, inside->cell, holder);
  if (!at.extent) {
    const uintptr_t own = holder->extent->base - before.extent->base;
    const int whole = pc_is_of_type(holder->extent, pc_target_type(holder->extent, inside->cell));
    if ((own < before.extent->bytes && !whole) ||
        pc_has_sibling(plan, holder->extent, inside->cell, before.extent->base, value))
      inside->device = end;
    return PC_OK;
  }
  switch (pc_meaning(plan, holder->extent, inside->cell, before.extent, at.extent)) {
  case PC_MEANS_END: inside->device = end; break;
  case PC_MEANS_BEGINNING: inside->device = beginning; break;
  default:
    if (end != beginning)
      return pc_fail(
          call, PC_ERROR_OVERLAP,
          "'%s' of '%s': leads to where one mapped extent ends and another, entered apart, begins: which "
          "of them is meant is not known (enter them together)",
          pc_pointer_of(plan, holder->extent,
                        (inside->cell - holder->extent->cell) % pc_slots_of(holder->extent))
              ->name,
          pc_type_name(plan, holder->extent));
    inside->device = beginning;
  }
  return PC_OK;
}

/* Gives the pointers that hold nothing their values on the device. What nothing was copied of is free. */
PC_UNUSED static int pc_settle_insides(pc_call *call, pc_plan *plan, const pc_sorted *sorted) {
  pc_holder holder = {NULL, 0};
  size_t i, k = 0;
  for (i = 0; i < plan->ninside; ++i) {
    pc_inside *inside = &plan->inside[i];
    const int status = pc_settle_inside(call, plan, sorted, inside, &holder);
    if (status != PC_OK) return status;
    if (inside->device) {
      plan->inside[k++] = *inside;
    } else {
      plan->codes[inside->cell] = PC_FREE;
    }
  }
  plan->ninside = k;
  pc_shrink(&plan->inside, &plan->capinside, k, sizeof *plan->inside);
  return PC_OK;
}

#ifdef __cplusplus
}
#endif

#endif
