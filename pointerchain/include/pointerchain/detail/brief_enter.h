/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Enter of what can be a plan in brief: one walk, one pass that packs. Not for users.
 *
 * Whatever is not simple ends the attempt before the device has been asked for anything; the enter that knows everything
 * then begins anew. What is not, also because it is an error: what lies among what is mapped already, more than one root, directions,
 * observers, overlapping objects, pointers to no elements or to memory that may not be written.
 */
#ifndef POINTERCHAIN_DETAIL_BRIEF_ENTER_H
#define POINTERCHAIN_DETAIL_BRIEF_ENTER_H

#include "../deepcopy_device.h"
#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "beginnings.h"
#include "brief.h"
#include "enter.h"
#include "extents.h"
#include "handles.h"
#include "index.h"
#include "layouts.h"
#include "merge.h"
#include "patches.h"
#include "place.h"
#include "recorded.h"
#include "returning.h"
#include "selection.h"
#include "staging.h"
#include "state.h"
#include "techniques.h"
#include "walk.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether a pointer is one that a brief plan can have. */
PC_UNUSED static int pc_is_brief_pointer(const pc_pointer *pointer) {
  if (pointer->when || pointer->data || pointer->container || pointer->flags) return 0;
  if (pointer->kind == PC_SKIPPED) return 1;
  return pc_is_followed(pointer) && !pointer->inner && pointer->direction == PC_TOFROM;
}

/* Whether objects of all types that are known are ones that a brief plan can have. */
PC_UNUSED static int pc_are_brief_types(void) {
  const pc_state *state = PC_STATE;
  size_t i, k;
  for (i = 1; i < state->nlayouts; ++i) {
    const pc_layout *layout = &state->layouts[i];
    if (!layout->size || pc_is_large(layout->size) || layout->type->tail || layout->type->nkinds || layout->ncustoms) return 0;
    if (layout->nslots && layout->size > pc_leap(state->device)) return 0; /* of which the pointers alone are looked at */
    for (k = 0; k < layout->nslots; ++k)
      if (!pc_is_brief_pointer(layout->slots[k].pointer) ||
          (k && layout->slots[k].offset - layout->slots[k - 1].offset < sizeof(void *)))
        return 0;
  }
  return 1;
}

/* Notes that the latest extent has more than one element. 0: no memory. */
PC_UNUSED static int pc_note_elements(pc_plan *plan, size_t elements) {
  if (elements > UINT32_MAX) return 0;
  if (elements == 1 && !plan->elements) return 1;
  while (plan->capelements < plan->nbriefs) {
    const size_t before = plan->capelements;
    size_t i;
    if (!before && plan->nbriefs > 16) {
      plan->elements = (uint32_t *)pc_resize(NULL, 0, plan->capbriefs * sizeof *plan->elements);
      if (!plan->elements) return 0;
      plan->capelements = plan->capbriefs;
    } else if (!pc_grow(&plan->elements, &plan->capelements, before, sizeof *plan->elements)) {
      return 0;
    }
    for (i = before; i < plan->capelements; ++i) plan->elements[i] = 1;
  }
  plan->elements[plan->nbriefs - 1] = (uint32_t)elements;
  return 1;
}

/* Notes in the program's pages which of a plan's extents lie there: when the walk begins, and where the pages have been read
 * anew, also by a length that measures a string. */
PC_UNUSED static void pc_survey_pages(pc_walk *walk) {
  const pc_plan *plan = walk->plan;
  size_t i, hint = 0;
  pc_begin_numbers();
  walk->region = 0;
  walk->pages_read = PC_STATE->pages_read;
  for (i = 0; i < plan->nbriefs; ++i) {
    const pc_brief *brief = &plan->briefs[i];
    const uintptr_t end =
        brief->base + pc_brief_elements(plan, i) * PC_STATE->layouts[brief->type & PC_TYPE_MASK].size;
    pc_pages *pages = pc_pages_of(brief->base, &hint);
    if (!pages) continue;
    if (brief->base < pages->low) pages->low = brief->base;
    if (end > pages->high) pages->high = end;
  }
}

