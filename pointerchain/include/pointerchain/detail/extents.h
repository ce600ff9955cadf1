/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The traversal: from roots to a plan of extents. Not for users.
 *
 * No recursion: the extents found so far are the work list, read in the order in which they were found.
 * A hash table of the addresses where extents begin answers the frequent question; overlaps are settled
 * once, at the end, on the sorted extents. That is why a pointer into an extent may be met before the
 * pointer to the extent itself.
 */
#ifndef POINTERCHAIN_DETAIL_EXTENTS_H
#define POINTERCHAIN_DETAIL_EXTENTS_H

#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "beginnings.h"
#include "index.h"
#include "layouts.h"
#include "place.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PC_POOLS = 64 };

typedef struct pc_walk {
  pc_call *call;
  pc_plan *plan;
  pc_beginnings known; /* where extents and views begin */
  uintptr_t low, high; /* all extents lie in [low, high): what lies elsewhere need not be looked up */
  uint32_t mark;       /* of what enters */
  int fresh;           /* the pages were read during this walk */
  int present_only;    /* refuse what is not mapped yet */
  int plain;           /* nothing is mapped, and all memory that may be written may be copied */
  int falling;         /* the extents are not in order of address, or overlap */
  int moved;           /* an extent is longer than when it was placed, or could not be */
  int mapped;          /* some are mapped already */
  int uneven;          /* some are, or are large, or of constant memory */
  uintptr_t begin, end, last; /* pages known to be writable; the end of the latest extent */
  /* The first arrays of records: structures that were allocated from a pool point into these, and one
   * cell that says so is less than an extent for each. Sorted by address. */
  uint32_t pools[PC_POOLS];
  size_t npools;
} pc_walk;

/* Where a pointer was found, for messages. */
typedef struct pc_origin {
  const pc_root *root;
  const pc_extent *extent; /* null: the root itself */
  const pc_pointer *pointer;
} pc_origin;

/* Names a pointer: "'next' of 'struct Node'", or the root. */
PC_COLD static void pc_describe(const pc_plan *plan, const pc_origin *origin, char *text, size_t size) {
  if (!origin->extent) {
    snprintf(text, size, "'%s'", origin->root->text ? origin->root->text : "a root");
  } else if (origin->extent->type & PC_ROWS) {
    snprintf(text, size, "an element of '%s'", pc_type_name(plan, origin->extent));
  } else {
    snprintf(text, size, "'%s' of '%s'", origin->pointer->name, pc_type_name(plan, origin->extent));
  }
}

PC_COLD static int pc_fail_at(pc_walk *walk, const pc_origin *origin, int status, const char *problem) {
  char name[200];
  pc_describe(walk->plan, origin, name, sizeof name);
  return pc_fail(walk->call, status, "%s: %s", name, problem);
}

PC_UNUSED static const pc_inside *pc_find_inside(const pc_plan *plan, uint32_t cell) {
  size_t low = 0, high = plan->ninside;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (plan->inside[middle].cell < cell) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return &plan->inside[low];
}

/* What a pointer held on the host when it was entered; only where its code is not PC_FREE. */
PC_UNUSED static uintptr_t pc_host_value(const pc_plan *plan, uint32_t cell) {
  const uint32_t code = plan->codes[cell];
  if (code == PC_NULL) return 0;
  if (code == PC_INSIDE) return pc_find_inside(plan, cell)->value;
  return plan->extents[code - 1].base;
}

/* What a pointer holds on the device. */
PC_UNUSED static uintptr_t pc_device_value(const pc_plan *plan, uint32_t cell) {
  const uint32_t code = plan->codes[cell];
  if (code == PC_NULL || code == PC_FREE) return 0;
  if (code == PC_INSIDE) return pc_find_inside(plan, cell)->device;
  return pc_device_of(plan, &plan->extents[code - 1]);
}

