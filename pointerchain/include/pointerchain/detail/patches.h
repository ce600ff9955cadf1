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
#include "homes.h"
#include "hooks.h"
#include "layouts.h"
#include "recorded.h"
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
  const pc_extent *part; /* what has it, where it is looked at what a kernel has made of it, and the number of its code */
  uint32_t cell;
  int left_out, changes; /* its record leaves it out; a kernel may change it */
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
  pc_homes *homes; /* on the way back */
  int unseen;      /* nobody has looked yet what kernels have made of the pointers */
  int technique;
  pc_passage passage;
  int back;
} pc_transfer;

PC_UNUSED static int pc_compare_patches(const void *left, const void *right) {
  const pc_patch *a = (const pc_patch *)left, *b = (const pc_patch *)right;
  if (a->offset != b->offset) return (a->offset > b->offset) - (a->offset < b->offset);
  if ((a->device == 0) != (b->device == 0)) return (a->device == 0) - (b->device == 0);
  if ((a->part == NULL) != (b->part == NULL)) return (a->part == NULL) - (b->part == NULL);
  return a->left_out != b->left_out ? a->left_out - b->left_out : b->changes - a->changes;
}

/* Whether a recorded pointer is looked at on the way back: it is no data but that of a container, and not one that all
 * roots leave out. */
PC_UNUSED static int pc_is_judged(const pc_plan *plan, uint32_t code, const pc_pointer *pointer) {
  if (code == PC_DATA) return pointer->data != NULL;
  return code != PC_FREE || pointer->kind != PC_SKIPPED || plan->nulls;
}

/* Whether a kernel may change it, as far as its record, or that of another root, may say. */
PC_UNUSED static int pc_may_change(const pc_plan *plan, const pc_pointer *pointer) {
  return pointer->flags & PC_MUTABLE || (pointer->kind == PC_SKIPPED && plan->borrowed && PC_STATE->changing);
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
      patch->cell = cell + (uint32_t)k;
      if (!pc_is_judged(plan, plan->codes[cell + k], pc_pointer_of(plan, part, k))) continue;
      patch->part = part;
      patch->left_out = pc_pointer_of(plan, part, k)->kind == PC_SKIPPED;
      patch->changes = plan->codes[patch->cell] != PC_DATA && pc_may_change(plan, pc_pointer_of(plan, part, k));
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
  const pc_pointer *pointer = pc_pointer_of(plan, part, (cell - part->cell) % pc_slots_of(part));
  const char *why = ": what a kernel makes of pointers does not come back without the policy 'mutable'";
  char name[200];
  pc_name_pointer(plan, part, pointer->name, name, sizeof name);
  if (pointer->when)
    return pc_fail(call, PC_ERROR_CHANGED,
                   "%s: a kernel changed it, or which member of the union is alive; nothing was copied or released (exit "
                   "with 'delete')",
                   name);
  if (pc_may_change(plan, pointer)) why = ", which leads nowhere that was entered, so that it means nothing on the host";
  return pc_fail(call, PC_ERROR_CHANGED,
                 "%s was changed on the device, from %#llx to %#llx there%s; nothing was copied or released (exit with "
                 "'delete')",
                 name, (unsigned long long)device, (unsigned long long)now, why);
}

/* A kernel has changed a pointer of what stays, and it leads, or led, to what leaves. */
PC_COLD static int pc_fail_staying(pc_call *call, const pc_plan *plan, const pc_extent *part, uint32_t cell,
                                   uintptr_t device, uintptr_t now) {
  char name[200];
  pc_name_pointer(plan, part, pc_pointer_of(plan, part, (cell - part->cell) % pc_slots_of(part))->name, name,
                  sizeof name);
  return pc_fail(call, PC_ERROR_CHANGED,
                 "%s, which stays on the device, was changed there from %#llx to %#llx, and one of the two leaves now; "
                 "nothing was copied or released (update its object on the host before, or exit both together)",
                 name, (unsigned long long)device, (unsigned long long)now);
}

