/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Plans in brief: 16 bytes an extent instead of 48, where one root has entered, alone, objects and arrays that do not
 * overlap and whose pointers all are followed or left out. Not for users.
 *
 * All plans are brief, or none is. Only enter (brief_enter.h), exit (brief_leave.h) and pc_deepcopy_device_pointer know of them.
 * Before any other call begins they are written out (pc_write_out): then it is as if they had never been brief. Where a
 * brief exit finds a difference, they are written out too, and the exit that knows everything says what it is.
 */
#ifndef POINTERCHAIN_DETAIL_BRIEF_H
#define POINTERCHAIN_DETAIL_BRIEF_H

#include "../deepcopy_types.h"
#include "attributes.h"
#include "index.h"
#include "layouts.h"
#include "merge.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 0: no plan is brief. 1: those that can be. 2: these too, but each is written out at once. For tests. */
#ifndef PC_BRIEF
#define PC_BRIEF 1
#endif

/* After an enter that could not be brief so many at the same place of the source are not tried. */
#ifndef PC_UNFIT_CALLS
#define PC_UNFIT_CALLS 15
#endif

/* In pc_brief.place: bytes. */
enum { PC_PLACE_SHIFT = 4 };

/* The elements of an extent. */
PC_INLINE static size_t pc_brief_elements(const pc_plan *plan, size_t i) {
  return plan->elements ? plan->elements[i] : 1;
}

/* Where it lies in the plan's block. */
PC_INLINE static uintptr_t pc_brief_place(const pc_plan *plan, size_t i) {
  return (uintptr_t)plan->briefs[i].place << PC_PLACE_SHIFT;
}

/* What the pointer of a code held on the host, and what it holds on the device. */
PC_INLINE static uintptr_t pc_brief_host(const pc_plan *plan, uint32_t code) {
  return code - 1 < PC_LAST ? plan->briefs[code - 1].base : 0;
}

PC_INLINE static uintptr_t pc_brief_device(const pc_plan *plan, uint32_t code) {
  return code - 1 < PC_LAST ? (uintptr_t)plan->block + pc_brief_place(plan, code - 1) : 0;
}

/* memcpy of objects, most of which are small. */
PC_INLINE static void pc_copy_object(char *to, const char *from, size_t bytes) {
  if (bytes - 16 <= 16) {
    char first[16], last[16];
    memcpy(first, from, 16);
    memcpy(last, from + bytes - 16, 16);
    memcpy(to, first, 16);
    memcpy(to + bytes - 16, last, 16);
  } else if (bytes - 8 <= 8) {
    char first[8], last[8];
    memcpy(first, from, 8);
    memcpy(last, from + bytes - 8, 8);
    memcpy(to, first, 8);
    memcpy(to + bytes - 8, last, 8);
  } else {
    memcpy(to, from, bytes);
  }
}

/* Whether elements of a type travel without a staging buffer. */
PC_UNUSED static int pc_brief_direct(const pc_plan *plan, const pc_layout *layout, size_t elements) {
  const size_t bytes = elements * layout->size;
  if (layout->nslots) return 0;
  return bytes > PC_CHUNK_BYTES ||
         (bytes >= PC_DIRECT_BYTES && plan->technique == PC_AUTO && !plan->device->background);
}

/* A place in a brief plan: an element of an extent. */
typedef struct pc_cursor {
  size_t extent, element;
} pc_cursor;

/* Elements that lie in one stretch of the block. */
typedef struct pc_stretch_of {
  pc_cursor from;
  size_t last, to; /* the last extent, and its elements that are in it */
  uintptr_t place;
  size_t bytes;
  int direct; /* it is one array, which travels without a staging buffer */
} pc_stretch_of;

