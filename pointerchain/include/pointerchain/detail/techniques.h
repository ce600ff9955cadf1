/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * From a plan of extents to bytes on the device and back. Not for users.
 *
 * Every transfer works on chosen extents of a plan. Nothing here copies a device pointer to
 * the host: on the way back the runs of data between the pointers are copied, and only these.
 */
#ifndef POINTERCHAIN_DETAIL_TECHNIQUES_H
#define POINTERCHAIN_DETAIL_TECHNIQUES_H

#include "../deepcopy_device.h"
#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "hooks.h"
#include "layouts.h"
#include "place.h"
#include "selection.h"
#include "state.h"
#include "values.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A pointer of an extent under transfer, or a member with functions of the user. */
typedef struct pc_patch {
  size_t offset; /* in the extent */
  size_t bytes;
  uintptr_t device; /* its value on the device */
  int sent;         /* it is not null on the host: the device's value has to be sent */
  const pc_custom *custom;
  uintptr_t owner; /* of that: the host object */
} pc_patch;

/* Why data move. */
typedef enum pc_passage {
  PC_ENTERING,        /* as the directions say */
  PC_UPDATING_DEVICE, /* in any case */
  PC_UPDATING_HOST,   /* in any case */
  PC_LEAVING          /* as the directions say */
} pc_passage;

typedef struct pc_transfer {
  pc_call *call;
  pc_plan *plan;
  const pc_choice *choice;
  pc_patch *patches;
  size_t npatches, cappatches;
  pc_hooks hooks;
  int technique;
  pc_passage passage;
  int back;
} pc_transfer;

/* A stretch of the block: the choice's records first..last, from byte `from` of the first to byte `to` of the
 * last. */
typedef struct pc_chunk {
  size_t first, last, from, to;
  uintptr_t place; /* in the block */
  size_t bytes;
  int direct; /* goes without a staging buffer */
} pc_chunk;

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

PC_UNUSED static int pc_compare_patches(const void *left, const void *right) {
  const pc_patch *a = (const pc_patch *)left, *b = (const pc_patch *)right;
  if (a->offset != b->offset) return (a->offset > b->offset) - (a->offset < b->offset);
  return (a->device == 0) - (b->device == 0);
}

PC_UNUSED static pc_patch *pc_add_patch(pc_transfer *transfer, size_t offset, size_t bytes) {
  pc_patch *patch;
  if (!pc_grow(&transfer->patches, &transfer->cappatches, transfer->npatches, sizeof *patch)) return NULL;
  patch = &transfer->patches[transfer->npatches++];
  memset(patch, 0, sizeof *patch);
  patch->offset = offset;
  patch->bytes = bytes;
  return patch;
}

/* Adds the members with functions of the user of element i of `part` that begin in [from, to) of the extent. */
PC_UNUSED static int pc_collect_customs(pc_transfer *transfer, const pc_extent *part, size_t i, size_t shift,
                                        size_t from, size_t to) {
  const pc_layout *layout = &PC_STATE->layouts[part->type & PC_TYPE_MASK];
  size_t k;
  for (k = 0; k < layout->ncustoms; ++k) {
    const pc_custom_slot *slot = &layout->customs[k];
    const size_t offset = shift + i * layout->size + slot->offset;
    pc_patch *patch;
    if (offset < from || offset >= to) continue;
    patch = pc_add_patch(transfer, offset, slot->custom->bytes);
    if (!patch) return pc_no_memory(transfer->call);
    patch->sent = 1;
    patch->custom = slot->custom;
    patch->owner = part->base + i * layout->size + slot->owner;
  }
  return PC_OK;
}

/* Adds the pointers of `part`, an extent or a view of one that begins at host address `base`, which begin
 * in [from, to) of that. */