/* Judges the word of a container that is data, a size for instance, and `now` on the device: it does not come back where
 * the elements lie elsewhere. */
PC_UNUSED static int pc_judge_word(const pc_transfer *transfer, const pc_extent *part, uint32_t cell, uintptr_t now) {
  const pc_plan *plan = transfer->plan;
  const size_t slots = pc_slots_of(part), i = (cell - part->cell) / slots, k = (cell - part->cell) % slots;
  char name[200];
  if (cell >= plan->caplengths || now == (uintptr_t)plan->lengths[cell] || !pc_is_kept_word(part, i, k)) return PC_OK;
  pc_name_pointer(plan, part, pc_pointer_of(plan, part, k)->name, name, sizeof name);
  return pc_fail(transfer->call, PC_ERROR_CHANGED,
                 "a kernel changed %s itself, its length for instance: what it makes of a container besides the elements "
                 "does not come back; nothing was copied or released (exit with 'delete')",
                 name);
}

/* Judges a pointer that is `now` on the device and was made `device` there. `*home` gets what it is to be on the host,
 * where it lies at `host`. */
PC_UNUSED static int pc_judge_pointer(const pc_transfer *transfer, const pc_extent *extent, const pc_extent *part,
                                      uint32_t cell, const char *host, uintptr_t device, uintptr_t now,
                                      uintptr_t *home) {
  const pc_plan *plan = transfer->plan;
  const pc_pointer *pointer = pc_pointer_of(plan, part, (cell - part->cell) % pc_slots_of(part));
  int changes = (pointer->flags & PC_MUTABLE) != 0;
  uintptr_t there = 0;
  int status;
  memcpy(home, host, sizeof *home);
  if (plan->codes[cell] == PC_DATA) return pc_judge_word(transfer, part, cell, now);
  if (now == device || pc_is_recorded(plan, extent, (uintptr_t)host, now)) return PC_OK;
  if (pointer->kind == PC_SKIPPED) {
    const pc_of_others others = pc_find_of_others(plan, (uintptr_t)host);
    if (!others.follows && plan->codes[cell] == PC_FREE) return PC_OK;
    changes = others.changes;
  }
  status = pc_find_homes(transfer->call, transfer->homes, plan);
  if (status != PC_OK) return status;
  if (now) there = pc_home_of(transfer->homes, now, pc_is_followed(pointer));
  /* What was null on the device as nothing was copied of its target, the program may have attached by other means. */
  if (plan->codes[cell] == PC_FREE && !there && *home) return PC_OK;
  if (!changes || (now && !there)) return pc_fail_of_kernel(transfer->call, plan, part, cell, device, now);
  *home = there;
  return PC_OK;
}

/* Whether the pointers of a record of an even plan, of which `image` has come, are what they were made, without a look at
 * what is rare. */
PC_UNUSED static int pc_is_as_sent(const pc_plan *plan, const pc_layout *layout, const pc_extent *extent,
                                   const char *image) {
  const uint32_t *codes = layout->nslots ? &plan->codes[extent->cell] : NULL;
  size_t k;
  for (k = 0; k < layout->nslots; ++k) {
    uintptr_t now, device = 0;
    memcpy(&now, image + layout->slots[k].offset, sizeof now);
    if (codes[k] - 1 < PC_LAST) {
      device = (uintptr_t)plan->block + plan->extents[codes[k] - 1].place;
    } else if (codes[k] != PC_NULL) {
      return 0;
    }
    if (now != device) return 0;
  }
  return 1;
}

