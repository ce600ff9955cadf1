/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Exit of a plan in brief. Not for users.
 *
 * One pass compares the pointers of the host and of the device with what was entered, before anything comes; one unpacks.
 * Where something differs nothing has been done yet: the plan is written out, and the exit that knows everything begins.
 */
#ifndef POINTERCHAIN_DETAIL_BRIEF_LEAVE_H
#define POINTERCHAIN_DETAIL_BRIEF_LEAVE_H

#include "../deepcopy_device.h"
#include "../deepcopy_types.h"
#include "attributes.h"
#include "brief.h"
#include "brief_enter.h"
#include "enter.h"
#include "handles.h"
#include "index.h"
#include "layouts.h"
#include "leave.h"
#include "lengthened.h"
#include "patches.h"
#include "place.h"
#include "returning.h"
#include "selection.h"
#include "staging.h"
#include "state.h"
#include "techniques.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether the pointers and lengths of an object are on the host as they were entered. */
PC_UNUSED static int pc_is_host_same(const pc_plan *plan, const pc_layout *layout, const uint32_t *codes, const char *host) {
  size_t k;
  for (k = 0; k < layout->nslots; ++k) {
    uintptr_t value;
    memcpy(&value, host + layout->slots[k].offset, sizeof value);
    if (value != pc_brief_host(plan, codes[k]) && codes[k] != PC_FREE) return 0;
  }
  for (k = 0; k < layout->nslots && plan->lengths; ++k) { /* which may be read through these pointers */
    const pc_slot *slot = &layout->slots[k];
    const size_t cell = (size_t)(codes - plan->codes) + k;
    if (!slot->pointer->count || codes[k] - 1 >= PC_LAST || cell >= plan->caplengths) continue;
    if (plan->lengths[cell] != PC_UNMEASURED && slot->pointer->count(host + slot->owner) != plan->lengths[cell]) return 0;
  }
  return 1;
}

/* Whether its pointers are on the device as they were sent; what a kernel stores in one that is left out is dropped. */
PC_UNUSED static int pc_is_device_same(const pc_plan *plan, const pc_layout *layout, const uint32_t *codes,
                                       const char *image) {
  size_t k;
  for (k = 0; k < layout->nslots; ++k) {
    uintptr_t value;
    memcpy(&value, image + layout->slots[k].offset, sizeof value);
    if (value != pc_brief_device(plan, codes[k]) && codes[k] != PC_FREE) return 0;
  }
  return 1;
}

/* The same of objects from number `*i` on, as long as they are of one type, without lengths. */
PC_INLINE static int pc_are_objects_same(const pc_plan *plan, const pc_layout *layout, size_t slots,
                                         const pc_stretch_of *stretch, size_t *i, const uint32_t **codes,
                                         const char *image) {
  const pc_brief *brief = &plan->briefs[*i], *const last = &plan->briefs[stretch->last];
  const pc_brief *const warm = plan->rising || plan->nbriefs < PC_AHEAD ? NULL : &plan->briefs[plan->nbriefs - PC_AHEAD];
  const uint32_t type = brief->type;
  const uint32_t *code = *codes;
  size_t k;
  for (; brief <= last && brief->type == type; ++brief) {
    const char *const host = (const char *)brief->base;
    const char *const from = image + (((uintptr_t)brief->place << PC_PLACE_SHIFT) - stretch->place);
    if (slots && brief < warm) __builtin_prefetch((const char *)brief[PC_AHEAD].base + layout->slots[0].offset);
    for (k = 0; k < slots; ++k, ++code) {
      uintptr_t value, now;
      memcpy(&value, host + layout->slots[k].offset, sizeof value);
      memcpy(&now, from + layout->slots[k].offset, sizeof now);
      if ((value != pc_brief_host(plan, *code) || now != pc_brief_device(plan, *code)) && *code != PC_FREE) return 0;
    }
  }
  *i = (size_t)(brief - plan->briefs);
  *codes = code;
  return 1;
}