PC_UNUSED static int pc_collect_part(pc_transfer *transfer, const pc_extent *part, uintptr_t base,
                                     size_t from, size_t to) {
  const pc_plan *plan = transfer->plan;
  const size_t slots = pc_slots_of(part), size = pc_element_of(part), shift = part->base - base;
  const size_t customs = pc_customs_of(part), elements = slots || customs ? pc_elements_of(part) : 0;
  size_t i = from > shift ? (from - shift) / size : 0, k;
  for (; i < elements; ++i) {
    const uint32_t cell = part->cell + (uint32_t)(i * slots);
    if (shift + i * size >= to) return PC_OK;
    for (k = 0; k < slots; ++k) {
      const size_t offset = shift + i * size + pc_slot_offset(part, k);
      pc_patch *patch;
      if (offset < from || offset >= to) continue;
      if (plan->codes[cell + k] == PC_DATA && !(transfer->back && pc_keeps_word(part, i, k))) continue;
      patch = pc_add_patch(transfer, offset, sizeof patch->device);
      if (!patch) return pc_no_memory(transfer->call);
      patch->device = transfer->back ? 0 : pc_device_value(plan, cell + (uint32_t)k);
      patch->sent = plan->codes[cell + k] != PC_NULL;
    }
    if (customs && pc_collect_customs(transfer, part, i, shift, from, to) != PC_OK)
      return pc_no_memory(transfer->call);
  }
  return PC_OK;
}

/* The pointers of an extent that begin in [from, to), and its members with functions of the user, in order. */
PC_UNUSED static int pc_collect(pc_transfer *transfer, const pc_extent *extent, size_t from, size_t to) {
  const pc_plan *plan = transfer->plan;
  const uint32_t *view;
  size_t i, n = 0;
  int status = PC_OK;
  transfer->npatches = 0;
  if (!(extent->type & PC_MERGER)) {
    status = pc_collect_part(transfer, extent, extent->base, from, to);
    if (pc_customs_of(extent) && transfer->npatches > 1)
      qsort(transfer->patches, transfer->npatches, sizeof *transfer->patches, pc_compare_patches);
    return status;
  }
  for (view = &plan->views[extent->cell]; *view != PC_FREE && status == PC_OK; ++view)
    status = pc_collect_part(transfer, &plan->extents[*view], extent->base, from, to);
  if (status != PC_OK || transfer->npatches == 0) return status;
  qsort(transfer->patches, transfer->npatches, sizeof *transfer->patches, pc_compare_patches);
  for (i = 0; i < transfer->npatches; ++i)
    if (n == 0 || transfer->patches[n - 1].offset != transfer->patches[i].offset)
      transfer->patches[n++] = transfer->patches[i];
  transfer->npatches = n;
  return PC_OK;
}

/* Whether an extent may have pointers. */
PC_UNUSED static int pc_has_pointers(const pc_extent *extent) {
  return extent->type & PC_MERGER || pc_slots_of(extent) != 0;
}

/* Whether an extent may have bytes that do not travel as they are: pointers, or members with functions of the
 * user. */
PC_UNUSED static int pc_is_patched(const pc_extent *extent) {
  return pc_has_pointers(extent) || pc_customs_of(extent) != 0;
}

/* The last place at or before byte `at` where an extent can be cut, or, with `after`, the first one behind it:
 * between two bytes that belong to different patches. */
PC_UNUSED static int pc_find_cut(pc_transfer *transfer, const pc_extent *extent, size_t at, int after,
                                 size_t *cut) {
  const size_t most = PC_STATE->custom_bytes > sizeof(void *) ? PC_STATE->custom_bytes : sizeof(void *);
  const size_t reach = most - 1;
  size_t i;
  const int status = pc_collect(transfer, extent, at > reach ? at - reach : 0, at);
  *cut = at;
  for (i = 0; i < transfer->npatches; ++i) {
    const pc_patch *patch = &transfer->patches[i];
    if (patch->offset + patch->bytes <= at) continue;
    if (after ? patch->offset + patch->bytes > *cut : patch->offset < *cut)
      *cut = after ? patch->offset + patch->bytes : patch->offset;
  }
  return status;
}

/* What travels of a patch that is not null; null: no memory. */
PC_UNUSED static const void *pc_patched(pc_transfer *transfer, const pc_extent *extent,
                                        const pc_patch *patch) {
  if (!patch->custom) return &patch->device;
  return pc_before_custom(&transfer->hooks, patch->custom, patch->owner,
                          (const char *)extent->base + patch->offset);
}

