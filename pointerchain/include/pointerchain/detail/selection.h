/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Which extents of which plans a call works on. Not for users.
 *
 * Lists, so that a call that concerns a few extents of a large plan costs no more than these.
 */
#ifndef POINTERCHAIN_DETAIL_SELECTION_H
#define POINTERCHAIN_DETAIL_SELECTION_H

#include "../deepcopy_types.h"
#include "attributes.h"
#include "place.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The extents of one plan. */
typedef struct pc_choice {
  pc_plan *plan;
  uint32_t *extents; /* their indices, rising once they are settled; null: all that own device memory */
  size_t n, capacity;
} pc_choice;

/* Bytes [from, to) of an extent. */
typedef struct pc_part {
  pc_plan *plan;
  const pc_extent *extent;
  size_t from, to;
} pc_part;

typedef struct pc_selection {
  pc_choice *choices; /* a plan has one at most */
  size_t n, capacity;
  pc_part *parts; /* of extents that may be chosen whole, too */
  size_t nparts, capparts;
  uint32_t mark; /* what a plan that has one carries */
} pc_selection;

PC_UNUSED static pc_selection pc_new_selection(uint32_t mark) {
  pc_selection selection;
  memset(&selection, 0, sizeof selection);
  selection.mark = mark;
  return selection;
}

PC_UNUSED static pc_choice pc_whole_choice(pc_plan *plan) {
  pc_choice choice;
  memset(&choice, 0, sizeof choice);
  choice.plan = plan;
  return choice;
}

/* The choice of a plan, which is added, empty, where it has none. Null: no memory. */
PC_UNUSED static pc_choice *pc_choice_of(pc_selection *selection, pc_plan *plan) {
  if (plan->chosen_mark != selection->mark) {
    if (!pc_grow(&selection->choices, &selection->capacity, selection->n, sizeof *selection->choices))
      return NULL;
    plan->chosen_mark = selection->mark;
    plan->chosen = selection->n;
    selection->choices[selection->n++] = pc_whole_choice(plan);
  }
  return &selection->choices[plan->chosen];
}

/* Adds an extent that owns device memory, which may not be in it. 0: no memory. */
PC_UNUSED static int pc_choose(pc_selection *selection, pc_plan *plan, const pc_extent *extent) {
  pc_choice *choice = pc_choice_of(selection, plan);
  if (!choice || !pc_grow(&choice->extents, &choice->capacity, choice->n, sizeof *choice->extents)) return 0;
  choice->extents[choice->n++] = (uint32_t)(extent - plan->extents);
  return 1;
}

/* Adds a part of an extent. 0: no memory. */
PC_UNUSED static int pc_choose_part(pc_selection *selection, pc_plan *plan, const pc_extent *extent,
                                    size_t from, size_t to) {
  pc_part *part;
  if (!pc_grow(&selection->parts, &selection->capparts, selection->nparts, sizeof *selection->parts))
    return 0;
  part = &selection->parts[selection->nparts++];
  part->plan = plan;
  part->extent = extent;
  part->from = from;
  part->to = to;
  return 1;
}

/* Adds what a view, or an extent itself, shows of the extent that owns its memory. 0: no memory. */
PC_UNUSED static int pc_choose_shown(pc_plan *plan, pc_extent *view, pc_selection *selection) {
  uint32_t number;
  pc_extent *extent = pc_owner_of(plan, view, &number);
  const size_t from = view->base - extent->base;
  if (extent->mark == selection->mark) return 1;
  if (view->bytes < extent->bytes)
    return pc_choose_part(selection, PC_STATE->plans[number], extent, from, from + view->bytes);
  extent->mark = selection->mark;
  return pc_choose(selection, PC_STATE->plans[number], extent);
}

/* Adds what a plan shows of earlier plans' extents, as far as its directions let that go to the device. 0: no
 * memory. */
PC_UNUSED static int pc_choose_shared(pc_selection *selection, pc_plan *plan) {
  size_t i;
  if (plan->flags & PC_UNCOUNTED) return 1; /* which has passed over these */
  for (i = 0; i < plan->nextents; ++i) {
    pc_extent *view = &plan->extents[i];
    if (view->type & PC_MAPPED && !(view->type & PC_NOT_TO) && !pc_choose_shown(plan, view, selection))
      return 0;
  }
  return 1;
}

/* Adds all extents of a plan, of which none may be in it. 0: no memory. */
PC_UNUSED static int pc_choose_whole(pc_selection *selection, pc_plan *plan) {
  pc_choice *choice = pc_choice_of(selection, plan);
  if (!choice) return 0;
  choice->n = plan->own;
  return 1;
}

PC_UNUSED static int pc_compare_indices(const void *left, const void *right) {
  const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
  return (a > b) - (a < b);
}

/* Puts the extents of each plan in order. */
PC_UNUSED static void pc_settle_selection(pc_selection *selection) {
  size_t i, k;
  for (i = 0; i < selection->n; ++i) {
    pc_choice *choice = &selection->choices[i];
    if (choice->n == choice->plan->own) {
      pc_shrink(&choice->extents, &choice->capacity, 0, sizeof *choice->extents);
      continue;
    }
    for (k = 1; k < choice->n && choice->extents[k - 1] < choice->extents[k]; ++k) continue;
    if (k < choice->n) qsort(choice->extents, choice->n, sizeof *choice->extents, pc_compare_indices);
  }
}

/* How many records of a plan have to be looked at for a choice, and the i-th of them. */
PC_UNUSED static size_t pc_chosen_records(const pc_choice *choice) {
  return choice->extents ? choice->n : choice->plan->nextents;
}

PC_UNUSED static pc_extent *pc_chosen(const pc_choice *choice, size_t i) {
  return &choice->plan->extents[choice->extents ? choice->extents[i] : i];
}

PC_UNUSED static void pc_drop_selection(pc_selection *selection) {
  size_t i;
  for (i = 0; i < selection->n; ++i)
    pc_shrink(&selection->choices[i].extents, &selection->choices[i].capacity, 0,
              sizeof *selection->choices[i].extents);
  pc_shrink(&selection->choices, &selection->capacity, 0, sizeof *selection->choices);
  pc_shrink(&selection->parts, &selection->capparts, 0, sizeof *selection->parts);
  selection->n = selection->nparts = 0;
}

#ifdef __cplusplus
}
#endif

#endif