/* The same of all objects of a stretch. */
PC_UNUSED static int pc_are_all_objects_same(const pc_plan *plan, const pc_stretch_of *stretch, const uint32_t **codes,
                                             const char *image) {
  size_t i = stretch->from.extent;
  int same = 1;
  while (i <= stretch->last && same) {
    const pc_layout *layout = &PC_STATE->layouts[plan->briefs[i].type & PC_TYPE_MASK];
    switch (layout->nslots) {
    case 1: same = pc_are_objects_same(plan, layout, 1, stretch, &i, codes, image); break;
    case 2: same = pc_are_objects_same(plan, layout, 2, stretch, &i, codes, image); break;
    default: same = pc_are_objects_same(plan, layout, layout->nslots, stretch, &i, codes, image);
    }
  }
  return same;
}

/* Compares all pointers of a stretch that has come to `image`. `*codes` are theirs, then those of the next one. 0: they
 * differ. */
PC_UNUSED static int pc_is_same(const pc_plan *plan, const pc_stretch_of *stretch, const uint32_t **codes,
                                const char *image) {
  const pc_layout *layouts = PC_STATE->layouts;
  const int ahead = !plan->rising;
  size_t i, e;
  if (plan->even && !plan->lengths) return pc_are_all_objects_same(plan, stretch, codes, image);
  for (i = stretch->from.extent; i <= stretch->last; ++i) {
    const pc_brief *brief = &plan->briefs[i];
    const pc_layout *layout = &layouts[brief->type & PC_TYPE_MASK];
    const size_t size = layout->size;
    const size_t first = i == stretch->from.extent ? stretch->from.element : 0;
    const size_t end = i == stretch->last ? stretch->to : pc_brief_elements(plan, i);
    const char *host = (const char *)brief->base + first * size;
    const char *from = image + (pc_brief_place(plan, i) + first * size - stretch->place);
    if (!layout->nslots) continue;
    if (ahead && plan->nbriefs - i > PC_AHEAD)
      __builtin_prefetch((const char *)brief[PC_AHEAD].base + layout->slots[0].offset);
    for (e = first; e < end; ++e, host += size, from += size, *codes += layout->nslots)
      if (!pc_is_host_same(plan, layout, *codes, host) || !pc_is_device_same(plan, layout, *codes, from)) return 0;
  }
  return 1;
}

/* Copies the data of objects to the host, from number `*i` on, as long as they are of one type. */
PC_INLINE static void pc_unpack_objects(const pc_plan *plan, const pc_layout *layout, size_t runs,
                                        const pc_stretch_of *stretch, size_t *i, const char *image) {
  const pc_brief *brief = &plan->briefs[*i], *const last = &plan->briefs[stretch->last];
  const pc_brief *const warm = plan->rising || plan->nbriefs < PC_AHEAD ? NULL : &plan->briefs[plan->nbriefs - PC_AHEAD];
  const pc_brief *const first = brief;
  const uint32_t type = brief->type;
  size_t k;
  for (; brief <= last && brief->type == type; ++brief) {
    char *const host = (char *)brief->base;
    const char *const from = image + (((uintptr_t)brief->place << PC_PLACE_SHIFT) - stretch->place);
    if (brief < warm) __builtin_prefetch((const char *)brief[PC_AHEAD].base, 1);
    for (k = 0; k < runs; ++k)
      pc_copy_object(host + layout->runs[k].offset, from + layout->runs[k].offset, layout->runs[k].bytes);
  }
  PC_STATE->stats.host_copies +=
      (long long)((size_t)(brief - first) * (layout->size - layout->nslots * sizeof(void *)));
  *i = (size_t)(brief - plan->briefs);
}

/* The same of all objects of a stretch. */
PC_UNUSED static void pc_unpack_all_objects(const pc_plan *plan, const pc_stretch_of *stretch, const char *image) {
  size_t i = stretch->from.extent;
  while (i <= stretch->last) {
    const pc_layout *layout = &PC_STATE->layouts[plan->briefs[i].type & PC_TYPE_MASK];
    if (layout->nruns == 1) {
      pc_unpack_objects(plan, layout, 1, stretch, &i, image);
    } else {
      pc_unpack_objects(plan, layout, layout->nruns, stretch, &i, image);
    }
  }
}