/* Lets the walk know the pages where an address lies, and between which ends extents are known there. A heap is one region, so
 * that most of what is met in order is new, and apart from all else, by a look at the ends. */
PC_UNUSED static void pc_change_pages(pc_walk *walk, uintptr_t address) {
  pc_state *state = PC_STATE;
  const size_t i = pc_find_pages(address);
  if (state->pages_unknown || i == state->npages || state->pages[i].begin > address) return;
  if (walk->pages_read != state->pages_read) pc_survey_pages(walk);
  if (walk->region) {
    state->pages[walk->region - 1].low = walk->low;
    state->pages[walk->region - 1].high = walk->high;
  }
  walk->region = i + 1;
  walk->low = state->pages[i].low;
  walk->high = state->pages[i].high;
  walk->begin = state->pages[i].begin;
  walk->end = state->pages[i].end;
}

/* Whether the program may write so many bytes; then the walk knows their pages. */
PC_UNUSED static int pc_enter_pages(pc_walk *walk, uintptr_t base, size_t bytes) {
  if (base >= walk->begin && base <= walk->end && bytes <= walk->end - base) return 1;
  if (bytes > UINTPTR_MAX - base || pc_rights(base, base + bytes, &walk->fresh) != 2) return 0;
  pc_change_pages(walk, base);
  return 1;
}

/* Adds an extent, whose pages are known. 0: it cannot be in a brief plan. */
PC_UNUSED static int pc_add_brief(pc_walk *walk, uintptr_t base, size_t elements, size_t bytes, size_t align, uint32_t type) {
  pc_plan *plan = walk->plan;
  const size_t place = (plan->block_bytes + align - 1) & ~(align - 1);
  pc_brief *brief;
  if (place >> PC_PLACE_SHIFT > UINT32_MAX || bytes > SIZE_MAX / 4 || plan->nbriefs >= PC_LAST) return 0;
  if (plan->nbriefs == plan->capbriefs && !pc_grow(&plan->briefs, &plan->capbriefs, plan->nbriefs, sizeof *brief)) return 0;
  plan->even &= elements == 1 && align <= PC_LINE / 2;
  brief = &plan->briefs[plan->nbriefs++];
  brief->base = base;
  brief->place = (uint32_t)(place >> PC_PLACE_SHIFT);
  brief->type = type;
  if ((elements != 1 || plan->elements) && !pc_note_elements(plan, elements)) return 0;
  plan->block_bytes = place + bytes;
  if (align > plan->align) plan->align = align;
  walk->falling |= base < walk->last;
  walk->last = base + bytes;
  walk->crowded |= base < walk->high && base + bytes > walk->low;
  if (base < walk->low) walk->low = base;
  if (base + bytes > walk->high) walk->high = base + bytes;
  return 1;
}

/* The code of an extent that begins at an address. 0: there is none, UINT32_MAX: there is no memory, or one that is another. */
PC_UNUSED static uint32_t pc_known_brief(pc_walk *walk, uintptr_t base, size_t elements, uint32_t type, uint32_t named) {
  pc_plan *plan = walk->plan;
  pc_beginnings *known = &walk->known;
  uint32_t found;
  for (; known->entries < plan->nbriefs; ++known->entries)
    if (!pc_add_beginning(known, plan->briefs[known->entries].base, known->entries)) return UINT32_MAX;
  for (found = pc_first_beginning(known, base); found; found = pc_next_beginning(known, found)) {
    pc_brief *brief = &plan->briefs[found - 1];
    if (brief->base != base) continue;
    if ((brief->type & PC_TYPE_MASK) != type || pc_brief_elements(plan, found - 1) != elements) return UINT32_MAX;
    brief->type |= named;
    return found;
  }
  return 0;
}

/* The length of a pointer of an object, which is noted, and the bytes that it leads to. 0: none that is simple. */
PC_UNUSED static size_t pc_brief_length(pc_plan *plan, const pc_slot *slot, uintptr_t element, size_t *bytes) {
  const size_t size = PC_STATE->layouts[slot->target].size;
  const long long count = slot->pointer->count ? slot->pointer->count((const void *)(element + slot->owner)) : 1;
  if (count <= 0 || (unsigned long long)count > PTRDIFF_MAX / size) return 0;
  if (slot->pointer->count && !pc_is_of_section(slot->pointer) && !pc_note_length(plan, count)) return 0;
  *bytes = (size_t)count * size;
  return (size_t)count;
}

