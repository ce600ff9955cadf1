/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The extents of a walk: what a pointer leads to is known, or added. Not for users.
 *
 * A directory of the addresses where extents begin answers the frequent question; overlaps are settled
 * once, at the end, on the sorted extents. That is why a pointer into an extent may be met before the
 * pointer to the extent itself.
 */
#ifndef POINTERCHAIN_DETAIL_EXTENTS_H
#define POINTERCHAIN_DETAIL_EXTENTS_H

#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "beginnings.h"
#include "classes.h"
#include "customs.h"
#include "cut_out.h"
#include "index.h"
#include "layouts.h"
#include "place.h"
#include "recorded.h"
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
  pc_beginnings known;        /* where extents and views begin */
  uintptr_t low, high;        /* all extents lie in [low, high): what lies elsewhere need not be looked up */
  uint32_t mark;              /* of what enters */
  int fresh;                  /* the pages were read during this walk */
  int present_only;           /* refuse what is not mapped yet */
  int plain;                  /* nothing is mapped, and all memory that may be written may be copied */
  int falling;                /* the extents are not in order of address, or overlap */
  int moved;                  /* an extent is longer than when it was placed, or could not be */
  int mapped;                 /* some are mapped already */
  int uneven;                 /* some are, or are large, or of constant memory */
  int observes;               /* some pointers hold nothing */
  size_t region; /* of a walk in brief (brief_enter.h): 1 + the number of the pages that it is in; low and high are of these */
  uint32_t pages_read; /* of that: how often they had been read when it knew their number */
  int crowded;         /* of that: an extent begins among those that were known */
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
  } else {
    pc_name_pointer(plan, origin->extent, origin->pointer->name, text, size);
  }
}

PC_COLD static int pc_fail_at(pc_walk *walk, const pc_origin *origin, int status, const char *problem) {
  char name[200];
  pc_describe(walk->plan, origin, name, sizeof name);
  return pc_fail(walk->call, status, "%s: %s", name, problem);
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
      int agree;
      if (bytes > mapped->bytes - (base - mapped->base))
        return pc_fail_at(walk, origin, PC_ERROR_OVERLAP,
                          "leads to what is mapped already, but further than that reaches");
      if (PC_STATE->cutting) {
        const int status = pc_check_cut_out(walk->call, owner, mapped, 1);
        if (status != PC_OK) return status;
      }
      if (!pc_view_fits(owner, mapped, &extent))
        return pc_fail_at(walk, origin, PC_ERROR_TYPE,
                          "leads to what is mapped already, as a type that has no such pointers");
      agree = pc_mapped_customs_agree(owner, mapped, &extent);
      if (agree < 0) return pc_no_memory(walk->call);
      if (!agree)
        return pc_fail_at(walk, origin, PC_ERROR_TYPE,
                          "leads to what is mapped already, as a type whose members have other functions");
      if (owner->where != plan->where || owner->device != plan->device)
        return pc_fail_at(walk, origin, PC_ERROR_TECHNIQUE, "leads to what is mapped on another device");
      if (owner->technique != plan->technique && owner->technique != PC_AUTO && plan->technique != PC_AUTO)
        return pc_fail_at(walk, origin, PC_ERROR_TECHNIQUE,
                          "leads to what was entered with another technique");
      extent.type |= PC_MAPPED;
      extent.place = (uintptr_t)mapped;
      extent.count = number;
      plan->shows |= bytes != mapped->bytes;
      if (!walk->present_only && bytes != mapped->bytes && !(plan->flags & PC_UNCOUNTED))
        PC_STATE->selective = PC_STATE->plans[number]->parted = 1;
      if (!walk->present_only && !pc_shows_all(mapped, &extent) && !pc_make_partly(PC_STATE->plans[number]))
        return pc_no_memory(walk->call);
      if (plan->flags & PC_UNCOUNTED) {
        int attaches = 0;
        if (pc_check_mapped(walk->call, plan, &extent, &attaches) == PC_OK && attaches & PC_ATTACHES_TARGET)
          return pc_fail_at(walk, origin, PC_ERROR_TYPE,
                            "leads to what was entered as a type that leaves out some of its pointers");
      }
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
    plan->constants |= rights == 1;
    if (plan->technique == PC_PCPY && (pc_slots_of(&extent) || pc_customs_of(&extent))) {
      if (rights == 1)
        return pc_fail_at(walk, origin, PC_ERROR_READ_ONLY,
                          "leads to read-only memory, which pcpy cannot patch");
      if (PC_STATE->pages_unknown)
        return pc_fail_at(walk, origin, PC_ERROR_READ_ONLY,
                          "leads to memory that pcpy cannot know to be writable on this system");
    }
  }
  if (plan->nextents >= PC_LAST)
    return pc_fail(walk->call, PC_ERROR_HOST_FULL, "more than 4,294,967,292 extents");
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
  plan->directed = plan->directed || extent.type & (PC_NOT_TO | PC_NOT_BACK);
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