/* Whether every pointer of `view` is a pointer of the mapped extent it lies in, of the same plan order. */
PC_UNUSED static int pc_view_fits(const pc_plan *owner, const pc_extent *mapped, const pc_extent *view) {
  const size_t slots = pc_slots_of(view), elements = slots ? pc_elements_of(view) : 0;
  const size_t size = pc_element_of(view), delta = view->base - mapped->base;
  size_t i, k, v;
  if (!slots) return 1;
  if (!(mapped->type & (PC_MERGER | PC_ROWS)) && !(view->type & PC_ROWS)) {
    const pc_layout *layouts = PC_STATE->layouts;
    const pc_layout *a = &layouts[mapped->type & PC_TYPE_MASK], *b = &layouts[view->type & PC_TYPE_MASK];
    if (a->same == b->same && delta % a->size == 0) return 1;
  }
  for (i = 0; i < elements; ++i)
    for (k = 0; k < slots; ++k) {
      const size_t offset = delta + i * size + pc_slot_offset(view, k);
      const uint32_t *piece = mapped->type & PC_MERGER ? &owner->views[mapped->cell] : NULL;
      int found = 0;
      do {
        const pc_extent *part = piece ? &owner->extents[*piece++] : mapped;
        const size_t at = offset - (part->base - mapped->base);
        if (mapped->base + offset < part->base || at >= part->bytes) continue;
        for (v = 0; v < pc_slots_of(part) && !found; ++v)
          found = at % pc_element_of(part) == pc_slot_offset(part, v);
      } while (piece && *piece != PC_FREE && !found);
      if (!found) return 0;
    }
  return 1;
}

/* Remembers the pages around an address that may be written, for the next question. */
PC_UNUSED static void pc_remember_pages(pc_walk *walk, uintptr_t address) {
  const pc_state *state = PC_STATE;
  size_t i;
  if (address - walk->begin < walk->end - walk->begin || state->pages_unknown) return;
  i = pc_find_pages(address);
  if (i == state->npages || state->pages[i].begin > address || !state->pages[i].writable) return;
  walk->begin = state->pages[i].begin;
  walk->end = state->pages[i].end;
}

/* Adds an extent, or a view of what is mapped. */
PC_UNUSED static int pc_add_extent(pc_walk *walk, const pc_origin *origin, uintptr_t base, size_t bytes,
                                   uint32_t type, uint32_t *index) {
  pc_plan *plan = walk->plan;
  pc_extent extent;
  memset(&extent, 0, sizeof extent);
  extent.base = base;
  extent.bytes = bytes;
  extent.type = type;
  if (PC_STATE->indexed) {
    uint32_t number = 0;
    pc_extent *mapped = pc_index_find(base, 0, &number);
    if (mapped) {
      const pc_plan *owner = PC_STATE->plans[number];
      if (bytes > mapped->bytes - (base - mapped->base))
        return pc_fail_at(walk, origin, PC_ERROR_OVERLAP,
                          "leads to what is mapped already, but further than that reaches");
      if (!pc_view_fits(owner, mapped, &extent))
        return pc_fail_at(walk, origin, PC_ERROR_TYPE,
                          "leads to what is mapped already, as a type that has no such pointers");
      if (owner->where != plan->where || owner->device != plan->device)
        return pc_fail_at(walk, origin, PC_ERROR_TECHNIQUE, "leads to what is mapped on another device");
      if (owner->technique != plan->technique && owner->technique != PC_AUTO && plan->technique != PC_AUTO)
        return pc_fail_at(walk, origin, PC_ERROR_TECHNIQUE,
                          "leads to what was entered with another technique");
      extent.type |= PC_MAPPED;
      extent.place = (uintptr_t)mapped;
      extent.count = number;
    } else if (pc_index_next(base, base + bytes)) {
      return pc_fail_at(walk, origin, PC_ERROR_OVERLAP, "leads to more than what is mapped there already");
    }
  }
  if (!(extent.type & PC_MAPPED)) {
    int rights = 2;
    if (base < walk->begin || base + bytes > walk->end) rights = pc_rights(base, base + bytes, &walk->fresh);
    if (rights < 0) return pc_no_memory(walk->call);
    if (rights == 2) pc_remember_pages(walk, base);
    if (walk->present_only)
      return pc_fail_at(walk, origin, PC_ERROR_NOT_ENTERED, "leads to what is not mapped");
    if (rights == 0)
      return pc_fail_at(walk, origin, PC_ERROR_RANGE, "leads, with its length, outside the program's memory");
    if (rights == 1) extent.type |= PC_CONSTANT;
    if (plan->technique == PC_PCPY && pc_slots_of(&extent)) {
      if (rights == 1)
        return pc_fail_at(walk, origin, PC_ERROR_READ_ONLY,
                          "leads to read-only memory, which pcpy cannot patch");
      if (PC_STATE->pages_unknown)
        return pc_fail_at(walk, origin, PC_ERROR_READ_ONLY,
                          "leads to memory that pcpy cannot know to be writable on this system");
    }
  }
  if (plan->nextents >= PC_LAST)
    return pc_fail(walk->call, PC_ERROR_HOST_FULL, "more than 4,294,967,293 extents");
  if (!pc_grow(&plan->extents, &plan->capextents, plan->nextents, sizeof extent))
    return pc_no_memory(walk->call);
  *index = (uint32_t)plan->nextents;
  if (!(extent.type & PC_MAPPED)) {
    /* As if its place were its own and one root reached it: mostly so, and else done again afterwards. */
    extent.mark = walk->mark;
    extent.count = 1;
    walk->moved = walk->moved || !pc_place(plan, &extent);
  }
  walk->mapped = walk->mapped || extent.type & PC_MAPPED;
  walk->uneven = walk->uneven || extent.type & (PC_MAPPED | PC_CONSTANT) || pc_is_large(bytes);
  walk->falling = walk->falling || base < walk->last;
  walk->last = base + bytes;
  plan->extents[plan->nextents++] = extent;
  if (base < walk->low || *index == 0) walk->low = base;
  if (base + bytes > walk->high) walk->high = base + bytes;
  /* An array of records that have pointers is worth remembering as a pool. */
  if (!(extent.type & (PC_MAPPED | PC_ROWS)) && walk->npools < PC_POOLS && pc_slots_of(&extent) &&
      pc_elements_of(&extent) > 1) {
    size_t i = walk->npools++;
    for (; i && plan->extents[walk->pools[i - 1]].base > base; --i) walk->pools[i] = walk->pools[i - 1];
    walk->pools[i] = *index;
  }
  return PC_OK;
}