/* Follows a pointer of an object, and adds its code. 0: it is not simple. */
PC_UNUSED static int pc_walk_brief_slot(pc_walk *walk, const pc_slot *slot, uintptr_t element, uint32_t named) {
  pc_plan *plan = walk->plan;
  size_t elements = 1, bytes = slot->plain, align = slot->align;
  uint32_t code = PC_NULL;
  uintptr_t value;
  memcpy(&value, (const void *)(element + slot->offset), sizeof value);
  if (slot->pointer->kind == PC_SKIPPED) {
    code = PC_FREE;
  } else if (value) {
    if (value & (slot->wants - 1)) return 0;
    if (!bytes) {
      elements = pc_brief_length(plan, slot, element, &bytes);
      if (!elements) return 0;
      if (bytes >= 4096 && align < PC_LINE) align = PC_LINE;
    }
    if (!pc_enter_pages(walk, value, bytes)) return 0;
    if (value < walk->high && value >= walk->low) {
      __builtin_prefetch((const void *)value);
      code = pc_known_brief(walk, value, elements, slot->target, named);
      if (code == UINT32_MAX) return 0;
    }
    if (!code) {
      if (!pc_add_brief(walk, value, elements, bytes, align, slot->target | named)) return 0;
      code = (uint32_t)plan->nbriefs;
    }
  }
  plan->codes[plan->ncodes++] = code;
  return 1;
}

/* What a walk over objects changes, near at hand. */
typedef struct pc_front {
  pc_brief *next, *most; /* where the next extent goes, and the room for them ends */
  uint32_t *code;
  size_t behind; /* bytes of the block that are taken */
  uintptr_t begin, room, low, wide, last; /* the pages known, and what lies in them, by their length */
  int falling;
} pc_front;

PC_INLINE static pc_front pc_get_front(const pc_walk *walk) {
  const pc_plan *plan = walk->plan;
  const size_t most = plan->elements ? plan->nbriefs : plan->capbriefs;
  const pc_front front = {plan->briefs + plan->nbriefs,
                          plan->briefs + (most < PC_LAST ? most : PC_LAST),
                          plan->codes + plan->ncodes,
                          plan->block_bytes,
                          walk->begin,
                          walk->end - walk->begin,
                          walk->low,
                          walk->high > walk->low ? walk->high - walk->low : 0,
                          walk->last,
                          walk->falling};
  return front;
}

PC_INLINE static void pc_put_front(pc_walk *walk, pc_front front) {
  pc_plan *plan = walk->plan;
  plan->nbriefs = (size_t)(front.next - plan->briefs);
  plan->ncodes = (size_t)(front.code - plan->codes);
  plan->block_bytes = front.behind;
  walk->last = front.last;
  walk->falling = front.falling;
  if (!front.wide) return;
  walk->low = front.low;
  walk->high = front.low + front.wide;
}

/* Walks extents from `*current` on that are one object of a layout each, whose pointers all are plain: as far as they are
 * and there is room for their codes. What is new and lies behind all that is known in its pages is added here, all else by
 * pc_walk_brief_slot. 0: something is not simple. */