/* The next stretch, where each extent is one object and none is large: as many as fit. */
PC_UNUSED static int pc_next_objects(const pc_plan *plan, pc_cursor *at, pc_stretch_of *stretch) {
  const pc_layout *layouts = PC_STATE->layouts;
  size_t low = at->extent, high = plan->nbriefs;
  if (low == high) return 0;
  stretch->from = *at;
  stretch->place = pc_brief_place(plan, low);
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    const size_t size = layouts[plan->briefs[middle].type & PC_TYPE_MASK].size;
    if (pc_brief_place(plan, middle) + size - stretch->place <= PC_CHUNK_BYTES) {
      low = middle;
    } else {
      high = middle;
    }
  }
  stretch->last = low;
  stretch->to = 1;
  stretch->bytes = pc_brief_place(plan, low) + layouts[plan->briefs[low].type & PC_TYPE_MASK].size - stretch->place;
  stretch->direct = 0;
  at->extent = low + 1;
  return 1;
}

/* The next stretch from a place on, which becomes that behind it; 0 at the end. Where `seeing`, only what has pointers is
 * wanted, and stretches go on over fewer than `leap` bytes that have none. */
PC_UNUSED static int pc_next_stretch(const pc_plan *plan, pc_cursor *at, int seeing, size_t leap, pc_stretch_of *stretch) {
  const pc_layout *layouts = PC_STATE->layouts;
  uintptr_t end = 0;
  if (plan->even && (!seeing || !plan->leaves)) return pc_next_objects(plan, at, stretch);
  stretch->bytes = 0;
  stretch->direct = 0;
  for (; at->extent < plan->nbriefs; ++at->extent, at->element = 0) {
    const pc_layout *layout = &layouts[plan->briefs[at->extent].type & PC_TYPE_MASK];
    const size_t elements = pc_brief_elements(plan, at->extent);
    const uintptr_t place = pc_brief_place(plan, at->extent) + at->element * layout->size;
    const int direct = pc_brief_direct(plan, layout, elements);
    size_t take = elements - at->element, room = PC_CHUNK_BYTES;
    if (seeing && !layout->nslots) continue;
    if (stretch->bytes) {
      if (direct || place - end >= leap || place + layout->size - stretch->place > PC_CHUNK_BYTES) return 1;
      room = PC_CHUNK_BYTES - (place - stretch->place);
    } else {
      stretch->from = *at;
      stretch->place = place;
      stretch->direct = direct;
    }
    if (!direct && take > room / layout->size) take = room / layout->size;
    end = place + take * layout->size;
    stretch->last = at->extent;
    stretch->to = at->element + take;
    stretch->bytes = end - stretch->place;
    if (stretch->to < elements) {
      at->element = stretch->to;
      return 1;
    }
    if (direct) {
      ++at->extent;
      at->element = 0;
      return 1;
    }
  }
  return stretch->bytes != 0;
}

/* Makes extents of briefs, in their place. 0: no memory, and nothing was done. */
PC_UNUSED static int pc_make_extents(pc_plan *plan) {
  const size_t n = plan->nbriefs;
  const uint32_t mark = pc_new_mark();
  char *memory = (char *)pc_resize(plan->briefs, plan->capbriefs * sizeof *plan->briefs, n * sizeof *plan->extents);
  size_t i, cell = plan->ncodes;
  if (!memory) return 0;
  /* The last ones first: each is longer than what it is made of. */
  for (i = n; i-- > 0;) {
    const pc_layout *layout;
    pc_brief brief;
    pc_extent extent;
    memcpy(&brief, memory + i * sizeof brief, sizeof brief);
    layout = &PC_STATE->layouts[brief.type & PC_TYPE_MASK];
    extent.bytes = pc_brief_elements(plan, i) * layout->size;
    cell -= pc_brief_elements(plan, i) * layout->nslots;
    extent.base = brief.base;
    extent.place = (uintptr_t)brief.place << PC_PLACE_SHIFT;
    extent.cell = (uint32_t)cell;
    extent.count = 1;
    extent.mark = mark;
    extent.type = brief.type;
    memcpy(memory + i * sizeof extent, &extent, sizeof extent);
  }
  plan->extents = (pc_extent *)(void *)memory;
  plan->nextents = plan->capextents = n;
  plan->briefs = NULL;
  plan->capbriefs = 0;
  return 1;
}

