/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A part of an extent travels. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_PARTS_H
#define POINTERCHAIN_DETAIL_PARTS_H

#include "../deepcopy_types.h"
#include "attributes.h"
#include "chunks.h"
#include "homes.h"
#include "layouts.h"
#include "patches.h"
#include "place.h"
#include "profiled.h"
#include "selection.h"
#include "staging.h"
#include "state.h"
#include "techniques.h"
#include "unions.h"
#include "words.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Moves [from, to) of an extent that has patches, none of which it cuts. */
PC_UNUSED static int pc_move_window(pc_transfer *transfer, const pc_extent *extent, size_t from, size_t to) {
  const uintptr_t device = pc_device_address(transfer->plan, extent) + from;
  char *image = pc_staging(transfer->plan->device, 0, to - from);
  int status;
  if (!image) return pc_no_memory(transfer->call);
  if (transfer->back) {
    status = pc_receive(transfer, image, device, to - from);
    return status == PC_OK ? pc_unpack_part(transfer, extent, from, to, image) : status;
  }
  status = pc_pack_part(transfer, extent, from, to, image);
  return status == PC_OK ? pc_upload(transfer, device, image, to - from) : status;
}

PC_UNUSED static int pc_move_windows(pc_transfer *transfer, const pc_part *part) {
  size_t at = part->from, to = part->to, cut = at;
  int status = pc_find_cut(transfer, part->extent, at, 0, &cut);
  if (status == PC_OK) status = pc_find_cut(transfer, part->extent, to, 0, &to);
  if (status == PC_OK && (cut != at || to != part->to))
    return pc_fail(transfer->call, PC_ERROR_OVERLAP, "a part of '%s' begins or ends in a pointer or another member that is not copied as it is",
                   pc_type_name(part->plan, part->extent));
  for (; at < part->to && status == PC_OK; at = to) {
    to = part->to - at > PC_CHUNK_BYTES ? at + PC_CHUNK_BYTES : part->to;
    status = pc_find_cut(transfer, part->extent, to, 0, &cut);
    if (status == PC_OK && cut <= at) status = pc_find_cut(transfer, part->extent, to, 1, &cut);
    to = cut;
    if (status == PC_OK) status = pc_move_window(transfer, part->extent, at, to);
  }
  return status;
}

/* Moves a part of an extent; `homes` on the way back. */
PC_UNUSED static int pc_move_part(pc_call *call, const pc_part *part, pc_passage passage, pc_homes *homes) {
  const pc_extent *extent = part->extent;
  char *host = (char *)extent->base + part->from;
  const uintptr_t device = pc_device_address(part->plan, extent) + part->from;
  pc_transfer transfer;
  int status;
  memset(&transfer, 0, sizeof transfer);
  transfer.call = call;
  transfer.plan = part->plan;
  transfer.passage = passage;
  transfer.back = passage >= PC_UPDATING_HOST;
  transfer.homes = homes;
  if (!pc_selected(&transfer, extent)) return PC_OK;
  if (!transfer.back) pc_note_words(part->plan, extent, part->from, part->to);
  if (pc_is_patched(extent)) {
    status = pc_move_windows(&transfer, part);
  } else if (transfer.back) {
    status = pc_receive(&transfer, host, device, part->to - part->from);
  } else {
    status = pc_upload(&transfer, device, host, part->to - part->from);
  }
  if (status == PC_OK) pc_tell_carried(part->plan, extent, part->from, part->to, transfer.back);
  return pc_end_transfer(&transfer, status);
}

/* Moves the parts of a selection whose extents are not chosen whole. */
PC_UNUSED static int pc_move_parts(pc_call *call, const pc_selection *selection, pc_passage passage, pc_homes *homes) {
  size_t i;
  int status = PC_OK;
  for (i = 0; i < selection->nparts && status == PC_OK; ++i) {
    const pc_part *part = &selection->parts[i];
    if (part->extent->mark == selection->mark) continue;
    status = pc_move_part(call, part, passage, homes);
    if (status == PC_OK && passage >= PC_UPDATING_HOST)
      status = pc_check_part_unions(call, part->plan, part->extent, part->from, part->to, 1);
  }
  return status;
}

#ifdef __cplusplus
}
#endif

#endif