PC_INLINE static int pc_walk_objects(pc_walk *walk, const pc_layout *layout, size_t slots, size_t *current) {
  pc_plan *plan = walk->plan;
  const pc_slot *const slot = layout->slots;
  const uint32_t type = plan->briefs[*current].type;
  const uint32_t *const full = plan->codes + plan->capcodes - slots;
  pc_front front = pc_get_front(walk);
  const pc_brief *brief = plan->briefs + *current;
  size_t k;
  for (; brief < front.next && brief->type == type && front.code <= full; ++brief) {
    const char *const host = (const char *)brief->base;
    for (k = 0; k < slots; ++k) {
      const size_t bytes = slot[k].plain, place = (front.behind + slot[k].align - 1) & ~(size_t)(slot[k].align - 1);
      uintptr_t value;
      memcpy(&value, host + slot[k].offset, sizeof value);
      if (!value) {
        *front.code++ = PC_NULL;
      } else if (!(value & (slot[k].wants - 1)) && value - front.begin < front.room && value > front.low &&
                 value - front.low >= front.wide && front.room - (value - front.begin) >= bytes && front.wide &&
                 front.next < front.most && slot[k].align <= plan->align) {
        front.next->base = value;
        front.next->place = (uint32_t)(place >> PC_PLACE_SHIFT);
        front.next->type = slot[k].target | slot[k].named;
        front.behind = place + bytes;
        front.falling |= value < front.last;
        front.last = value + bytes;
        front.wide = front.last - front.low;
        *front.code++ = (uint32_t)(++front.next - plan->briefs);
      } else {
        const size_t i = (size_t)(brief - plan->briefs);
        int fine;
        pc_put_front(walk, front);
        fine = pc_walk_brief_slot(walk, &slot[k], (uintptr_t)host, slot[k].named);
        front = pc_get_front(walk);
        brief = plan->briefs + i;
        if (!fine) return 0;
      }
    }
  }
  pc_put_front(walk, front);
  *current = (size_t)(brief - plan->briefs);
  return 1;
}

/* Walks all extents. 0: something is not simple. */
PC_UNUSED static int pc_walk_briefly(pc_walk *walk) {
  pc_plan *plan = walk->plan;
  const pc_layout *layouts = PC_STATE->layouts;
  size_t current = 0, i, k;
  for (; current < plan->nbriefs; ++current) {
    const pc_brief brief = plan->briefs[current];
    const pc_layout *layout = &layouts[brief.type & PC_TYPE_MASK];
    const size_t elements = pc_brief_elements(plan, current), slots = layout->nslots;
    const uint32_t named = brief.type & PC_NAMED && !layout->recursive ? PC_NAMED : 0;
    if (!slots) {
      plan->leaves = 1;
      continue;
    }
    if (elements > (PC_LAST - plan->ncodes) / slots || !pc_reserve_codes(plan, elements * slots)) return 0;
    if (layout->plain && !plan->elements && !named) {
      const size_t before = current;
      const int fine = slots == 1   ? pc_walk_objects(walk, layout, 1, &current)
                       : slots == 2 ? pc_walk_objects(walk, layout, 2, &current)
                                    : pc_walk_objects(walk, layout, slots, &current);
      if (!fine) return 0;
      if (current > before) {
        --current;
        continue;
      }
    }
    for (i = 0; i < elements; ++i)
      for (k = 0; k < slots; ++k)
        if (!pc_walk_brief_slot(walk, &layout->slots[k], brief.base + i * layout->size, named | layout->slots[k].named))
          return 0;
  }
  return 1;
}

/* Whether the extents lie apart, of which some were met among others. */
PC_UNUSED static int pc_lie_apart(const pc_plan *plan) {
  const size_t n = plan->nbriefs;
  const pc_layout *layouts = PC_STATE->layouts;
  uint64_t *keys, *sorted, room;
  size_t i, hint = 0;
  uintptr_t end = 0;
  pc_begin_numbers();
  for (i = 0; i < n; ++i)
    if (!pc_note_number(plan->briefs[i].base, &hint)) return 0;
  room = pc_settle_numbers();
  keys = room >> 32 ? NULL : (uint64_t *)pc_resize(NULL, 0, 2 * n * sizeof *keys);
  if (!keys) return 0;
  for (i = 0; i < n; ++i) keys[i] = pc_number_of(plan->briefs[i].base, &hint) << 32 | i;
  sorted = pc_sort_numbers(keys, keys + n, n, room);
  for (i = 0; i < n; ++i) {
    const uint32_t index = (uint32_t)sorted[i];
    const pc_brief *brief = &plan->briefs[index];
    if (n - i > PC_AHEAD) __builtin_prefetch(&plan->briefs[(uint32_t)sorted[i + PC_AHEAD]]);
    if (brief->base < end) break;
    end = brief->base + pc_brief_elements(plan, index) * layouts[brief->type & PC_TYPE_MASK].size;
  }
  pc_resize(keys, 2 * n * sizeof *keys, 0);
  return i == n;
}