/* memcpy of a few words, which are not worth a call. */
PC_UNUSED static void pc_copy_words(char *to, const char *from, size_t bytes) {
  uint64_t word;
  if (bytes > 128) {
    memcpy(to, from, bytes);
    return;
  }
  for (; bytes >= sizeof word; bytes -= sizeof word, to += sizeof word, from += sizeof word) {
    memcpy(&word, from, sizeof word);
    memcpy(to, &word, sizeof word);
  }
  for (; bytes; --bytes) *to++ = *from++;
}

/* pc_pack_part of such an extent. */
PC_UNUSED static void pc_pack_record(const pc_plan *plan, const pc_layout *layout, const pc_extent *extent,
                                     char *image) {
  size_t k;
  pc_copy_words(image, (const char *)extent->base, layout->size);
  for (k = 0; k < layout->nslots; ++k) {
    const uintptr_t value = pc_device_value(plan, extent->cell + (uint32_t)k);
    memcpy(image + layout->slots[k].offset, &value, sizeof value);
  }
}

/* pc_unpack_part of it: the runs of data. */
PC_UNUSED static void pc_unpack_record(const pc_layout *layout, const pc_extent *extent, const char *image) {
  char *host = (char *)extent->base;
  size_t k;
  for (k = 0; k < layout->nruns; ++k)
    pc_copy_words(host + layout->runs[k].offset, image + layout->runs[k].offset, layout->runs[k].bytes);
}

/* Copies [from, to) of an extent to `image`, with its pointers as the device wants them. */
PC_UNUSED static int pc_pack_part(pc_transfer *transfer, const pc_extent *extent, size_t from, size_t to,
                             char *image) {
  const char *host = (const char *)extent->base;
  size_t i, at = from;
  if (pc_is_patched(extent)) {
    const int status = pc_collect(transfer, extent, from, to);
    if (status != PC_OK) return status;
    for (i = 0; i < transfer->npatches; ++i) {
      const pc_patch *patch = &transfer->patches[i];
      const void *bytes = pc_patched(transfer, extent, patch);
      if (!bytes) return pc_no_memory(transfer->call);
      if (patch->offset > at) memcpy(image + (at - from), host + at, patch->offset - at);
      memcpy(image + (patch->offset - from), bytes, patch->bytes);
      at = patch->offset + patch->bytes;
      PC_STATE->stats.host_copies -= (long long)patch->bytes;
    }
  }
  if (to > at) memcpy(image + (at - from), host + at, to - at);
  PC_STATE->stats.host_copies += (long long)(to - from);
  return PC_OK;
}

/* Copies the data of [from, to) of an extent from `image` to the host. */
PC_UNUSED static int pc_unpack_part(pc_transfer *transfer, const pc_extent *extent, size_t from, size_t to,
                               const char *image) {
  char *host = (char *)extent->base;
  size_t i, at = from;
  if (pc_is_patched(extent)) {
    const int status = pc_collect(transfer, extent, from, to);
    if (status != PC_OK) return status;
    for (i = 0; i < transfer->npatches; ++i) {
      const pc_patch *patch = &transfer->patches[i];
      if (patch->custom &&
          !pc_keep_custom(&transfer->hooks, patch->custom, patch->owner, image + (patch->offset - from)))
        return pc_no_memory(transfer->call);
      if (patch->offset > at) memcpy(host + at, image + (at - from), patch->offset - at);
      at = patch->offset + patch->bytes;
      PC_STATE->stats.host_copies -= (long long)patch->bytes;
    }
  }
  if (to > at) memcpy(host + at, image + (at - from), to - at);
  PC_STATE->stats.host_copies += (long long)(to - from);
  return PC_OK;
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
    }
  }
  if (status == PC_OK && extent->bytes > at)
    status = pc_receive(transfer, host + at, device + at, extent->bytes - at);
  return status;
}