/* The pool of whose elements, of its type, [base, base + bytes) are some; else null. */
PC_UNUSED static pc_extent *pc_in_pool(const pc_walk *walk, uintptr_t base, size_t bytes, uint32_t type) {
  size_t low = 0, high = walk->npools;
  pc_extent *pool;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (walk->plan->extents[walk->pools[middle]].base <= base) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == 0) return NULL;
  pool = &walk->plan->extents[walk->pools[low - 1]];
  return (pool->type & PC_TYPE_MASK) == type && base - pool->base < pool->bytes &&
                 bytes <= pool->bytes - (base - pool->base) && (base - pool->base) % pc_element_of(pool) == 0
             ? pool
             : NULL;
}

/* Notes the pointer of the next code, which holds nothing, and leads where `target` does or so far from
 * there. */
PC_UNUSED static int pc_add_inside(pc_walk *walk, uintptr_t value, uintptr_t target) {
  pc_plan *plan = walk->plan;
  if (!pc_grow(&plan->inside, &plan->capinside, plan->ninside, sizeof *plan->inside))
    return pc_no_memory(walk->call);
  plan->inside[plan->ninside].cell = (uint32_t)plan->ncodes;
  plan->inside[plan->ninside].means = 0;
  plan->inside[plan->ninside].value = value;
  plan->inside[plan->ninside].target = target;
  plan->inside[plan->ninside++].device = 0;
  return PC_OK;
}

/* Whether two arrays of pointers at one address, of `elements` pointers, are followed in the same way. */
PC_UNUSED static int pc_same_rows(const pc_rows *a, const pc_rows *b, size_t elements) {
  const pc_pointer *p = a->pointer, *q = b->pointer;
  size_t i;
  if (p == q && a->owner == b->owner) return 1;
  if (a->target != b->target) return 0;
  for (; p && q; p = p->inner, q = q->inner) {
    if (p->kind != q->kind) return 0;
    if (!p->owner_stride && !q->owner_stride) {
      if ((p->count ? p->count((const void *)a->owner) : 1) !=
          (q->count ? q->count((const void *)b->owner) : 1))
        return 0;
      continue;
    }
    if (!p->owner_stride || !q->owner_stride || p != a->pointer) return 0;
    for (i = 0; i < elements; ++i) {
      const pc_row_owner row = {(const void *)a->owner, (long long)i},
                         other = {(const void *)b->owner, (long long)i};
      if (p->count(&row) != q->count(&other)) return 0;
    }
  }
  return !p && !q;
}

/* Follows one pointer to `elements` elements of `type` (of pointers, for PC_ROWS), which occupy `bytes`, and
 * gives its code. `flags` are PC_NAMED and the directions. `current` is the extent that is being walked: what
 * lies before it has been. */
PC_UNUSED static int pc_follow(pc_walk *walk, const pc_origin *origin, uintptr_t value, size_t bytes,
                               uint32_t type, uint32_t flags, size_t current, uint32_t *code) {
  const pc_plan *plan = walk->plan;
  uint32_t index = 0;
  uint32_t found;
  pc_extent *pool;
  int status;
  if (value >= walk->high || value < walk->low) {
    /* Beyond all that is known: so are all nodes of a list that was built in order. */
    status = pc_add_extent(walk, origin, value, bytes, type | flags, &index);
    *code = index + 1;
    return status;
  }
  if (!pc_settle_beginnings(&walk->known, plan)) return pc_no_memory(walk->call);
  for (found = pc_first_beginning(&walk->known, value); found;
       found = pc_next_beginning(&walk->known, found)) {
    pc_extent *extent = &plan->extents[found - 1];
    if (extent->base != value) continue;
    if (((extent->type ^ type) & (PC_ROWS | (type & PC_ROWS ? 0 : PC_TYPE_MASK))) != 0) continue;
    if (type & PC_ROWS &&
        !pc_same_rows(&plan->rows[extent->type & PC_TYPE_MASK], &plan->rows[type & PC_TYPE_MASK],
                      (extent->bytes < bytes ? extent->bytes : bytes) / sizeof(void *)))
      continue;
    walk->plan->shows |= extent->bytes != bytes;
    if (extent->bytes < bytes) {
      /* Longer than it was known. Where its pointers have been walked, the longer one is an extent of its
       * own. */
      if (extent->type & PC_MAPPED || (found - 1 <= current && pc_slots_of(extent))) continue;
      if (type & PC_ROWS && plan->rows[extent->type & PC_TYPE_MASK].owner != plan->rows[type & PC_TYPE_MASK].owner)
        continue; /* the owner that says less would be asked for the lengths of all */
      if (!PC_STATE->indexed && pc_rights(value, value + bytes, &walk->fresh) == 2) {
        extent->bytes = bytes;
        if (value + bytes > walk->high) walk->high = value + bytes;
        walk->falling = walk->moved = 1, walk->uneven |= pc_is_large(bytes); /* it may overlap others now */
      } else {
        continue;
      }
    }
    pc_add_flags(extent, flags);
    *code = found;
    return PC_OK;
  }
  if (walk->npools && !(type & PC_ROWS) && (pool = pc_in_pool(walk, value, bytes, type)) != NULL) {
    *code = PC_INSIDE;
    walk->plan->shows = 1;
    pc_add_flags(pool, flags & ~PC_NAMED);
    if (!pc_make_partly(walk->plan)) return pc_no_memory(walk->call);
    return pc_add_inside(walk, value, value);
  }
  status = pc_add_extent(walk, origin, value, bytes, type | flags, &index);
  *code = index + 1;
  return status;
}