/* Looks what a kernel has made of the pointers of an extent, an object of its type, of which `image` has come. */
PC_UNUSED static int pc_judge_record(const pc_transfer *transfer, const pc_layout *layout, const pc_extent *extent,
                                     const char *image) {
  const pc_plan *plan = transfer->plan;
  size_t k;
  if (plan->even && plan->block && pc_is_as_sent(plan, layout, extent, image)) return PC_OK;
  for (k = 0; k < layout->nslots; ++k) {
    const uint32_t cell = extent->cell + (uint32_t)k;
    const pc_slot *slot = &layout->slots[k];
    uintptr_t now, device, home;
    int status;
    memcpy(&now, image + slot->offset, sizeof now);
    device = pc_device_value(plan, cell);
    if ((now == device && plan->codes[cell] != PC_DATA) || !pc_is_judged(plan, plan->codes[cell], slot->pointer)) continue;
    status = pc_judge_pointer(transfer, extent, extent, cell, (const char *)extent->base + slot->offset, device, now, &home);
    if (status != PC_OK) return status;
  }
  return PC_OK;
}

/* The same of the pointer of a patch, which came to `at`. */
PC_UNUSED static int pc_judge_patch(const pc_transfer *transfer, const pc_extent *extent, const pc_patch *patch,
                                    const char *at, uintptr_t *home) {
  uintptr_t now;
  memcpy(&now, at, sizeof now);
  return pc_judge_pointer(transfer, extent, patch->part, patch->cell, (const char *)extent->base + patch->offset,
                          patch->device, now, home);
}

/* The same of the pointers of an extent that begin in [from, to), of which `image` has come. */
PC_UNUSED static int pc_judge_part(pc_transfer *transfer, const pc_extent *extent, size_t from, size_t to,
                                   const char *image) {
  size_t i;
  int status = pc_collect(transfer, extent, from, to);
  for (i = 0; i < transfer->npatches && status == PC_OK; ++i) {
    const pc_patch *patch = &transfer->patches[i];
    uintptr_t home;
    if (patch->part) status = pc_judge_patch(transfer, extent, patch, image + (patch->offset - from), &home);
  }
  return status;
}

/* Gives the host's pointer of a patch, which came to `at`, what a kernel has made of it. */
PC_UNUSED static int pc_bring_home(const pc_transfer *transfer, const pc_extent *extent, const pc_patch *patch,
                                   const char *at) {
  uintptr_t home;
  int status;
  if (!patch->changes) return PC_OK;
  status = pc_judge_patch(transfer, extent, patch, at, &home);
  if (status == PC_OK && !pc_move_home(transfer->homes, (char *)extent->base + patch->offset, home))
    status = pc_no_memory(transfer->call);
  return status;
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

/* pc_unpack_part of it: the runs of data, and the pointers that kernels may change. */
PC_UNUSED static int pc_unpack_record(pc_transfer *transfer, const pc_layout *layout, const pc_extent *extent,
                                      const char *image) {
  const pc_plan *plan = transfer->plan;
  char *host = (char *)extent->base;
  size_t k;
  for (k = 0; k < layout->nslots && (layout->changing || (plan->borrowed && PC_STATE->changing)); ++k) {
    const uint32_t cell = extent->cell + (uint32_t)k;
    const pc_slot *slot = &layout->slots[k];
    uintptr_t now, device, home;
    int status;
    memcpy(&now, image + slot->offset, sizeof now);
    device = pc_device_value(plan, cell);
    if (now == device || !pc_may_change(plan, slot->pointer) || !pc_is_judged(plan, plan->codes[cell], slot->pointer))
      continue;
    status = pc_judge_pointer(transfer, extent, extent, cell, host + slot->offset, device, now, &home);
    if (status != PC_OK) return status;
    if (!pc_move_home(transfer->homes, host + slot->offset, home)) return pc_no_memory(transfer->call);
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
    int status = pc_collect(transfer, extent, from, to);
    if (status != PC_OK) return status;
    for (i = 0; i < transfer->npatches; ++i) {
      const pc_patch *patch = &transfer->patches[i];
      status = pc_bring_home(transfer, extent, patch, image + (patch->offset - from));
      if (status != PC_OK) return status;
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