/* Whether [base, base + bytes) are whole elements of a pool, of its type. */
PC_UNUSED static int pc_in_pool(const pc_walk *walk, uintptr_t base, size_t bytes, uint32_t type) {
  size_t low = 0, high = walk->npools;
  const pc_extent *pool;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (walk->plan->extents[walk->pools[middle]].base <= base) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == 0) return 0;
  pool = &walk->plan->extents[walk->pools[low - 1]];
  return (pool->type & PC_TYPE_MASK) == type && base - pool->base < pool->bytes &&
         bytes <= pool->bytes - (base - pool->base) && (base - pool->base) % pc_element_of(pool) == 0;
}

PC_UNUSED static int pc_add_inside(pc_walk *walk, uintptr_t value) {
  pc_plan *plan = walk->plan;
  if (!pc_grow(&plan->inside, &plan->capinside, plan->ninside, sizeof *plan->inside))
    return pc_no_memory(walk->call);
  plan->inside[plan->ninside].cell = (uint32_t)plan->ncodes;
  plan->inside[plan->ninside].waits = 1;
  plan->inside[plan->ninside].value = value;
  plan->inside[plan->ninside++].device = 0;
  return PC_OK;
}

/* Follows one pointer to `elements` elements of `type` (of pointers, for PC_ROWS), which occupy `bytes`, and
 * gives its code. `current` is the extent that is being walked: what lies before it has been. */
PC_UNUSED static int pc_follow(pc_walk *walk, const pc_origin *origin, uintptr_t value, size_t bytes,
                               uint32_t type, uint32_t named, size_t current, uint32_t *code) {
  const pc_plan *plan = walk->plan;
  uint32_t index = 0;
  uint32_t found;
  int status;
  if (value >= walk->high || value < walk->low) {
    /* Beyond all that is known: so are all nodes of a list that was built in order. */
    status = pc_add_extent(walk, origin, value, bytes, type | named, &index);
    *code = index + 1;
    return status;
  }
  if (!pc_settle_beginnings(&walk->known, plan)) return pc_no_memory(walk->call);
  for (found = pc_first_beginning(&walk->known, value); found; found = pc_next_beginning(&walk->known, found)) {
    pc_extent *extent = &plan->extents[found - 1];
    if (extent->base != value) continue;
    if (((extent->type ^ type) & (PC_ROWS | (type & PC_ROWS ? 0 : PC_TYPE_MASK))) != 0) continue;
    if (extent->bytes < bytes) {
      /* Longer than it was known. Where its pointers have been walked, the longer one is an extent of its own. */
      if (extent->type & PC_MAPPED || (found - 1 <= current && pc_slots_of(extent))) continue;
      if (!PC_STATE->indexed && pc_rights(value, value + bytes, &walk->fresh) == 2) {
        extent->bytes = bytes;
        if (value + bytes > walk->high) walk->high = value + bytes;
        walk->falling = walk->moved = 1, walk->uneven |= pc_is_large(bytes); /* it may overlap others now */
      } else {
        continue;
      }
    }
    extent->type |= named;
    *code = found;
    return PC_OK;
  }
  if (walk->npools && !(type & PC_ROWS) && pc_in_pool(walk, value, bytes, type)) {
    *code = PC_INSIDE;
    return pc_add_inside(walk, value);
  }
  status = pc_add_extent(walk, origin, value, bytes, type | named, &index);
  *code = index + 1;
  return status;
}