/* Notes between which addresses the walk has found extents. 0: in too many regions. */
PC_UNUSED static int pc_note_spans(pc_walk *walk) {
  pc_state *state = PC_STATE;
  pc_plan *plan = walk->plan;
  size_t i;
  if (state->pages_unknown) {
    plan->spans[0].low = walk->low;
    plan->spans[0].high = walk->high;
    plan->nspans = 1;
    return 1;
  }
  if (walk->pages_read != state->pages_read) {
    pc_survey_pages(walk);
  } else if (walk->region) {
    state->pages[walk->region - 1].low = walk->low;
    state->pages[walk->region - 1].high = walk->high;
  }
  for (i = 0; i < state->npages; ++i) {
    if (state->pages[i].low >= state->pages[i].high) continue;
    if (plan->nspans == PC_SPANS) return 0;
    plan->spans[plan->nspans].low = state->pages[i].low;
    plan->spans[plan->nspans++].high = state->pages[i].high;
  }
  return 1;
}

/* Whether what a plan has found lies apart from what other plans have, and the pointer by which its root was named is in none
 * of it. */
PC_UNUSED static int pc_is_apart(const pc_plan *plan, uintptr_t at) {
  const pc_plan *other;
  size_t i;
  if (at && pc_is_spanned(plan, at, at + 1)) return 0;
  for (other = PC_STATE->brief; other; other = other->next_brief) {
    if (at && pc_is_spanned(other, at, at + 1)) return 0;
    for (i = 0; i < plan->nspans; ++i)
      if (pc_is_spanned(other, plan->spans[i].low, plan->spans[i].high)) return 0;
  }
  return 1;
}

/* Finds what a root reaches. 0: it is not simple. */
PC_UNUSED static int pc_make_brief(pc_call *call, pc_plan *plan, const pc_root *root) {
  const uint32_t type = pc_find_layout(root->type);
  const pc_layout *layout = &PC_STATE->layouts[type];
  const size_t bytes = (size_t)root->count * layout->size;
  const size_t align = bytes >= 4096 && layout->align < PC_LINE ? PC_LINE : layout->align;
  const uintptr_t base = (uintptr_t)root->base;
  pc_walk walk;
  int fine;
  memset(&walk, 0, sizeof walk);
  walk.call = call;
  walk.plan = plan;
  walk.low = UINTPTR_MAX;
  plan->even = 1;
  pc_survey_pages(&walk);
  pc_guess(&plan->briefs, &plan->capbriefs, PC_STATE->likely_extents, sizeof *plan->briefs);
  pc_guess(&plan->codes, &plan->capcodes, PC_STATE->likely_codes, sizeof *plan->codes);
  fine = !(base & (layout->type->align ? layout->type->align - 1 : 0)) &&
         pc_enter_pages(&walk, base, bytes) && pc_add_brief(&walk, base, (size_t)root->count, bytes, align, type | PC_NAMED) && pc_walk_briefly(&walk) &&
         plan->block_bytes >> PC_PLACE_SHIFT <= UINT32_MAX && pc_note_spans(&walk) && pc_is_apart(plan, (uintptr_t)root->at) &&
         (!walk.crowded || pc_lie_apart(plan));
  pc_beginnings_free(&walk.known);
  plan->rising = !walk.falling;
  pc_learn(&PC_STATE->likely_extents, plan->nbriefs);
  pc_learn(&PC_STATE->likely_codes, plan->ncodes);
  if (!fine) return 0;
  pc_shrink(&plan->briefs, &plan->capbriefs, plan->nbriefs, sizeof *plan->briefs);
  pc_shrink(&plan->codes, &plan->capcodes, plan->ncodes, sizeof *plan->codes);
  if (plan->capelements > plan->nbriefs) pc_shrink(&plan->elements, &plan->capelements, plan->nbriefs, sizeof *plan->elements);
  if (plan->caplengths > plan->ncodes) pc_shrink(&plan->lengths, &plan->caplengths, plan->ncodes, sizeof *plan->lengths);
  return 1;
}