/* PCPY: puts what travels of the first n patches into the host's object, or with `again` takes it out. The
 * members with functions of the user change places with those that wait from number `waiting` on, where `swaps`
 * says so. */
PC_UNUSED static void pc_fix_in_place(pc_transfer *transfer, char *host, uintptr_t *saved, size_t n,
                                      size_t waiting, int swaps, int again) {
  size_t i;
  for (i = 0; i < n; ++i) {
    const pc_patch *patch = &transfer->patches[i];
    char *at = host + patch->offset;
    if (patch->custom) {
      if (swaps) pc_swap_custom(&transfer->hooks, waiting, at);
      ++waiting;
      continue;
    }
    if (again) {
      memcpy(at, &saved[i], sizeof saved[i]);
    } else {
      memcpy(&saved[i], at, sizeof saved[i]);
      if (!transfer->back) memcpy(at, &patch->device, sizeof patch->device);
      PC_STATE->stats.host_copies += (long long)sizeof *saved;
    }
  }
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
  int status = pc_is_patched(extent) ? pc_collect(transfer, extent, 0, extent->bytes) : PC_OK;
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
  pc_fix_in_place(transfer, host, saved, n, first, !transfer->back, 0);
  status = transfer->back ? pc_receive(transfer, host, device, extent->bytes)
                          : pc_upload(transfer, device, host, extent->bytes);
  pc_fix_in_place(transfer, host, saved, n, first, 1, 1);
  if (!transfer->back || status != PC_OK) pc_forget_customs(hooks, first);
  free(saved);
  return status;
}

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
  const uint32_t *codes = &plan->codes[extent->cell];
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
        pc_unpack_record(layout, extent, place);
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

PC_UNUSED static void pc_free_staging_slot(int slot) {
  pc_state *state = PC_STATE;
  pc_device *device = state->staging_device;
  if (!state->staging[slot]) return;
  if (device->background && device->background->release_staging) {
    device->background->release_staging(device, state->staging[slot], state->staging_bytes[slot]);
  } else {
    free(state->staging[slot]);
  }
  state->staging[slot] = NULL;
  state->staging_bytes[slot] = 0;
}

PC_UNUSED static void pc_free_staging(void) {
  pc_free_staging_slot(0);
  pc_free_staging_slot(1);
}

/* A staging buffer of at least `bytes`, or null. */
PC_UNUSED static char *pc_staging(pc_device *device, int slot, size_t bytes) {
  pc_state *state = PC_STATE;
  if (state->staging_device != device) pc_free_staging();
  state->staging_device = device;
  if (state->staging_bytes[slot] >= bytes) return (char *)state->staging[slot];
  pc_free_staging_slot(slot);
  if (device->background && device->background->allocate_staging) {
    state->staging[slot] = device->background->allocate_staging(device, bytes);
  } else {
    state->staging[slot] = malloc(bytes);
  }
  state->staging_bytes[slot] = state->staging[slot] ? bytes : 0;
  return (char *)state->staging[slot];
}

/* Gives back staging buffers that are larger than any but TCPY needs. */
PC_UNUSED static void pc_trim_staging(void) {
  int i;
  for (i = 0; i < 2; ++i)
    if (PC_STATE->staging_bytes[i] > PC_CHUNK_BYTES) pc_free_staging_slot(i);
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
        if (status == PC_OK) status = pc_pack_chunk(transfer, chunk, images[slot]);
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
      if (status == PC_OK) status = pc_pack_chunk(transfer, &chunks[before], images[before]);
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

/* Moves the chosen extents of a plan. */
PC_UNUSED static int pc_move(pc_call *call, const pc_choice *choice, pc_passage passage) {
  pc_plan *plan = choice->plan;
  pc_transfer transfer;
  size_t i;
  int status = PC_OK;
  memset(&transfer, 0, sizeof transfer);
  transfer.call = call;
  transfer.plan = plan;
  transfer.choice = choice;
  transfer.technique = plan->technique;
  transfer.passage = passage;
  transfer.back = passage >= PC_UPDATING_HOST;
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
  return pc_end_transfer(&transfer, status);
}

#ifdef __cplusplus
}
#endif

#endif
