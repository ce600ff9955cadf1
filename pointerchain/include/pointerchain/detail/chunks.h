/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What is packed travels in stretches of the block: which extents one transfer holds, where an extent is cut,
 * and the bytes of a stretch. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_CHUNKS_H
#define POINTERCHAIN_DETAIL_CHUNKS_H

#include "../deepcopy_device.h"
#include "../deepcopy_types.h"
#include "attributes.h"
#include "layouts.h"
#include "patches.h"
#include "selection.h"
#include "state.h"
#include "values.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A stretch of the block: the choice's records first..last, from byte `from` of the first to byte `to` of the
 * last. */
typedef struct pc_chunk {
  size_t first, last, from, to;
  uintptr_t place; /* in the block */
  size_t bytes;
  int direct; /* goes without a staging buffer */
} pc_chunk;

/* Whether a chosen record takes part in the transfer. Pointers go to the device in any case, with the data
 * that they lie among. */
PC_UNUSED static int pc_selected(const pc_transfer *transfer, const pc_extent *extent) {
  if (extent->type & (PC_VIEW | PC_MAPPED)) return 0;
  if (transfer->back && extent->type & PC_CONSTANT) return 0;
  if (transfer->passage == PC_ENTERING && extent->type & PC_NOT_TO)
    return pc_has_pointers(extent);
  return !(transfer->passage == PC_LEAVING && extent->type & PC_LEFT);
}

/* Whether all pointers of an extent were null on the host, and still are, and so on the device. */
PC_UNUSED static int pc_all_null(const pc_plan *plan, const pc_extent *extent) {
  const size_t cells = extent->type & PC_MERGER ? 0 : pc_cells_of(extent);
  const size_t slots = pc_slots_of(extent), size = pc_element_of(extent);
  size_t i;
  for (i = 0; i < cells; ++i) {
    const uint32_t code = plan->codes[extent->cell + i];
    uintptr_t value;
    if (code == PC_DATA) continue;
    if (code != PC_NULL) return 0;
    memcpy(&value, (const void *)(extent->base + i / slots * size + pc_slot_offset(extent, i % slots)),
           sizeof value);
    if (value) return 0;
  }
  return cells != 0;
}

PC_UNUSED static int pc_goes_directly(const pc_transfer *transfer, const pc_extent *extent) {
  const pc_device *device = transfer->plan->device;
  if (pc_customs_of(extent)) return 0;
  if (transfer->technique == PC_TCPY)
    return !pc_has_pointers(extent) || (!transfer->back && pc_all_null(transfer->plan, extent));
  if (!pc_has_pointers(extent) && extent->bytes > PC_CHUNK_BYTES) return 1;
  return extent->bytes >= PC_DIRECT_BYTES && transfer->technique == PC_AUTO && !device->background &&
         !(extent->type & PC_MERGER) && extent->bytes / (pc_cells_of(extent) + 1) >= PC_DIRECT_BYTES;
}

/* Whether between two records of a plan lies one that owns device memory. */
PC_UNUSED static int pc_has_between(const pc_extent *one, const pc_extent *other) {
  const pc_extent *extent = one + 1;
  while (extent < other && extent->type & (PC_VIEW | PC_MAPPED)) ++extent;
  return extent < other;
}

/* The next stretch where all of an even plan moves: the places rise, and none has to travel by itself. */
PC_UNUSED static int pc_next_even(const pc_transfer *transfer, size_t *index, pc_chunk *chunk) {
  const pc_plan *plan = transfer->plan;
  size_t low = *index, high = plan->nextents;
  if (low == high) return 0;
  chunk->first = low;
  chunk->from = 0;
  chunk->direct = 0;
  chunk->place = plan->extents[low].place;
  while (high - low > 1) { /* the last that fits into a transfer with all before it */
    const size_t middle = low + (high - low) / 2;
    if (plan->extents[middle].place + plan->extents[middle].bytes - chunk->place <= PC_CHUNK_BYTES) {
      low = middle;
    } else {
      high = middle;
    }
  }
  chunk->last = low;
  chunk->to = plan->extents[low].bytes;
  chunk->bytes = plan->extents[low].place + chunk->to - chunk->place;
  *index = low + 1;
  return 1;
}

/* The next stretch from the choice's record `*index`, byte `*offset` on; 0 at the end. A pointer is never
 * cut. */
