/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * From a plan of extents to bytes on the device and back. Not for users.
 *
 * Every transfer works on chosen extents of a plan. Nothing here copies a device pointer to the host.
 */
#ifndef POINTERCHAIN_DETAIL_TECHNIQUES_H
#define POINTERCHAIN_DETAIL_TECHNIQUES_H

#include "../deepcopy_device.h"
#include "../deepcopy_types.h"
#include "attributes.h"
#include "chunks.h"
#include "homes.h"
#include "hooks.h"
#include "layouts.h"
#include "patches.h"
#include "place.h"
#include "profiled.h"
#include "selection.h"
#include "staging.h"
#include "state.h"
#include "words.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

PC_UNUSED static int pc_device_failed(pc_transfer *transfer, const char *what) {
  return pc_fail(transfer->call, PC_ERROR_DEVICE, "the device '%s' failed: %s", transfer->plan->device->name,
                 what);
}

PC_UNUSED static int pc_upload(pc_transfer *transfer, uintptr_t to, const void *from, size_t bytes) {
  pc_device *device = transfer->plan->device;
  ++PC_STATE->stats.transfers_to;
  PC_STATE->stats.bytes_to += (long long)bytes;
  if (device->to_device(device, transfer->plan->where, (void *)to, from, bytes) == 0) return PC_OK;
  return pc_device_failed(transfer, "a transfer to it");
}

PC_UNUSED static int pc_receive(pc_transfer *transfer, void *to, uintptr_t from, size_t bytes) {
  pc_device *device = transfer->plan->device;
  ++PC_STATE->stats.transfers_from;
  PC_STATE->stats.bytes_from += (long long)bytes;
  if (device->to_host(device, transfer->plan->where, to, (const void *)from, bytes) == 0) return PC_OK;
  return pc_device_failed(transfer, "a transfer from it");
}

/* Whether a pointer has to be sent after its extent went as it is: the host may have given it a value that no
 * root which is at work follows. */
PC_UNUSED static int pc_is_sent(const pc_extent *extent, const pc_patch *patch) {
  uintptr_t value;
  if (patch->sent) return 1;
  memcpy(&value, (const char *)extent->base + patch->offset, sizeof value);
  return value != 0;
}

/* BASE: the extent as it is, then each pointer that is not null. In windows, so that the list of pointers
 * stays short. */
PC_UNUSED static int pc_send_base(pc_transfer *transfer, const pc_extent *extent) {
  const uintptr_t device = pc_device_address(transfer->plan, extent);
  size_t from, i;
  int status = pc_upload(transfer, device, (const void *)extent->base, extent->bytes);
  if (!pc_is_patched(extent)) return status;
  for (from = 0; from < extent->bytes && status == PC_OK; from += PC_CHUNK_BYTES) {
    status = pc_collect(transfer, extent, from, from + PC_CHUNK_BYTES);
    for (i = 0; i < transfer->npatches && status == PC_OK; ++i) {
      const pc_patch *patch = &transfer->patches[i];
      const void *bytes;
      if (!pc_is_sent(extent, patch)) continue;
      bytes = pc_patched(transfer, extent, patch);
      status = bytes ? pc_upload(transfer, device + patch->offset, bytes, patch->bytes)
                     : pc_no_memory(transfer->call);
    }
  }
  return status;
}

/* Receives a member with functions of the user. */
PC_UNUSED static int pc_receive_custom(pc_transfer *transfer, const pc_patch *patch, uintptr_t device,
                                       const char *host) {
  char *copy = pc_copy_custom(&transfer->hooks, patch->custom, host);
  int status = copy ? pc_receive(transfer, copy, device, patch->bytes) : pc_no_memory(transfer->call);
  if (status == PC_OK && !pc_keep_custom(&transfer->hooks, patch->custom, patch->owner, copy))
    status = pc_no_memory(transfer->call);
  return status;
}

/* Receives a pointer that a kernel may have changed. */
PC_UNUSED static int pc_receive_pointer(pc_transfer *transfer, const pc_extent *extent, const pc_patch *patch) {
  uintptr_t now;
  const int status =
      pc_receive(transfer, &now, pc_device_address(transfer->plan, extent) + patch->offset, sizeof now);
  return status == PC_OK ? pc_bring_home(transfer, extent, patch, (const char *)&now) : status;
}