/* Copies the data of a stretch to the host. */
PC_UNUSED static void pc_unpack_stretch(const pc_plan *plan, const pc_stretch_of *stretch, const char *image) {
  const pc_layout *layouts = PC_STATE->layouts;
  const int ahead = !plan->rising;
  size_t i, e, k, copied = 0;
  if (plan->even) {
    pc_unpack_all_objects(plan, stretch, image);
    return;
  }
  for (i = stretch->from.extent; i <= stretch->last; ++i) {
    const pc_brief *brief = &plan->briefs[i];
    const pc_layout *layout = &layouts[brief->type & PC_TYPE_MASK];
    const size_t size = layout->size;
    const size_t first = i == stretch->from.extent ? stretch->from.element : 0;
    const size_t end = i == stretch->last ? stretch->to : pc_brief_elements(plan, i);
    const char *from = image + (pc_brief_place(plan, i) + first * size - stretch->place);
    char *host = (char *)brief->base + first * size;
    if (ahead && plan->nbriefs - i > PC_AHEAD) __builtin_prefetch((const char *)brief[PC_AHEAD].base, 1);
    copied += (end - first) * (size - layout->nslots * sizeof(void *));
    if (!layout->nslots) {
      pc_copy_object(host, from, (end - first) * size);
      continue;
    }
    for (e = first; e < end; ++e, host += size, from += size)
      for (k = 0; k < layout->nruns; ++k)
        pc_copy_object(host + layout->runs[k].offset, from + layout->runs[k].offset, layout->runs[k].bytes);
  }
  PC_STATE->stats.host_copies += (long long)copied;
}

/* Where all data can wait while the pointers are looked at, so that they come once; null: nowhere, for they are more than a
 * staging buffer holds. */
PC_UNUSED static char *pc_waiting_room(const pc_plan *plan) {
  size_t i;
  if (plan->block_bytes > PC_CHUNK_BYTES) return NULL;
  for (i = 0; i < plan->nbriefs && !plan->even; ++i)
    if (pc_brief_direct(plan, &PC_STATE->layouts[plan->briefs[i].type & PC_TYPE_MASK], pc_brief_elements(plan, i))) return NULL;
  return pc_staging(plan->device, 0, plan->block_bytes);
}

/* Looks at all pointers. `*differs`: some are not what they were. `image`: room for all, which comes there; or null. */
PC_UNUSED static int pc_see_briefly(pc_transfer *transfer, char *image, int *differs) {
  const pc_plan *plan = transfer->plan;
  const uint32_t *codes = plan->codes;
  const size_t leap = image ? PC_LINE : pc_leap(plan->device) + 1;
  pc_cursor at = {0, 0};
  pc_stretch_of stretch;
  int status = PC_OK;
  while (status == PC_OK && !*differs && pc_next_stretch(plan, &at, !image, leap, &stretch)) {
    char *came = image ? image + stretch.place : pc_staging(plan->device, 0, stretch.bytes);
    if (!came) return pc_no_memory(transfer->call);
    status = pc_receive(transfer, came, (uintptr_t)plan->block + stretch.place, stretch.bytes);
    if (status == PC_OK) *differs = !pc_is_same(plan, &stretch, &codes, came);
  }
  return status;
}

/* Copies all data back; a stretch travels while the one before it is unpacked, where the device can. */
PC_UNUSED static int pc_receive_briefly(pc_transfer *transfer) {
  const pc_plan *plan = transfer->plan;
  pc_device *device = plan->device;
  const pc_background *background = device->background;
  const uintptr_t block = (uintptr_t)plan->block;
  pc_cursor at = {0, 0};
  pc_stretch_of stretches[2];
  char *images[2] = {NULL, NULL};
  int slot = 0, more = 1, waiting = 0, status = PC_OK;
  while (more || waiting) {
    pc_stretch_of *stretch = &stretches[slot];
    const int before = slot ^ 1;
    int started = 0;
    more = more && status == PC_OK && pc_next_stretch(plan, &at, 0, PC_LINE, stretch);
    if (more && stretch->direct) {
      status = pc_receive(transfer, (void *)plan->briefs[stretch->last].base, block + stretch->place, stretch->bytes);
    } else if (more) {
      images[slot] = pc_staging(device, slot, stretch->bytes);
      if (!images[slot]) {
        status = pc_no_memory(transfer->call);
      } else if (!background) {
        status = pc_receive(transfer, images[slot], block + stretch->place, stretch->bytes);
        if (status == PC_OK) pc_unpack_stretch(plan, stretch, images[slot]);
      } else {
        ++PC_STATE->stats.transfers_from;
        PC_STATE->stats.bytes_from += (long long)stretch->bytes;
        if (background->start_to_host(device, plan->where, images[slot], (const void *)(block + stretch->place),
                                      stretch->bytes, slot) != 0)
          status = pc_device_failed(transfer, "a transfer from it");
        started = 1;
      }
    }
    if (waiting) {
      if (background->finish(device, plan->where, before) != 0 && status == PC_OK)
        status = pc_device_failed(transfer, "a transfer from it");
      if (status == PC_OK) pc_unpack_stretch(plan, &stretches[before], images[before]);
      waiting = 0;
    }
    if (started) {
      waiting = 1;
      slot = before;
    }
  }
  return status;
}