/* Packs objects from number `*i` on, as long as they are of one type. */
PC_INLINE static const uint32_t *pc_pack_objects(const pc_plan *plan, const pc_layout *layout, size_t slots,
                                                 const pc_stretch_of *stretch, size_t *i, uintptr_t *at,
                                                 const uint32_t *codes, char *image) {
  const pc_brief *brief = &plan->briefs[*i], *const last = &plan->briefs[stretch->last];
  const pc_brief *const warm = plan->rising || plan->nbriefs < PC_AHEAD ? NULL : &plan->briefs[plan->nbriefs - PC_AHEAD];
  const uint32_t type = brief->type;
  const size_t size = layout->size;
  const pc_brief *const first = brief;
  uintptr_t behind = *at;
  size_t k;
  for (; brief <= last && brief->type == type; ++brief) {
    const uintptr_t place = (uintptr_t)brief->place << PC_PLACE_SHIFT;
    char *const to = image + (place - stretch->place);
    if (brief < warm) __builtin_prefetch((const char *)brief[PC_AHEAD].base);
    if (place > behind) memset(image + (behind - stretch->place), 0, place - behind);
    behind = place + size;
    pc_copy_object(to, (const char *)brief->base, size);
    for (k = 0; k < slots; ++k) {
      const uintptr_t value = pc_brief_device(plan, *codes++);
      memcpy(to + layout->slots[k].offset, &value, sizeof value);
    }
  }
  PC_STATE->stats.host_copies += (long long)((size_t)(brief - first) * (size - slots * sizeof(void *)));
  *i = (size_t)(brief - plan->briefs);
  *at = behind;
  return codes;
}

/* The same of all objects of a stretch. */
PC_UNUSED static const uint32_t *pc_pack_all_objects(const pc_plan *plan, const pc_stretch_of *stretch,
                                                     const uint32_t *codes, char *image) {
  uintptr_t at = stretch->place;
  size_t i = stretch->from.extent;
  while (i <= stretch->last) {
    const pc_layout *layout = &PC_STATE->layouts[plan->briefs[i].type & PC_TYPE_MASK];
    switch (layout->nslots) {
    case 1: codes = pc_pack_objects(plan, layout, 1, stretch, &i, &at, codes, image); break;
    case 2: codes = pc_pack_objects(plan, layout, 2, stretch, &i, &at, codes, image); break;
    default: codes = pc_pack_objects(plan, layout, layout->nslots, stretch, &i, &at, codes, image);
    }
  }
  return codes;
}

/* Packs the elements of a stretch into `image`. `codes` are theirs; those of the next one are given back. */
PC_UNUSED static const uint32_t *pc_pack_stretch(const pc_plan *plan, const pc_stretch_of *stretch, const uint32_t *codes,
                                                 char *image) {
  const pc_layout *layouts = PC_STATE->layouts;
  const int ahead = !plan->rising;
  uintptr_t at = stretch->place;
  size_t i, e, k, copied = 0;
  if (plan->even) return pc_pack_all_objects(plan, stretch, codes, image);
  for (i = stretch->from.extent; i <= stretch->last; ++i) {
    const pc_brief *brief = &plan->briefs[i];
    const pc_layout *layout = &layouts[brief->type & PC_TYPE_MASK];
    const size_t size = layout->size, slots = layout->nslots;
    const size_t first = i == stretch->from.extent ? stretch->from.element : 0;
    const size_t end = i == stretch->last ? stretch->to : pc_brief_elements(plan, i);
    const char *host = (const char *)brief->base + first * size;
    const uintptr_t place = pc_brief_place(plan, i) + first * size;
    char *to = image + (place - stretch->place);
    if (ahead && plan->nbriefs - i > PC_AHEAD) __builtin_prefetch((const char *)brief[PC_AHEAD].base);
    if (place > at) memset(image + (at - stretch->place), 0, place - at);
    at = place + (end - first) * size;
    copied += (end - first) * (size - slots * sizeof(void *));
    if (!slots) {
      pc_copy_object(to, host, (end - first) * size);
      continue;
    }
    for (e = first; e < end; ++e, to += size, host += size) {
      pc_copy_object(to, host, size);
      for (k = 0; k < slots; ++k) {
        const uintptr_t value = pc_brief_device(plan, *codes++);
        memcpy(to + layout->slots[k].offset, &value, sizeof value);
      }
    }
  }
  PC_STATE->stats.host_copies += (long long)copied;
  return codes;
}