/* And briefs of extents again. */
PC_COLD static void pc_make_briefs(pc_plan *plan) {
  char *memory = (char *)plan->extents, *less;
  const size_t n = plan->nextents;
  size_t i;
  for (i = 0; i < n; ++i) {
    pc_extent extent;
    pc_brief brief;
    memcpy(&extent, memory + i * sizeof extent, sizeof extent);
    brief.base = extent.base;
    brief.place = (uint32_t)(extent.place >> PC_PLACE_SHIFT);
    brief.type = extent.type;
    memcpy(memory + i * sizeof brief, &brief, sizeof brief);
  }
  plan->extents = NULL;
  plan->nextents = plan->capextents = 0;
  plan->capbriefs = n;
  less = (char *)pc_resize(memory, n * sizeof *plan->extents, n * sizeof *plan->briefs);
  plan->briefs = (pc_brief *)(void *)(less ? less : memory);
}

/* Writes the extents of a brief plan as all calls know them. All or nothing. */
PC_RARE static int pc_write_out_plan(pc_call *call, pc_plan *plan) {
  pc_sorted sorted = {NULL, 0, 0};
  int status = PC_OK;
  if (!pc_make_extents(plan)) return pc_no_memory(call);
  sorted.n = plan->nextents;
  if (!plan->rising) status = pc_sort_falling(call, plan, &sorted);
  if (status == PC_OK && !pc_index_add(plan, &sorted)) status = pc_no_memory(call);
  if (sorted.order) pc_resize(sorted.order, sorted.capacity * sizeof *sorted.order, 0);
  if (status != PC_OK) {
    pc_make_briefs(plan);
    return status;
  }
  pc_shrink(&plan->elements, &plan->capelements, 0, sizeof *plan->elements);
  plan->nbriefs = 0;
  pc_index_settle();
  return PC_OK;
}

/* The same of all of them; where one cannot be, those that were not stay brief until the next call. */
PC_UNUSED static int pc_write_out(pc_call *call) {
  pc_state *state = PC_STATE;
  int status = PC_OK;
  while (state->brief && status == PC_OK) {
    pc_plan *plan = state->brief;
    status = pc_write_out_plan(call, plan);
    if (status == PC_OK) state->brief = plan->next_brief;
  }
  return status;
}

/* Takes a plan off the list of those that are brief. */
PC_UNUSED static void pc_forget_brief(const pc_plan *plan) {
  pc_plan **place = &PC_STATE->brief;
  while (*place != plan) place = &(*place)->next_brief;
  *place = plan->next_brief;
}

/* Whether an address lies among the extents of a brief plan. */
PC_UNUSED static int pc_is_spanned(const pc_plan *plan, uintptr_t low, uintptr_t high) {
  size_t i;
  for (i = 0; i < plan->nspans; ++i)
    if (low < plan->spans[i].high && high > plan->spans[i].low) return 1;
  return 0;
}

/* The address on the device of what lies at an address of a brief plan's objects; 0 where nothing does. */
PC_UNUSED static uintptr_t pc_find_in_brief(const pc_plan *plan, uintptr_t address) {
  size_t low = 0, high = plan->nbriefs;
  while (plan->rising && high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    if (plan->briefs[middle].base <= address) {
      low = middle;
    } else {
      high = middle;
    }
  }
  for (; low < high; ++low) {
    const pc_brief *brief = &plan->briefs[low];
    const size_t bytes = pc_brief_elements(plan, low) * PC_STATE->layouts[brief->type & PC_TYPE_MASK].size;
    if (address - brief->base < bytes)
      return (uintptr_t)plan->block + pc_brief_place(plan, low) + (address - brief->base);
  }
  return 0;
}

/* The same of all of them. */
PC_UNUSED static uintptr_t pc_find_brief(uintptr_t address) {
  const pc_plan *plan;
  for (plan = PC_STATE->brief; plan; plan = plan->next_brief)
    if (pc_is_spanned(plan, address, address + 1)) return pc_find_in_brief(plan, address);
  return 0;
}

#ifdef __cplusplus
}
#endif

#endif