/* BASE, back: each run of data between pointers. */
PC_UNUSED static int pc_receive_base(pc_transfer *transfer, const pc_extent *extent) {
  const uintptr_t device = pc_device_address(transfer->plan, extent);
  char *host = (char *)extent->base;
  size_t from, i, at = 0;
  int status = PC_OK;
  for (from = 0; from < extent->bytes && status == PC_OK && pc_is_patched(extent); from += PC_CHUNK_BYTES) {
    status = pc_collect(transfer, extent, from, from + PC_CHUNK_BYTES);
    for (i = 0; i < transfer->npatches && status == PC_OK; ++i) {
      const pc_patch *patch = &transfer->patches[i];
      if (patch->offset > at) status = pc_receive(transfer, host + at, device + at, patch->offset - at);
      at = patch->offset + patch->bytes;
      if (status == PC_OK && patch->custom)
        status = pc_receive_custom(transfer, patch, device + patch->offset, host + patch->offset);
      if (status == PC_OK && patch->changes) status = pc_receive_pointer(transfer, extent, patch);
    }
  }
  if (status == PC_OK && extent->bytes > at)
    status = pc_receive(transfer, host + at, device + at, extent->bytes - at);
  return status;
}

/* PCPY: puts what travels of the first n patches into the host's object, or with `again` takes it out. The
 * members with functions of the user change places with those that wait from number `waiting` on, where `swaps`
 * says so. */
PC_UNUSED static int pc_fix_in_place(pc_transfer *transfer, const pc_extent *extent, uintptr_t *saved, size_t n,
                                      size_t waiting, int swaps, int again, int came) {
  char *host = (char *)extent->base;
  size_t i;
  int status = PC_OK;
  for (i = 0; i < n; ++i) {
    const pc_patch *patch = &transfer->patches[i];
    char *at = host + patch->offset;
    if (patch->custom) {
      if (swaps) pc_swap_custom(&transfer->hooks, waiting, at);
      ++waiting;
      continue;
    }
    if (again) {
      uintptr_t now;
      memcpy(&now, at, sizeof now);
      memcpy(at, &saved[i], sizeof saved[i]);
      if (transfer->back && came && status == PC_OK) status = pc_bring_home(transfer, extent, patch, (const char *)&now);
    } else {
      memcpy(&saved[i], at, sizeof saved[i]);
      if (!transfer->back) memcpy(at, &patch->device, sizeof patch->device);
      PC_STATE->stats.host_copies += (long long)sizeof *saved;
    }
  }
  return status;
}

/* PCPY, both ways: pointers are saved and, whatever happens, restored; so are members with functions of the
 * user, which change places with what travels of them. */
PC_UNUSED static int pc_move_pcpy(pc_transfer *transfer, const pc_extent *extent) {
  char *host = (char *)extent->base;
  const uintptr_t device = pc_device_address(transfer->plan, extent);
  pc_hooks *hooks = &transfer->hooks;
  const size_t first = hooks->n;
  uintptr_t *saved = NULL;
  size_t i, n = 0;
  int kept, status = pc_is_patched(extent) ? pc_collect(transfer, extent, 0, extent->bytes) : PC_OK;
  if (!pc_is_patched(extent)) transfer->npatches = 0;
  for (i = 0; i < transfer->npatches && status == PC_OK; ++i) {
    const pc_patch *patch = &transfer->patches[i];
    if (patch->custom) {
      const char *bytes = host + patch->offset;
      if (!transfer->back) bytes = pc_before_custom(hooks, patch->custom, patch->owner, bytes);
      if (!bytes || !pc_keep_custom(hooks, patch->custom, patch->owner, bytes))
        status = pc_no_memory(transfer->call);
    }
    if (transfer->back || pc_is_sent(extent, patch)) transfer->patches[n++] = *patch;
  }
  if (n && status == PC_OK) {
    saved = (uintptr_t *)malloc(n * sizeof *saved);
    if (!saved) status = pc_no_memory(transfer->call);
  }
  if (status != PC_OK) {
    pc_forget_customs(hooks, first);
    return status;
  }
  pc_fix_in_place(transfer, extent, saved, n, first, !transfer->back, 0, 0);
  status = transfer->back ? pc_receive(transfer, host, device, extent->bytes)
                          : pc_upload(transfer, device, host, extent->bytes);
  kept = pc_fix_in_place(transfer, extent, saved, n, first, 1, 1, status == PC_OK);
  if (status == PC_OK) status = kept;
  if (!transfer->back || status != PC_OK) pc_forget_customs(hooks, first);
  free(saved);
  return status;
}