/* Packs, and sends a stretch while the next one is packed, where the device can. */
PC_UNUSED static int pc_send_briefly(pc_transfer *transfer) {
  const pc_plan *plan = transfer->plan;
  pc_device *device = plan->device;
  const pc_background *background = device->background;
  const uintptr_t block = (uintptr_t)plan->block;
  const uint32_t *codes = plan->codes;
  pc_cursor at = {0, 0};
  pc_stretch_of stretch;
  int slot = 0, busy[2] = {0, 0}, status = PC_OK, i;
  while (status == PC_OK && pc_next_stretch(plan, &at, 0, PC_LINE, &stretch)) {
    char *image;
    if (stretch.direct) {
      status = pc_upload(transfer, block + stretch.place, (const void *)plan->briefs[stretch.last].base, stretch.bytes);
      continue;
    }
    if (busy[slot] && background->finish(device, plan->where, slot) != 0) status = pc_device_failed(transfer, "a transfer to it");
    busy[slot] = 0;
    image = status == PC_OK ? pc_staging(device, slot, stretch.bytes) : NULL;
    if (status == PC_OK && !image) status = pc_no_memory(transfer->call);
    if (status != PC_OK) break;
    codes = pc_pack_stretch(plan, &stretch, codes, image);
    if (!background) {
      status = pc_upload(transfer, block + stretch.place, image, stretch.bytes);
      continue;
    }
    ++PC_STATE->stats.transfers_to;
    PC_STATE->stats.bytes_to += (long long)stretch.bytes;
    if (background->start_to_device(device, plan->where, (void *)(block + stretch.place), image, stretch.bytes, slot) != 0)
      status = pc_device_failed(transfer, "a transfer to it");
    busy[slot] = 1;
    slot ^= 1;
  }
  for (i = 0; i < 2; ++i)
    if (busy[i] && background->finish(device, plan->where, i) != 0 && status == PC_OK)
      status = pc_device_failed(transfer, "a transfer to it");
  pc_trim_staging();
  return status;
}

/* Makes what clauses may map present, as far as it can be: how many extents, from the first on, were asked. */
PC_UNUSED static size_t pc_make_briefs_present(pc_call *call, pc_plan *plan, int *status) {
  pc_device *device = plan->device;
  size_t i;
  for (i = 0; i < plan->nbriefs && device->present; ++i) {
    pc_brief *brief = &plan->briefs[i];
    const pc_layout *layout = &PC_STATE->layouts[brief->type & PC_TYPE_MASK];
    if (!(brief->type & PC_NAMED)) continue;
    if (device->present(device, plan->where, (const void *)brief->base,
                        (void *)((uintptr_t)plan->block + pc_brief_place(plan, i)),
                        pc_brief_elements(plan, i) * layout->size) != 0) {
      *status = pc_fail(call, PC_ERROR_DEVICE,
                        "'%s' cannot be made present on the device '%s': is it mapped by other means?", layout->type->name,
                        device->name);
      return i;
    }
    brief->type |= PC_PRESENT;
  }
  return i;
}

/* Takes the first `n` extents from the present table. */
PC_UNUSED static void pc_make_briefs_absent(pc_plan *plan, size_t n) {
  size_t i;
  for (i = 0; i < n && plan->device->present; ++i) {
    pc_brief *brief = &plan->briefs[i];
    if (!(brief->type & PC_PRESENT)) continue;
    plan->device->absent(plan->device, plan->where, (const void *)brief->base,
                         pc_brief_elements(plan, i) * PC_STATE->layouts[brief->type & PC_TYPE_MASK].size);
    brief->type &= ~PC_PRESENT;
  }
}

