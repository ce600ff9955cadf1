/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Memory that no recorded pointer leads to any more, since kernels have changed pointers and an update of the host has
 * brought them. Not for users.
 *
 * The program may look at it still, for it has other ways there; or it has freed it, and it is another's. Nothing but the bytes
 * tells which: what came is summed up, and compared before that memory is written again.
 */
#ifndef POINTERCHAIN_DETAIL_CUT_OUT_H
#define POINTERCHAIN_DETAIL_CUT_OUT_H

#include "../deepcopy_types.h"
#include "attributes.h"
#include "layouts.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The record of an extent that has been cut out; null for another one. */
PC_UNUSED static pc_cut_out *pc_find_cut_out(const pc_plan *plan, const pc_extent *extent) {
  const size_t index = (size_t)(extent - plan->extents);
  size_t low = 0, high = plan->ncut_out;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (plan->cut_out[middle].extent < index) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < plan->ncut_out && plan->cut_out[low].extent == index ? &plan->cut_out[low] : NULL;
}

PC_UNUSED static uint64_t pc_sum_bytes(uint64_t sum, uintptr_t from, uintptr_t to) {
  for (; from < to; from += sizeof(uint64_t)) {
    uint64_t word = 0;
    memcpy(&word, (const void *)from, to - from < sizeof word ? to - from : sizeof word);
    sum = (sum ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    sum ^= sum >> 29;
  }
  return sum;
}

/* Adds the data of one element, without pointers and members with functions of the user. */
PC_UNUSED static uint64_t pc_sum_element(uint64_t sum, const pc_layout *layout, uintptr_t element) {
  size_t i, k = 0;
  for (i = 0; i < layout->nruns; ++i) {
    size_t at = layout->runs[i].offset;
    const size_t end = at + layout->runs[i].bytes;
    for (; k < layout->ncustoms && layout->customs[k].offset < end; ++k) {
      if (layout->customs[k].offset > at) sum = pc_sum_bytes(sum, element + at, element + layout->customs[k].offset);
      at = layout->customs[k].offset + layout->customs[k].custom->bytes;
    }
    if (at < end) sum = pc_sum_bytes(sum, element + at, element + end);
  }
  return sum;
}

/* The sum of an extent's data on the host. */
PC_UNUSED static uint64_t pc_sum_extent(const pc_plan *plan, const pc_extent *extent, uint64_t sum) {
  const pc_layout *layout;
  const uint32_t *view;
  size_t i;
  if (extent->type & PC_MERGER) {
    for (view = &plan->views[extent->cell]; *view != PC_FREE; ++view)
      sum = pc_sum_extent(plan, &plan->extents[*view], sum);
    return sum;
  }
  if (extent->type & PC_ROWS) return sum;
  layout = &PC_STATE->layouts[extent->type & PC_TYPE_MASK];
  if (!layout->nslots && !layout->ncustoms && !layout->tails)
    return pc_sum_bytes(sum, extent->base, extent->base + extent->bytes);
  for (i = 0; i < pc_elements_of(extent); ++i) sum = pc_sum_element(sum, layout, extent->base + i * pc_element_of(extent));
  return sum;
}

/* Looks whether memory that was cut out may be the program's still, as it came where it is to be `written`. */
PC_UNUSED static int pc_check_cut_out(pc_call *call, const pc_plan *plan, const pc_extent *extent, int written) {
  const pc_cut_out *cut;
  int fresh = 0, rights;
  if (extent->type & PC_MAPPED) {
    plan = PC_STATE->plans[extent->count];
    extent = (const pc_extent *)extent->place;
  } else if (extent->type & PC_VIEW) {
    extent = &plan->extents[extent->place];
  }
  cut = pc_find_cut_out(plan, extent);
  if (!cut) return PC_OK;
  rights = pc_rights(extent->base, extent->base + extent->bytes, &fresh);
  if (rights < 0) return pc_no_memory(call);
  if (rights && (!written || pc_sum_extent(plan, extent, 0) == cut->sum)) return PC_OK;
  return pc_fail(call, PC_ERROR_CHANGED,
                 "%s'%s' at %#llx, which a kernel has cut out, was changed or freed on the host since it came; nothing was copied or "
                 "released (end with 'delete', or 'update structure' before it is freed)",
                 extent->type & PC_MERGER ? "one of the " : "", pc_type_name(plan, extent),
                 (unsigned long long)extent->base);
}

#ifdef __cplusplus
}
#endif

#endif