/* TCPY, ARENA, AUTO to the device: packs a stretch while the one before it travels. */
PC_UNUSED static int pc_send_packed(pc_transfer *transfer) {
  pc_device *device = transfer->plan->device;
  const pc_background *background = device->background;
  const int where = transfer->plan->where;
  const uintptr_t block = (uintptr_t)transfer->plan->block;
  size_t index = 0, offset = 0;
  pc_chunk chunk;
  int slot = 0, busy[2] = {0, 0}, status = PC_OK, i;
  while (status == PC_OK && pc_next_chunk(transfer, &index, &offset, &chunk, &status)) {
    char *image;
    if (chunk.direct) {
      status = pc_send_base(transfer, pc_chosen(transfer->choice, chunk.first));
      continue;
    }
    if (busy[slot] && background->finish(device, where, slot) != 0)
      status = pc_device_failed(transfer, "a transfer to it");
    busy[slot] = 0;
    image = status == PC_OK ? pc_staging(device, slot, chunk.bytes) : NULL;
    if (status == PC_OK)
      status = image ? pc_pack_chunk(transfer, &chunk, image) : pc_no_memory(transfer->call);
    if (status != PC_OK) break;
    if (!background) {
      status = pc_upload(transfer, block + chunk.place, image, chunk.bytes);
      continue;
    }
    ++PC_STATE->stats.transfers_to;
    PC_STATE->stats.bytes_to += (long long)chunk.bytes;
    if (background->start_to_device(device, where, (void *)(block + chunk.place), image, chunk.bytes, slot) !=
        0)
      status = pc_device_failed(transfer, "a transfer to it");
    busy[slot] = 1;
    slot ^= 1;
  }
  for (i = 0; i < 2; ++i)
    if (busy[i] && background->finish(device, where, i) != 0 && status == PC_OK)
      status = pc_device_failed(transfer, "a transfer to it");
  pc_trim_staging();
  return status;
}

/* Unpacks a stretch that came; where nobody has looked at the pointers yet it is all that comes. */
PC_UNUSED static int pc_take_chunk(pc_transfer *transfer, const pc_chunk *chunk, char *image) {
  const int status = transfer->unseen ? pc_judge_chunk(transfer, chunk, image) : PC_OK;
  return status == PC_OK ? pc_pack_chunk(transfer, chunk, image) : status;
}

/* The same from the device: a stretch travels while the one before it is unpacked. */
PC_UNUSED static int pc_receive_packed(pc_transfer *transfer) {
  pc_device *device = transfer->plan->device;
  const pc_background *background = device->background;
  const int where = transfer->plan->where;
  const uintptr_t block = (uintptr_t)transfer->plan->block;
  size_t index = 0, offset = 0;
  pc_chunk chunks[2];
  char *images[2] = {NULL, NULL};
  int slot = 0, more = 1, waiting = 0, status = PC_OK;
  while (more || waiting) {
    pc_chunk *chunk = &chunks[slot];
    const int before = slot ^ 1;
    int started = 0;
    more = more && status == PC_OK && pc_next_chunk(transfer, &index, &offset, chunk, &status);
    if (more && chunk->direct) {
      status = pc_receive_base(transfer, pc_chosen(transfer->choice, chunk->first));
    } else if (more) {
      images[slot] = pc_staging(device, slot, chunk->bytes);
      if (!images[slot]) {
        status = pc_no_memory(transfer->call);
      } else if (!background) {
        status = pc_receive(transfer, images[slot], block + chunk->place, chunk->bytes);
        if (status == PC_OK) status = pc_take_chunk(transfer, chunk, images[slot]);
      } else {
        ++PC_STATE->stats.transfers_from;
        PC_STATE->stats.bytes_from += (long long)chunk->bytes;
        if (background->start_to_host(device, where, images[slot], (const void *)(block + chunk->place),
                                      chunk->bytes, slot) != 0)
          status = pc_device_failed(transfer, "a transfer from it");
        started = 1;
      }
    }
    if (waiting) {
      if (background->finish(device, where, before) != 0 && status == PC_OK)
        status = pc_device_failed(transfer, "a transfer from it");
      if (status == PC_OK) status = pc_take_chunk(transfer, &chunks[before], images[before]);
      waiting = 0;
    }
    if (started) {
      waiting = 1;
      slot = before;
    }
  }
  pc_trim_staging();
  return status;
}