/* Bytes of `count` elements of a type at `value`, or a failure. */
PC_UNUSED static int pc_measure(pc_walk *walk, const pc_origin *origin, uintptr_t value, long long count,
                                uint32_t type, size_t *bytes) {
  const pc_layout *layout = &PC_STATE->layouts[type];
  const size_t size = type ? layout->size : sizeof(void *);
  char problem[120];
  if (count < 0) {
    snprintf(problem, sizeof problem, "its length is negative (%lld)", count);
    return pc_fail_at(walk, origin, PC_ERROR_LENGTH, problem);
  }
  if (count > 1 && (unsigned long long)count > PTRDIFF_MAX / (size ? size : 1)) {
    snprintf(problem, sizeof problem, "its length (%lld) is too large", count);
    return pc_fail_at(walk, origin, PC_ERROR_LENGTH, problem);
  }
  *bytes = (size_t)count * size;
  if (type && layout->type->tail && count) {
    long long tail;
    size_t end;
    if (count > 1) {
      snprintf(problem, sizeof problem, "it leads to %lld objects with a flexible array member", count);
      return pc_fail_at(walk, origin, PC_ERROR_LENGTH, problem);
    }
    const int rights = pc_rights(value, value + size, &walk->fresh);
    if (rights < 0) return pc_no_memory(walk->call);
    if (rights == 0)
      return pc_fail_at(walk, origin, PC_ERROR_RANGE, "leads, with its length, outside the program's memory");
    tail = layout->type->tail((const void *)value);
    if (tail < 0 || (layout->type->tail_size &&
                     (unsigned long long)tail > PTRDIFF_MAX / layout->type->tail_size - size)) {
      snprintf(problem, sizeof problem, "the flexible array member of '%s' has the length %lld",
               layout->type->name, tail);
      return pc_fail_at(walk, origin, PC_ERROR_LENGTH, problem);
    }
    end = layout->type->tail_offset + (size_t)tail * layout->type->tail_size;
    if (end > *bytes) *bytes = end;
  }
  if (*bytes > UINTPTR_MAX - value)
    return pc_fail_at(walk, origin, PC_ERROR_LENGTH, "its length wraps around the address space");
  return PC_OK;
}

/* What the targets of an extent's pointers are, besides their type: PC_NAMED or nothing. */
PC_UNUSED static uint32_t pc_named_targets(const pc_extent *extent) {
  if (!(extent->type & PC_NAMED)) return 0;
  if (extent->type & PC_ROWS) return PC_NAMED;
  return PC_STATE->layouts[extent->type & PC_TYPE_MASK].recursive ? 0 : PC_NAMED;
}

