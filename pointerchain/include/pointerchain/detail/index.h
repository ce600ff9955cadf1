/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The index of all mapped extents by host address. Not for users.
 *
 * Sorted runs of falling length: a new run is merged with the last ones while these are no longer than
 * twice as long, so an extent takes part in O(log n) merges and a search looks at O(log n) runs. What has
 * left the device stays in its run until half of all entries have; the extents of one run never overlap,
 * because only what is mapped is merged.
 */
#ifndef POINTERCHAIN_DETAIL_INDEX_H
#define POINTERCHAIN_DETAIL_INDEX_H

#include "attributes.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The first of a run that begins above `address`. */
PC_UNUSED static size_t pc_run_above(const pc_run *run, uintptr_t address) {
  size_t low = 0, high = run->n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (run->extents[middle]->base <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* The mapped extent that holds `address`; null where there is none. `*plan` gets the number of its plan. */
PC_UNUSED static pc_extent *pc_index_holding(uintptr_t address, uint32_t *plan) {
  const pc_state *state = PC_STATE;
  size_t i;
  for (i = 0; i < state->nruns; ++i) {
    const pc_run *run = &state->runs[i];
    const size_t above = pc_run_above(run, address);
    pc_extent *extent = above ? run->extents[above - 1] : NULL;
    if (!extent || !extent->count || address - extent->base >= extent->bytes) continue;
    *plan = run->plans ? run->plans[above - 1] : run->plan;
    return extent;
  }
  return NULL;
}

/* The mapped extent that ends at `address`, whatever begins there; null where there is none. */
PC_UNUSED static pc_extent *pc_index_ending(uintptr_t address, uint32_t *plan) {
  pc_extent *extent = address ? pc_index_holding(address - 1, plan) : NULL;
  return extent && extent->base + extent->bytes == address ? extent : NULL;
}

/* The mapped extent that holds `address`, or else that ends there where `end` is set. */
PC_UNUSED static pc_extent *pc_index_find(uintptr_t address, int end, uint32_t *plan) {
  pc_extent *extent = pc_index_holding(address, plan);
  return extent || !end ? extent : pc_index_ending(address, plan);
}

/* An extent that holds `address`, mapped or about to leave in this call; null where there is none. */
PC_UNUSED static const pc_extent *pc_index_find_any(uintptr_t address) {
  const pc_state *state = PC_STATE;
  size_t i;
  for (i = 0; i < state->nruns; ++i) {
    const size_t above = pc_run_above(&state->runs[i], address);
    const pc_extent *extent = above ? state->runs[i].extents[above - 1] : NULL;
    if (extent && address - extent->base < extent->bytes && (extent->count || extent->mark == state->leaving)) return extent;
  }
  return NULL;
}

/* A mapped extent that begins in [begin, end), or null. */
PC_UNUSED static pc_extent *pc_index_next(uintptr_t begin, uintptr_t end) {
  const pc_state *state = PC_STATE;
  size_t i, k;
  for (i = 0; i < state->nruns; ++i) {
    const pc_run *run = &state->runs[i];
    k = begin ? pc_run_above(run, begin - 1) : 0;
    for (; k < run->n && run->extents[k]->base < end; ++k)
      if (run->extents[k]->count) return run->extents[k];
  }
  return NULL;
}

PC_UNUSED static uint32_t pc_run_plan(const pc_run *run, size_t i) {
  return run->plans ? run->plans[i] : run->plan;
}

PC_UNUSED static void pc_run_free(pc_run *run) {
  pc_resize(run->extents, run->capacity * sizeof *run->extents, 0);
  if (run->plans) pc_resize(run->plans, run->capacity * sizeof *run->plans, 0);
}

/* Takes a plan off the list of those whose pointers may become null. */
PC_UNUSED static void pc_forget_partly(const pc_plan *plan) {
  pc_state *state = PC_STATE;
  uint32_t last;
  if (!plan->partly) return;
  last = state->partly[--state->npartly];
  state->partly[plan->partly - 1] = last;
  state->plans[last]->partly = plan->partly;
  if (state->npartly == 0) pc_shrink(&state->partly, &state->cappartly, 0, sizeof *state->partly);
}

/* Frees what a plan holds, once nothing refers to it. */
PC_UNUSED static void pc_plan_free_if_done(pc_plan *plan) {
  pc_state *state = PC_STATE;
  if (plan->live || plan->handles || plan->indexed) return;
  pc_shrink(&plan->extents, &plan->capextents, 0, sizeof *plan->extents);
  pc_shrink(&plan->briefs, &plan->capbriefs, 0, sizeof *plan->briefs);
  pc_shrink(&plan->elements, &plan->capelements, 0, sizeof *plan->elements);
  pc_shrink(&plan->codes, &plan->capcodes, 0, sizeof *plan->codes);
  pc_shrink(&plan->lengths, &plan->caplengths, 0, sizeof *plan->lengths);
  pc_shrink(&plan->inside, &plan->capinside, 0, sizeof *plan->inside);
  pc_shrink(&plan->rows, &plan->caprows, 0, sizeof *plan->rows);
  pc_shrink(&plan->shared_rows, &plan->capshared_rows, 0, sizeof *plan->shared_rows);
  pc_shrink(&plan->row_lengths, &plan->caprow_lengths, 0, sizeof *plan->row_lengths);
  pc_shrink(&plan->cut_out, &plan->capcut_out, 0, sizeof *plan->cut_out);
  pc_shrink(&plan->views, &plan->capviews, 0, sizeof *plan->views);
  pc_shrink(&plan->pads, &plan->npads, 0, sizeof *plan->pads);
  pc_forget_partly(plan);
  state->plans[plan->number] = NULL;
  if (plan->number < state->first_free) state->first_free = plan->number;
  --state->live_plans;
  pc_resize(plan, sizeof *plan, 0);
}

/* `n` entries that a plan had in a run have gone. */
PC_UNUSED static void pc_index_forget(uint32_t plan, size_t n) {
  pc_plan *owner = PC_STATE->plans[plan];
  PC_STATE->indexed -= n;
  PC_STATE->dead -= n;
  owner->indexed -= n;
  pc_plan_free_if_done(owner);
}

/* Merges the last two runs, without what has left the device. 0: no memory, and nothing changed. */
PC_UNUSED static int pc_index_merge(void) {
  pc_state *state = PC_STATE;
  pc_run *a = &state->runs[state->nruns - 2], *b = &state->runs[state->nruns - 1], merged;
  size_t i, j, n = 0;
  memset(&merged, 0, sizeof merged);
  for (i = 0; i < a->n; ++i) merged.n += a->extents[i]->count != 0;
  for (i = 0; i < b->n; ++i) merged.n += b->extents[i]->count != 0;
  if (merged.n) {
    merged.extents = (pc_extent **)pc_resize(NULL, 0, merged.n * sizeof *merged.extents);
    merged.plans = (uint32_t *)pc_resize(NULL, 0, merged.n * sizeof *merged.plans);
    if (!merged.extents || !merged.plans) {
      if (merged.extents) pc_resize(merged.extents, merged.n * sizeof *merged.extents, 0);
      if (merged.plans) pc_resize(merged.plans, merged.n * sizeof *merged.plans, 0);
      return 0;
    }
  }
  for (i = j = 0; i < a->n || j < b->n;) {
    const int left = j == b->n || (i < a->n && a->extents[i]->base < b->extents[j]->base);
    pc_extent *extent = left ? a->extents[i] : b->extents[j];
    const uint32_t plan = left ? pc_run_plan(a, i) : pc_run_plan(b, j);
    if (left) {
      ++i;
    } else {
      ++j;
    }
    if (!extent->count) {
      pc_index_forget(plan, 1);
      continue;
    }
    merged.extents[n] = extent;
    merged.plans[n++] = plan;
  }
  merged.capacity = merged.n;
  pc_run_free(a);
  pc_run_free(b);
  *a = merged;
  state->nruns -= merged.n ? 1 : 2;
  return 1;
}

/* Keeps the runs few. No memory is no fault: they are merged another time. */
PC_UNUSED static void pc_index_settle(void) {
  pc_state *state = PC_STATE;
  while (state->nruns > 1 && state->runs[state->nruns - 2].n <= 2 * state->runs[state->nruns - 1].n)
    if (!pc_index_merge()) return;
}

/* Takes out what has left the device, where that is more than half. */
PC_UNUSED static void pc_index_sweep(void) {
  pc_state *state = PC_STATE;
  size_t i, j, k;
  if (state->dead == 0 || state->dead * 2 <= state->indexed) return;
  for (i = k = 0; i < state->nruns; ++i) {
    pc_run *run = &state->runs[i];
    size_t n = 0;
    if (!run->plans && !state->plans[run->plan]->live) {
      pc_index_forget(run->plan, run->n);
      pc_run_free(run);
      continue;
    }
    for (j = 0; j < run->n; ++j) {
      const uint32_t plan = pc_run_plan(run, j);
      if (!run->extents[j]->count) {
        pc_index_forget(plan, 1);
        continue;
      }
      run->extents[n] = run->extents[j];
      if (run->plans) run->plans[n] = plan;
      ++n;
    }
    run->n = n;
    if (n == 0) pc_run_free(run);
    if (n) state->runs[k++] = *run;
  }
  state->nruns = k;
  if (k == 0) pc_shrink(&state->runs, &state->capruns, 0, sizeof *state->runs);
}

#ifdef __cplusplus
}
#endif

#endif
