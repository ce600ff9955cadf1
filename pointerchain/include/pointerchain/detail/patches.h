/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What of an extent does not travel as it is: its pointers and members with functions of the user. The
 * bytes of an extent as the device wants them, and back: on the way back the runs of data between the
 * pointers are copied, and only these. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_PATCHES_H
#define POINTERCHAIN_DETAIL_PATCHES_H

#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "hooks.h"
#include "layouts.h"
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
  const pc_extent *part; /* what has it, where a kernel may not have changed it, and the number of its code */
  uint32_t cell;
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
      patch->device = pc_device_value(plan, cell + (uint32_t)k);
      patch->sent = plan->codes[cell + k] != PC_NULL;
      if (plan->codes[cell + k] < PC_DATA || plan->codes[cell + k] == PC_INSIDE) patch->part = part;
      patch->cell = cell + (uint32_t)k;
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

PC_COLD static int pc_fail_of_kernel(pc_call *call, const pc_plan *plan, const pc_extent *part, uint32_t cell,
                                     uintptr_t device, uintptr_t now) {
  char name[200];
  pc_name_pointer(plan, part, pc_pointer_of(plan, part, (cell - part->cell) % pc_slots_of(part))->name, name,
                  sizeof name);
  return pc_fail(call, PC_ERROR_CHANGED,
                 "%s was changed on the device, from %#llx to %#llx there: what a kernel makes of pointers does not come back "
                 "(exit with 'delete')",
                 name, (unsigned long long)device, (unsigned long long)now);
}

/* Whether a pointer is on the device what it was made. It is null where its target has left. */
PC_UNUSED static int pc_is_kept(const pc_plan *plan, uintptr_t device, uintptr_t now) {
  return now == device || (now == 0 && plan->partly);
}

/* Looks whether a kernel has left the pointer of a patch, which came to `at`, alone. */
PC_UNUSED static int pc_check_kept(pc_transfer *transfer, const pc_patch *patch, const char *at) {
  uintptr_t now;
  if (!patch->part) return PC_OK;
  memcpy(&now, at, sizeof now);
  if (pc_is_kept(transfer->plan, patch->device, now)) return PC_OK;
  return pc_fail_of_kernel(transfer->call, transfer->plan, patch->part, patch->cell, patch->device, now);
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

/* pc_unpack_part of it: the runs of data, where kernels have left its pointers alone. */
PC_UNUSED static int pc_unpack_record(pc_transfer *transfer, const pc_layout *layout, const pc_extent *extent,
                                      const char *image) {
  const pc_plan *plan = transfer->plan;
  char *host = (char *)extent->base;
  size_t k;
  for (k = 0; k < layout->nslots; ++k) {
    const uint32_t cell = extent->cell + (uint32_t)k, code = plan->codes[cell];
    uintptr_t now, device;
    if (code >= PC_DATA && code != PC_INSIDE) continue;
    memcpy(&now, image + layout->slots[k].offset, sizeof now);
    device = pc_device_value(plan, cell);
    if (!pc_is_kept(plan, device, now)) return pc_fail_of_kernel(transfer->call, plan, extent, cell, device, now);
  }
  for (k = 0; k < layout->nruns; ++k)
    pc_copy_words(host + layout->runs[k].offset, image + layout->runs[k].offset, layout->runs[k].bytes);
  return PC_OK;
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
      if (pc_check_kept(transfer, patch, image + (patch->offset - from)) != PC_OK) return PC_ERROR_CHANGED;
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

#ifdef __cplusplus
}
#endif

#endif