/* Follows the pointer that lies at `at`, and adds its code. */
PC_UNUSED static int pc_walk_cell(pc_walk *walk, const pc_root *root, size_t current, uintptr_t at,
                                  uintptr_t owner, const pc_pointer *pointer, uint32_t target) {
  pc_plan *plan = walk->plan;
  const pc_extent *extent = &plan->extents[current];
  uintptr_t value;
  uint32_t code = PC_NULL, named = 0;
  int status = PC_OK;
  memcpy(&value, (const void *)at, sizeof value);
  if (pointer->kind == PC_SKIPPED) {
    code = PC_FREE;
  } else if (!value) {
    code = PC_NULL;
  } else if (pointer->kind == PC_OBSERVER) {
    code = PC_INSIDE;
    status = pc_add_inside(walk, value);
  } else {
    const pc_origin origin = {root, extent, pointer};
    const long long count = pointer->count ? pointer->count((const void *)owner) : 1;
    size_t bytes = 0;
    __builtin_prefetch((const void *)value); /* travels while the table is searched; a list goes on there */
    status = pc_measure(walk, &origin, value, count, pointer->inner ? 0 : target, &bytes);
    if (status != PC_OK) return status;
    if (bytes == 0) {
      code = PC_INSIDE;
      status = pc_add_inside(walk, value);
    } else {
      named = pc_named_targets(extent);
      if (pointer->inner) {
        const size_t before = plan->nextents;
        if (plan->nrows > PC_TYPE_MASK) return pc_no_memory(walk->call);
        if (!pc_grow(&plan->rows, &plan->caprows, plan->nrows, sizeof *plan->rows))
          return pc_no_memory(walk->call);
        plan->rows[plan->nrows].pointer = pointer->inner;
        plan->rows[plan->nrows].owner = owner;
        plan->rows[plan->nrows].target = target;
        status =
            pc_follow(walk, &origin, value, bytes, (uint32_t)plan->nrows | PC_ROWS, named, current, &code);
        if (plan->nextents > before) ++plan->nrows;
      } else {
        status = pc_follow(walk, &origin, value, bytes, target, named, current, &code);
      }
    }
  }
  plan->codes[plan->ncodes++] = code;
  return status;
}

/* For messages of pc_find_changed and of the walk of what is mapped. */
PC_COLD static int pc_fail_changed(pc_call *call, const pc_plan *plan, const pc_extent *extent,
                                   const char *pointer) {
  const char *row = extent->type & PC_ROWS ? "an element of " : "";
  return pc_fail(call, PC_ERROR_CHANGED,
                 "%s'%s' of '%s' was changed on the host while it was mapped; nothing was copied or released "
                 "(restore it, or exit with 'delete')",
                 row, pointer, pc_type_name(plan, extent));
}

/* Compares the pointers of a mapped extent with what was entered. Only a view of the extent's own type is
 * compared here; the others are when their own plan is. */