/* Whether no length that came leads further than what was entered. */
PC_UNUSED static int pc_is_long_enough(const pc_plan *plan) {
  const pc_layout *layouts = PC_STATE->layouts;
  size_t i, e, k, cell = 0;
  for (i = 0; i < plan->nbriefs && plan->lengths; ++i) {
    const pc_layout *layout = &layouts[plan->briefs[i].type & PC_TYPE_MASK];
    const size_t elements = layout->nslots ? pc_brief_elements(plan, i) : 0;
    for (e = 0; e < elements; ++e)
      for (k = 0; k < layout->nslots; ++k, ++cell) {
        const pc_slot *slot = &layout->slots[k];
        long long now;
        if (!slot->pointer->count || cell >= plan->caplengths || plan->lengths[cell] == PC_UNMEASURED) continue;
        now = slot->pointer->count((const void *)(plan->briefs[i].base + e * layout->size + slot->owner));
        if (now < 0 || now > plan->lengths[cell]) return 0;
      }
  }
  return 1;
}

/* Exits the brief plan, whose handle that is: `*done` is set, and the status is the call's. */
PC_UNUSED static int pc_leave_brief(pc_call *call, pc_handle *handle, unsigned flags, int *done) {
  pc_plan *plan = handle->plan;
  const pc_choice all = pc_whole_choice(plan);
  pc_transfer transfer = pc_new_transfer(call, &all, PC_LEAVING, NULL);
  int differs = 0, status = PC_OK;
  if (!(flags & PC_DELETE)) {
    char *image = pc_waiting_room(plan);
    pc_cursor at = {0, 0};
    pc_stretch_of stretch;
    status = pc_see_briefly(&transfer, image, &differs);
    if (status == PC_OK && !differs && !image) status = pc_receive_briefly(&transfer);
    while (status == PC_OK && !differs && image && pc_next_stretch(plan, &at, 0, PC_LINE, &stretch))
      pc_unpack_stretch(plan, &stretch, image + stretch.place);
    pc_trim_staging();
    if (differs) return PC_OK;
  }
  *done = 1;
  if (status == PC_OK && !(flags & PC_DELETE) && !pc_is_long_enough(plan)) {
    status = pc_write_out(call);
    if (status == PC_OK) status = pc_check_lengthened(call, handle);
    *done = status != PC_OK; /* else the exit that knows everything ends it */
    return status;
  }
  if (status != PC_OK) return status;
  pc_make_briefs_absent(plan, plan->nbriefs);
  pc_release_block(plan);
  pc_unlink_handle(handle);
  pc_handle_free(handle);
  plan->live = 0;
  pc_forget_brief(plan);
  pc_plan_free_if_done(plan);
  return PC_OK;
}

/* Exits roots, for a program's call. */
PC_UNUSED static int pc_exit_locked(pc_call *call, const pc_root *roots, size_t nroots, unsigned flags) {
  pc_handle *near, *handle = nroots == 1 && PC_STATE->brief ? pc_find_handle(roots, &near) : NULL;
  int status, done = 0;
  if (handle && handle->plan && handle->plan->briefs) {
    status = pc_leave_brief(call, handle, flags, &done);
    if (done) {
      pc_rest();
      return status;
    }
  }
  status = pc_write_out(call);
  return status == PC_OK ? pc_exit_roots(call, roots, nroots, flags) : status;
}

#ifdef __cplusplus
}
#endif

#endif
