/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Memory of which a walk has met a part before the whole. Not for users.
 *
 * A record that is written cannot become a part of another. So the walk notes the whole and begins again, and what leads to
 * a part then waits, like an observer, for the whole to be met by another way.
 */
#ifndef POINTERCHAIN_DETAIL_IMAGE_WHOLES_H
#define POINTERCHAIN_DETAIL_IMAGE_WHOLES_H

#include "attributes.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PC_WHOLE_PASSES = 8 }; /* after which nothing is noted any more */

typedef struct pc_whole {
  uintptr_t base, end;
  int owned;    /* what leads to all of it and does not own it waits, too */
  size_t outer; /* of those that begin no later, the one that ends last */
} pc_whole;

typedef struct pc_wholes {
  pc_whole *list; /* those of passes before, sorted, then those of this one */
  size_t n, capacity, sorted;
  unsigned passes;
} pc_wholes;

PC_UNUSED static void pc_free_wholes(pc_wholes *wholes) {
  free(wholes->list);
  memset(wholes, 0, sizeof *wholes);
}

/* Larger ones before those that begin with them. */
PC_UNUSED static int pc_compare_wholes(const void *left, const void *right) {
  const pc_whole *a = (const pc_whole *)left, *b = (const pc_whole *)right;
  if (a->base != b->base) return a->base < b->base ? -1 : 1;
  if (a->end != b->end) return a->end > b->end ? -1 : 1;
  return b->owned - a->owned;
}

/* Before a pass. Whether any were noted in the one before. */
PC_UNUSED static int pc_sort_wholes(pc_wholes *wholes) {
  const int more = wholes->n > wholes->sorted;
  size_t i, outer = 0;
  if (!more) return 0;
  qsort(wholes->list, wholes->n, sizeof *wholes->list, pc_compare_wholes);
  for (i = 0; i < wholes->n; ++i) {
    if (wholes->list[i].end > wholes->list[outer].end) outer = i;
    wholes->list[i].outer = outer;
  }
  wholes->sorted = wholes->n;
  ++wholes->passes;
  return 1;
}

/* Whether what leads to that memory, without owning it, waits. */
PC_UNUSED static int pc_waits_for_whole(const pc_wholes *wholes, uintptr_t base, uintptr_t end) {
  size_t low = 0, high = wholes->sorted;
  const pc_whole *whole;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (wholes->list[middle].base <= base) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (!low) return 0;
  whole = &wholes->list[wholes->list[low - 1].outer];
  return whole->end >= end && (whole->owned || whole->base < base || whole->end > end);
}

/* Notes a whole for the next pass. 0: it is noted already, or there were passes enough; -1: no memory. */
PC_UNUSED static int pc_note_whole(pc_wholes *wholes, uintptr_t base, uintptr_t end, int owned) {
  pc_whole whole;
  if (wholes->passes >= PC_WHOLE_PASSES) return 0;
  whole.base = base;
  whole.end = end;
  whole.outer = 0;
  for (whole.owned = 1; whole.owned >= owned; --whole.owned)
    if (wholes->sorted && bsearch(&whole, wholes->list, wholes->sorted, sizeof whole, pc_compare_wholes)) return 0;
  whole.owned = owned;
  if (wholes->n == wholes->capacity) {
    const size_t more = 2 * wholes->capacity + 16;
    pc_whole *list = more > PTRDIFF_MAX / sizeof *list ? NULL : (pc_whole *)realloc(wholes->list, more * sizeof *list);
    if (!list) return -1;
    wholes->list = list;
    wholes->capacity = more;
  }
  wholes->list[wholes->n++] = whole;
  return 1;
}

#ifdef __cplusplus
}
#endif

#endif