PC_UNUSED static int pc_check_mapped(pc_walk *walk, const pc_extent *view) {
  const pc_plan *owner = PC_STATE->plans[view->count];
  const pc_extent *mapped = (const pc_extent *)view->place;
  const size_t slots = pc_slots_of(view), size = pc_element_of(view);
  size_t i, k, first;
  if (!slots || mapped->type & PC_MERGER || ((mapped->type ^ view->type) & (PC_ROWS | PC_TYPE_MASK)) != 0)
    return PC_OK;
  if ((view->base - mapped->base) % size != 0) return PC_OK;
  first = (view->base - mapped->base) / size;
  for (i = 0; i < pc_elements_of(view); ++i)
    for (k = 0; k < slots; ++k) {
      const uint32_t cell = mapped->cell + (uint32_t)((first + i) * slots + k);
      uintptr_t value;
      memcpy(&value, (const void *)(view->base + i * size + pc_slot_offset(view, k)), sizeof value);
      if (owner->codes[cell] != PC_FREE && value != pc_host_value(owner, cell))
        return pc_fail_changed(walk->call, owner, mapped,
                               PC_STATE->layouts[mapped->type & PC_TYPE_MASK].slots[k].pointer->name);
    }
  return PC_OK;
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
  if (value < walk->begin || value > walk->end || bytes > walk->end - value || PTRDIFF_MAX - at < bytes ||
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
      extent->type |= named;
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
  plan->block_bytes = at + bytes;
  walk->falling |= value < walk->last;
  walk->last = value + bytes;
  if (value < walk->low) walk->low = value;
  if (value + bytes > walk->high) walk->high = value + bytes;
  plan->codes[plan->ncodes++] = (uint32_t)plan->nextents;
  return 1;
}

/* Walks an extent that is one object whose pointers are all plain, or null, as far as they are: how many. */
PC_UNUSED static size_t pc_walk_record(pc_walk *walk, uintptr_t base, const pc_layout *layout, uint32_t named) {
  const size_t slots = layout->nslots;
  size_t k;
  for (k = 0; k < slots; ++k) {
    const pc_slot *slot = &layout->slots[k];
    uintptr_t value;
    if (!slot->plain) return k;
    memcpy(&value, (const void *)(base + slot->offset), sizeof value);
    if (!value) {
      walk->plan->codes[walk->plan->ncodes++] = PC_NULL;
    } else if (!pc_walk_plain(walk, slot, value, named)) {
      return k;
    }
  }
  return k;
}

/* Walks extent `current`: all its pointers. */
PC_UNUSED static int pc_walk_extent(pc_walk *walk, const pc_root *root, size_t current) {
  pc_plan *plan = walk->plan;
  const pc_extent extent = plan->extents[current];
  const size_t slots = pc_slots_of(&extent), elements = slots ? pc_elements_of(&extent) : 0;
  const size_t size = pc_element_of(&extent);
  const pc_layout *layout;
  size_t i, k;
  uint32_t named;
  int status = PC_OK;
  plan->extents[current].cell = (uint32_t)plan->ncodes;
  if (!slots) return PC_OK;
  if (elements > (PC_LAST - plan->ncodes) / slots)
    return pc_fail(walk->call, PC_ERROR_HOST_FULL, "more than 4,294,967,293 pointers");
  if (!pc_reserve_codes(plan, elements * slots)) return pc_no_memory(walk->call);
  if (extent.type & PC_MAPPED && !(extent.type & PC_ROWS)) status = pc_check_mapped(walk, &extent);
  if (extent.type & PC_ROWS) {
    const pc_rows rows = plan->rows[extent.type & PC_TYPE_MASK];
    for (i = 0; i < elements && status == PC_OK; ++i) {
      const pc_row_owner row = {(const void *)rows.owner, (long long)i};
      const uintptr_t owner = rows.pointer->owner_stride ? (uintptr_t)&row : rows.owner;
      status = pc_walk_cell(walk, root, current, extent.base + i * size, owner, rows.pointer, rows.target);
    }
    return status;
  }
  layout = &PC_STATE->layouts[extent.type & PC_TYPE_MASK];
  named = pc_named_targets(&extent);
  for (i = 0; i < elements; ++i) {
    const uintptr_t element = extent.base + i * size;
    k = walk->plain ? pc_walk_record(walk, element, layout, named) : 0;
    for (; k < slots && status == PC_OK; ++k) {
      const pc_slot *slot = &layout->slots[k];
      status = pc_walk_cell(walk, root, current, element + slot->offset, element + slot->owner, slot->pointer,
                            slot->target);
    }
    if (status != PC_OK) return status;
  }
  return PC_OK;
}

/* The observers, and the pointers to nothing, whose targets begin where an extent does. Those of earlier
 * plans are left to pc_settle_insides: an observer holds nothing, so the other plan may go first. */
PC_UNUSED static int pc_settle_observers(pc_walk *walk) {
  pc_plan *plan = walk->plan;
  size_t i, k = 0;
  if (plan->ninside && !pc_settle_beginnings(&walk->known, plan)) return pc_no_memory(walk->call);
  for (i = 0; i < plan->ninside; ++i) {
    const pc_inside *inside = &plan->inside[i];
    uint32_t found = pc_first_beginning(&walk->known, inside->value);
    while (found && plan->extents[found - 1].base != inside->value)
      found = pc_next_beginning(&walk->known, found);
    if (found && !(plan->extents[found - 1].type & PC_MAPPED)) {
      plan->codes[inside->cell] = found;
    } else {
      plan->inside[k++] = *inside;
    }
  }
  plan->ninside = k;
  return PC_OK;
}

/* Follows everything from the roots. `first[i]` gets the code of root i. */
PC_UNUSED static int pc_walk_roots(pc_walk *walk, const pc_root *roots, size_t nroots, uint32_t *first) {
  pc_plan *plan = walk->plan;
  size_t i, current = 0;
  int status = PC_OK;
  walk->plain = !PC_STATE->indexed && !walk->present_only;
  for (i = 0; i < nroots; ++i) {
    const pc_origin origin = {&roots[i], NULL, NULL};
    const uint32_t type = pc_layout_of(roots[i].type);
    size_t bytes = 0;
    first[i] = PC_NULL;
    if (!type) return pc_no_memory(walk->call);
    if (roots[i].count < 0 || roots[i].base)
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
  return pc_settle_observers(walk);
}

#ifdef __cplusplus
}
#endif

#endif