PC_UNUSED static int pc_next_chunk(pc_transfer *transfer, size_t *index, size_t *offset, pc_chunk *chunk,
                                   int *status) {
  const pc_choice *choice = transfer->choice;
  const size_t records = pc_chosen_records(choice);
  const pc_extent *before = NULL;
  size_t i = *index;
  if (transfer->plan->even && !transfer->plan->borrowed && !choice->extents && transfer->technique != PC_TCPY)
    return pc_next_even(transfer, index, chunk);
  chunk->bytes = 0;
  chunk->direct = 0;
  for (; i < records; ++i) {
    const pc_extent *extent = pc_chosen(choice, i);
    size_t room, rest;
    if (!pc_selected(transfer, extent)) continue;
    rest = extent->bytes - *offset;
    if (chunk->bytes) {
      const size_t apart = extent->place - (chunk->place + chunk->bytes);
      if (transfer->technique == PC_TCPY || apart >= PC_LINE || pc_has_between(before, extent) ||
          chunk->bytes + apart + rest > PC_CHUNK_BYTES || pc_goes_directly(transfer, extent))
        break;
      chunk->bytes += apart;
    } else {
      chunk->first = i;
      chunk->from = *offset;
      chunk->place = extent->place + *offset;
      chunk->direct = *offset == 0 && pc_goes_directly(transfer, extent);
    }
    before = extent;
    chunk->last = i;
    room = transfer->technique == PC_TCPY || chunk->direct ? rest : PC_CHUNK_BYTES - chunk->bytes;
    if (rest > room) {
      size_t to;
      *status = pc_find_cut(transfer, extent, *offset + room, 0, &to);
      if (*status == PC_OK && to <= *offset)
        *status = pc_find_cut(transfer, extent, *offset + room, 1, &to); /* one member is larger than that */
      if (*status != PC_OK) return 0;
      chunk->bytes += to - *offset;
      chunk->to = to;
      *index = i;
      *offset = to;
      return 1;
    }
    chunk->bytes += rest;
    chunk->to = extent->bytes;
    *index = i + 1;
    *offset = 0;
    if (chunk->direct) return 1;
  }
  return chunk->bytes != 0;
}

/* Packs a record of an even plan, whose pointers lead to extents that own their memory. */
PC_UNUSED static void pc_pack_even(const pc_plan *plan, const pc_layout *layout, const pc_extent *extent,
                                   char *image) {
  const uint32_t *codes = layout->nslots ? &plan->codes[extent->cell] : NULL;
  size_t k;
  pc_copy_words(image, (const char *)extent->base, layout->size);
  for (k = 0; k < layout->nslots; ++k) {
    uintptr_t value = 0;
    if (codes[k] - 1 < PC_LAST) {
      value = (uintptr_t)plan->block + plan->extents[codes[k] - 1].place;
    } else if (codes[k] == PC_INSIDE) {
      value = pc_device_value(plan, extent->cell + (uint32_t)k);
    }
    memcpy(image + layout->slots[k].offset, &value, sizeof value);
  }
}

/* Looks what kernels have made of the pointers of a stretch of whole extents that has come to `image`. */
PC_UNUSED static int pc_judge_chunk(pc_transfer *transfer, const pc_chunk *chunk, const char *image) {
  const pc_layout *layouts = PC_STATE->layouts;
  size_t i;
  int status = PC_OK;
  for (i = chunk->first; i <= chunk->last && status == PC_OK; ++i) {
    const pc_extent *extent = pc_chosen(transfer->choice, i);
    const char *place;
    if (!pc_selected(transfer, extent) || !pc_has_pointers(extent)) continue;
    place = image + (extent->place - chunk->place);
    if (pc_is_record(extent)) {
      status = pc_judge_record(transfer, &layouts[extent->type & PC_TYPE_MASK], extent, place);
    } else {
      status = pc_judge_part(transfer, extent, 0, extent->bytes, place);
    }
  }
  return status;
}

/* Packs a stretch into `image`, or unpacks it. */
PC_UNUSED static int pc_pack_chunk(pc_transfer *transfer, const pc_chunk *chunk, char *image) {
  const pc_choice *choice = transfer->choice;
  const pc_plan *plan = transfer->plan;
  const pc_layout *layouts = PC_STATE->layouts;
  const size_t records = pc_chosen_records(choice);
  const int back = transfer->back;
  uintptr_t at = chunk->place;
  size_t i, copied = 0;
  int status = PC_OK;
  for (i = chunk->first; i <= chunk->last && status == PC_OK; ++i) {
    const pc_extent *extent = pc_chosen(choice, i);
    const size_t from = i == chunk->first ? chunk->from : 0,
                 to = i == chunk->last ? chunk->to : extent->bytes;
    char *place;
    if (!plan->rising && records - i > PC_AHEAD) pc_prefetch_data(pc_chosen(choice, i + PC_AHEAD));
    if (!pc_selected(transfer, extent)) continue;
    place = image + (extent->place + from - chunk->place);
    if (!back && extent->place + from > at) memset(image + (at - chunk->place), 0, extent->place + from - at);
    at = extent->place + to;
    if (to - from == extent->bytes && pc_is_record(extent)) {
      const pc_layout *layout = &layouts[extent->type & PC_TYPE_MASK];
      copied += layout->size - layout->nslots * sizeof(void *);
      if (back) {
        status = pc_unpack_record(transfer, layout, extent, place);
      } else if (plan->even) {
        pc_pack_even(plan, layout, extent, place);
      } else {
        pc_pack_record(plan, layout, extent, place);
      }
    } else if (back) {
      status = pc_unpack_part(transfer, extent, from, to, place);
    } else {
      status = pc_pack_part(transfer, extent, from, to, place);
    }
  }
  PC_STATE->stats.host_copies += (long long)copied;
  return status;
}

#ifdef __cplusplus
}
#endif

#endif
