/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Checks a device image: every pointer in it leads into it. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_VERIFY_H
#define POINTERCHAIN_DETAIL_VERIFY_H

#include "../deepcopy_device.h"
#include "../deepcopy_types.h"
#include "attributes.h"
#include "brief.h"
#include "calls.h"
#include "chunks.h"
#include "index.h"
#include "layouts.h"
#include "leave.h"
#include "linkage.h"
#include "patches.h"
#include "place.h"
#include "selection.h"
#include "staging.h"
#include "state.h"
#include "techniques.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Device memory of one extent. */
typedef struct pc_range {
  uintptr_t begin, end;
} pc_range;

PC_UNUSED static int pc_compare_ranges(const void *left, const void *right) {
  const uintptr_t a = ((const pc_range *)left)->begin, b = ((const pc_range *)right)->begin;
  return (a > b) - (a < b);
}

/* The device memory of everything that is mapped, sorted. Null where there is no memory for it. */
PC_UNUSED static pc_range *pc_device_ranges(size_t *n) {
  const pc_state *state = PC_STATE;
  pc_range *ranges = (pc_range *)malloc((state->indexed + 1) * sizeof *ranges);
  size_t i, k;
  *n = 0;
  if (!ranges) return NULL;
  for (i = 0; i < state->nruns; ++i)
    for (k = 0; k < state->runs[i].n; ++k) {
      const pc_extent *extent = state->runs[i].extents[k];
      if (!extent->count) continue;
      ranges[*n].begin = pc_device_address(state->plans[pc_run_plan(&state->runs[i], k)], extent);
      ranges[*n].end = ranges[*n].begin + extent->bytes;
      ++*n;
    }
  qsort(ranges, *n, sizeof *ranges, pc_compare_ranges);
  return ranges;
}

/* Whether an address lies in one of the ranges, or one past its end. */
PC_UNUSED static int pc_in_ranges(const pc_range *ranges, size_t n, uintptr_t address) {
  size_t low = 0, high = n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (ranges[middle].begin <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low && address <= ranges[low - 1].end;
}

/* Names the pointer at `offset` of an extent or of a view of it. */
PC_COLD static int pc_fail_stray(pc_transfer *transfer, const pc_extent *extent, size_t offset,
                                 uintptr_t value) {
  const pc_plan *plan = transfer->plan;
  const uint32_t *view = extent->type & PC_MERGER ? &plan->views[extent->cell] : NULL;
  do {
    const pc_extent *part = view ? &plan->extents[*view++] : extent;
    const size_t at = offset - (part->base - extent->base);
    size_t k;
    if (extent->base + offset < part->base || at >= part->bytes) continue;
    for (k = 0; k < pc_slots_of(part); ++k) {
      if (at % pc_element_of(part) != pc_slot_offset(part, k)) continue;
      return pc_fail(
          transfer->call, PC_ERROR_STRAY,
          "'%s' of '%s' (element %zu) is %p on the device, which lies outside what is mapped",
          part->type & PC_ROWS ? "[]" : pc_nth_slot(part, k).pointer->name,
          pc_type_name(plan, part), at / pc_element_of(part), (void *)value);
    }
  } while (view && *view != PC_FREE);
  return pc_fail(transfer->call, PC_ERROR_STRAY,
                 "a pointer is %p on the device, which lies outside what is mapped", (void *)value);
}

PC_UNUSED static int pc_verify_extent(pc_transfer *transfer, const pc_extent *extent, const pc_range *ranges,
                                      size_t n) {
  pc_device *device = transfer->plan->device;
  const uintptr_t memory = pc_device_address(transfer->plan, extent);
  size_t from, i;
  for (from = 0; from < extent->bytes;) {
    const size_t window = extent->bytes - from > PC_CHUNK_BYTES ? from + PC_CHUNK_BYTES : extent->bytes;
    size_t to = window;
    char *image;
    int status = pc_find_cut(transfer, extent, window, 0, &to);
    if (status == PC_OK && to <= from) status = pc_find_cut(transfer, extent, window, 1, &to);
    if (status == PC_OK) status = pc_collect(transfer, extent, from, to);
    if (status != PC_OK) return status;
    image = pc_staging(device, 0, to - from);
    if (!image) return pc_no_memory(transfer->call);
    if (device->to_host(device, transfer->plan->where, image, (const void *)(memory + from), to - from) != 0)
      return pc_device_failed(transfer, "a transfer from it");
    for (i = 0; i < transfer->npatches; ++i) {
      uintptr_t value;
      if (transfer->patches[i].custom) continue;
      memcpy(&value, image + (transfer->patches[i].offset - from), sizeof value);
      /* What an attached pointer to the middle of an array begins with is not mapped. */
      if (value && value != transfer->patches[i].device && !pc_in_ranges(ranges, n, value))
        return pc_fail_stray(transfer, extent, transfer->patches[i].offset, value);
    }
    from = to;
  }
  return PC_OK;
}

PC_UNUSED static int pc_verify_locked(pc_call *call, const pc_root *roots, size_t nroots) {
  pc_selection selection = pc_new_selection(pc_new_mark());
  pc_transfer transfer;
  pc_range *ranges = NULL;
  size_t i, k, n = 0;
  int status;
  memset(&transfer, 0, sizeof transfer);
  transfer.call = call;
  status = pc_write_out(call);
  if (status == PC_OK) status = pc_mark_roots(call, roots, nroots, PC_REACH_EXTENTS, &selection);
  pc_settle_selection(&selection);
  if (status == PC_OK) {
    ranges = pc_device_ranges(&n);
    if (!ranges) status = pc_no_memory(call);
  }
  for (i = 0; i < selection.n && status == PC_OK; ++i) {
    const pc_choice *choice = &selection.choices[i];
    transfer.plan = choice->plan;
    for (k = 0; k < pc_chosen_records(choice) && status == PC_OK; ++k) {
      const pc_extent *extent = pc_chosen(choice, k);
      if (pc_selected(&transfer, extent) && pc_has_pointers(extent))
        status = pc_verify_extent(&transfer, extent, ranges, n);
    }
  }
  for (i = 0; i < selection.nparts && status == PC_OK; ++i) {
    transfer.plan = selection.parts[i].plan;
    if (pc_has_pointers(selection.parts[i].extent))
      status = pc_verify_extent(&transfer, selection.parts[i].extent, ranges, n);
  }
  pc_shrink(&transfer.patches, &transfer.cappatches, 0, sizeof *transfer.patches);
  pc_drop_selection(&selection);
  free(ranges);
  return status;
}

PC_API int pc_deepcopy_verify(const pc_root *roots, size_t nroots, const char *file, int line) {
  pc_call call;
  pc_begin_call(&call, "verify", file, line);
  return pc_end_call(&call, pc_verify_locked(&call, roots, nroots));
}

#ifdef __cplusplus
}
#endif

#endif