/* Brings a brief plan to the device. All or nothing. */
PC_UNUSED static int pc_bring_brief(pc_call *call, pc_plan *plan, const pc_root *root) {
  const pc_choice all = pc_whole_choice(plan);
  pc_transfer transfer = pc_new_transfer(call, &all, PC_ENTERING, NULL);
  size_t present = 0;
  pc_handle *handle = NULL;
  int status = pc_allocate_plan(call, plan);
  if (status != PC_OK) return status;
  status = pc_send_briefly(&transfer);
  if (status == PC_OK) present = pc_make_briefs_present(call, plan, &status);
  if (status == PC_OK) {
    handle = pc_add_handle(root, plan, call->file, call->line);
    if (!handle) status = pc_no_memory(call);
  }
  if (status == PC_OK) return PC_OK;
  pc_make_briefs_absent(plan, present);
  pc_release_block(plan);
  return status;
}

/* Enters roots in brief, where that can be: `*done` is set, and the status is the call's. */
PC_UNUSED static int pc_enter_brief(pc_call *call, const pc_root *roots, size_t nroots, int technique, unsigned flags,
                                    int where, int *done) {
  pc_state *state = PC_STATE;
  pc_plan *plan;
  int status = PC_OK;
  *done = 0;
#ifdef PC_PLACE_PROFILED
  return PC_OK; /* the profiler is told of each extent */
#endif
  if (!PC_BRIEF || (state->live_plans && !state->brief) || state->indexed || nroots != 1 || flags || where < 0) return PC_OK;
  if ((technique != PC_AUTO && technique != PC_ARENA) || roots->direction != PC_TOFROM) return PC_OK;
  if (!roots->base || roots->count <= 0) return PC_OK;
  if (state->unfit_line == call->line && state->unfit_file == call->file && state->unfit_calls-- > 0) return PC_OK;
  for (plan = state->brief; plan; plan = plan->next_brief)
    if (pc_is_spanned(plan, (uintptr_t)roots->base, (uintptr_t)roots->base + 1)) return PC_OK;
  if (!pc_layout_of(roots->type)) return PC_OK;
  if (!pc_are_brief_types() || (unsigned long long)roots->count > PTRDIFF_MAX / roots->type->size) return PC_OK;
  plan = pc_new_plan(technique, flags, where, call->file, call->line);
  if (!plan) return PC_OK;
  if (!pc_make_brief(call, plan, roots)) {
    state->unfit_file = call->file;
    state->unfit_line = call->line;
    state->unfit_calls = PC_UNFIT_CALLS;
  } else {
    *done = 1;
    status = pc_bring_brief(call, plan, roots);
  }
  if (*done && status == PC_OK) {
    plan->own = plan->live = plan->nbriefs;
    plan->next_brief = state->brief;
    state->brief = plan;
    state->stats.extents += (long long)plan->nbriefs;
    state->stats.pointers += (long long)plan->ncodes;
    if (PC_BRIEF == 2) status = pc_write_out(call);
  } else {
    pc_plan_free_if_done(plan);
  }
  return status;
}

/* Enters roots on a device that `where` tells, for a program's call. */
PC_UNUSED static int pc_enter_where_locked(pc_call *call, const pc_root *roots, size_t nroots, int technique,
                                           unsigned flags, int where) {
  int done, status = pc_enter_brief(call, roots, nroots, technique, flags, where, &done);
  if (!done) {
    status = pc_write_out(call);
    if (status == PC_OK) status = pc_enter_roots(call, roots, nroots, technique, flags, where, NULL);
    if (status == PC_OK) pc_index_settle();
  }
  pc_rest();
  return status;
}

/* The same on a device by its number, or on the current one. */
PC_UNUSED static int pc_enter_locked(pc_call *call, const pc_root *roots, size_t nroots, int technique,
                                     unsigned flags, int number) {
  pc_device *device = PC_STATE->device;
  int where;
  if (number == PC_CURRENT_DEVICE) {
    where = device->current(device);
  } else if (number < 0 || !device->numbered || device->numbered(device, number, &where) != 0) {
    return pc_fail(call, PC_ERROR_DEVICE, "'%s' has no device %d", device->name, number);
  }
  return pc_enter_where_locked(call, roots, nroots, technique, flags, where);
}

#ifdef __cplusplus
}
#endif

#endif