/* Gives what came of members to the functions of the user, where all came, and drops what a transfer needed. */
PC_UNUSED static int pc_end_transfer(pc_transfer *transfer, int status) {
  if (status == PC_OK && !pc_after_customs(&transfer->hooks)) status = pc_no_memory(transfer->call);
  pc_drop_hooks(&transfer->hooks);
  pc_shrink(&transfer->patches, &transfer->cappatches, 0, sizeof *transfer->patches);
  return status;
}

PC_UNUSED static void pc_tell_moved(const pc_transfer *transfer) {
#ifdef PC_PLACE_PROFILED
  size_t i;
  for (i = 0; i < pc_chosen_records(transfer->choice); ++i) {
    const pc_extent *extent = pc_chosen(transfer->choice, i);
    if (pc_selected(transfer, extent))
      pc_tell_carried(transfer->plan, extent, 0, extent->bytes, transfer->back);
  }
#else
  (void)transfer;
#endif
}

/* A transfer of some extents of a plan. */
PC_UNUSED static pc_transfer pc_new_transfer(pc_call *call, const pc_choice *choice, pc_passage passage,
                                             pc_homes *homes) {
  pc_transfer transfer;
  memset(&transfer, 0, sizeof transfer);
  transfer.call = call;
  transfer.plan = choice->plan;
  transfer.choice = choice;
  transfer.technique = choice->plan->technique;
  transfer.passage = passage;
  transfer.back = passage >= PC_UPDATING_HOST;
  transfer.homes = homes;
  return transfer;
}

/* Moves the chosen extents of a plan; `homes` on the way back. */
PC_UNUSED static int pc_move(pc_call *call, const pc_choice *choice, pc_passage passage, pc_homes *homes) {
  pc_plan *plan = choice->plan;
  pc_transfer transfer = pc_new_transfer(call, choice, passage, homes);
  size_t i;
  int status = PC_OK;
  transfer.unseen = homes && homes->unseen;
  for (i = 0; i < pc_chosen_records(choice) && passage == PC_UPDATING_DEVICE; ++i)
    if (pc_selected(&transfer, pc_chosen(choice, i)))
      pc_note_words(plan, pc_chosen(choice, i), 0, pc_chosen(choice, i)->bytes);
  switch (plan->technique) {
  case PC_BASE:
  case PC_BASE_PLUS:
  case PC_PCPY:
    for (i = 0; i < pc_chosen_records(choice) && status == PC_OK; ++i) {
      const pc_extent *extent = pc_chosen(choice, i);
      if (!pc_selected(&transfer, extent)) continue;
      if (plan->technique == PC_PCPY) {
        status = pc_move_pcpy(&transfer, extent);
      } else {
        status = transfer.back ? pc_receive_base(&transfer, extent) : pc_send_base(&transfer, extent);
      }
    }
    break;
  default: status = transfer.back ? pc_receive_packed(&transfer) : pc_send_packed(&transfer);
  }
  if (status == PC_OK) pc_tell_moved(&transfer);
  return pc_end_transfer(&transfer, status);
}

#ifdef __cplusplus
}
#endif

#endif