/* The type, by number, of the object at `value`, where others may derive from its class; notes that it was
 * asked.
 */
PC_UNUSED static int pc_find_kind(pc_walk *walk, const pc_origin *origin, uintptr_t value, long long count,
                                  uint32_t *type) {
  const pc_layout *layout = &PC_STATE->layouts[*type];
  const uint32_t base = *type;
  char problem[200];
  int rights;
  long long i;
  if (!layout->type->nkinds || count <= 0) return PC_OK;
  walk->plan->classes = 1;
  if (count > 1 && (layout->type->nkinds > 1 || layout->kinds[0] != base)) {
    snprintf(problem, sizeof problem, "it leads to %lld objects of '%s', from which classes derive", count,
             layout->type->name);
    return pc_fail_at(walk, origin, PC_ERROR_LENGTH, problem);
  }
  if ((unsigned long long)count > PTRDIFF_MAX / layout->size) return PC_OK; /* which pc_measure says */
  rights = pc_rights(value, value + (size_t)count * layout->size, &walk->fresh);
  if (rights < 0) return pc_no_memory(walk->call);
  if (rights == 0)
    return pc_fail_at(walk, origin, PC_ERROR_RANGE, "leads, with its length, outside the program's memory");
  for (i = 0; i < count; ++i) {
    *type = pc_class_of(base, value + (size_t)i * layout->size);
    if (*type) continue;
    snprintf(problem, sizeof problem, "it leads to an object of '%s' whose class is not known",
             layout->type->name);
    return pc_fail_at(walk, origin, PC_ERROR_TYPE, problem);
  }
  return PC_OK;
}

/* Bytes of `count` elements of a type at `value`, or a failure. */
PC_UNUSED static int pc_measure(pc_walk *walk, const pc_origin *origin, uintptr_t value, long long count,
                                uint32_t type, size_t *bytes) {
  const pc_layout *layout = &PC_STATE->layouts[type];
  const size_t size = type ? layout->size : sizeof(void *);
  char problem[200];
  if (count == PC_LENGTH_UNREADABLE)
    return pc_fail_at(walk, origin, PC_ERROR_LENGTH, "its length is read by way of a null pointer");
  if (count == PC_LENGTH_UNDEFINED) return pc_fail_at(walk, origin, PC_ERROR_LENGTH, PC_NO_LENGTH);
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
    end = pc_bytes_with_tail(layout, value, &tail);
    if (tail == PC_LENGTH_UNREADABLE) {
      snprintf(problem, sizeof problem,
               "the flexible array member of '%s' has a length that is read by way of a null pointer",
               layout->type->name);
      return pc_fail_at(walk, origin, PC_ERROR_LENGTH, problem);
    }
    if (tail == PC_LENGTH_UNDEFINED) {
      snprintf(problem, sizeof problem, "the flexible array member of '%s': " PC_NO_LENGTH, layout->type->name);
      return pc_fail_at(walk, origin, PC_ERROR_LENGTH, problem);
    }
    if (end == SIZE_MAX) {
      snprintf(problem, sizeof problem, "the flexible array member of '%s' has the length %lld",
               layout->type->name, tail);
      return pc_fail_at(walk, origin, PC_ERROR_LENGTH, problem);
    }
    if (end > *bytes) *bytes = end;
  }
  if (*bytes > UINTPTR_MAX - value)
    return pc_fail_at(walk, origin, PC_ERROR_LENGTH, "its length wraps around the address space");
  return PC_OK;
}

#ifdef __cplusplus
}
#endif

#endif
