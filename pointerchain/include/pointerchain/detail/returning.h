/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What kernels have made of pointers, looked at before anything comes back: all of it, or nothing. Not for users.
 *
 * What comes in one piece is looked at when it has come (techniques.h). Of all else the pointers are read first, with
 * what lies between them.
 */
#ifndef POINTERCHAIN_DETAIL_RETURNING_H
#define POINTERCHAIN_DETAIL_RETURNING_H

#include "../deepcopy_device.h"
#include "../deepcopy_types.h"
#include "attach.h"
#include "attributes.h"
#include "chunks.h"
#include "homes.h"
#include "layouts.h"
#include "patches.h"
#include "place.h"
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

/* As many bytes between two pointers are read with them: more than a second transfer costs. */
PC_UNUSED static size_t pc_leap(const pc_device *device) {
  return device->background ? PC_DIRECT_BYTES : (size_t)4 << 10;
}

/* Some of the chosen records, whose pointers lie in one stretch of the device's memory. */
typedef struct pc_window {
  size_t first, last;
  uintptr_t begin, end;
} pc_window;

/* Whether pointers of a chosen record are looked at. */
PC_UNUSED static int pc_is_seen(const pc_transfer *transfer, const pc_extent *extent) {
  return pc_selected(transfer, extent) && pc_has_pointers(extent);
}

/* Looks at the pointers of an extent that begin in [from, to), those that lie near each other together. */
PC_UNUSED static int pc_see_apart(pc_transfer *transfer, const pc_extent *extent, size_t from, size_t to) {
  const uintptr_t device = pc_device_address(transfer->plan, extent);
  const size_t leap = pc_leap(transfer->plan->device);
  int status = PC_OK;
  for (; from < to && status == PC_OK; from += PC_CHUNK_BYTES) {
    size_t i, k, last;
    status = pc_collect(transfer, extent, from, to - from > PC_CHUNK_BYTES ? from + PC_CHUNK_BYTES : to);
    for (i = 0; i < transfer->npatches && status == PC_OK; i = last + 1) {
      const size_t begin = transfer->patches[i].offset;
      size_t end = begin + sizeof(void *);
      char *image;
      last = i;
      if (!transfer->patches[i].part) continue;
      for (k = i + 1; k < transfer->npatches && transfer->patches[k].offset - end <= leap; ++k) {
        if (!transfer->patches[k].part) continue;
        end = transfer->patches[k].offset + sizeof(void *);
        last = k;
      }
      image = pc_staging(transfer->plan->device, 0, end - begin);
      if (!image) return pc_no_memory(transfer->call);
      status = pc_receive(transfer, image, device + begin, end - begin);
      for (k = i; k <= last && status == PC_OK; ++k) {
        const pc_patch *patch = &transfer->patches[k];
        uintptr_t home;
        if (patch->part) status = pc_judge_patch(transfer, extent, patch, image + (patch->offset - begin), &home);
      }
    }
  }
  return status;
}

/* Looks at the pointers of a window. */
PC_UNUSED static int pc_see_window(pc_transfer *transfer, pc_window *window) {
  const size_t bytes = window->end - window->begin;
  const pc_layout *layouts = PC_STATE->layouts;
  char *image = bytes ? pc_staging(transfer->plan->device, 0, bytes) : NULL;
  size_t i;
  int status;
  if (!bytes) return PC_OK;
  if (!image) return pc_no_memory(transfer->call);
  status = pc_receive(transfer, image, window->begin, bytes);
  for (i = window->first; i <= window->last && status == PC_OK; ++i) {
    const pc_extent *extent = pc_chosen(transfer->choice, i);
    const char *place;
    if (!pc_is_seen(transfer, extent)) continue;
    place = image + (pc_device_address(transfer->plan, extent) - window->begin);
    if (pc_is_record(extent)) {
      status = pc_judge_record(transfer, &layouts[extent->type & PC_TYPE_MASK], extent, place);
    } else {
      status = pc_judge_part(transfer, extent, 0, extent->bytes, place);
    }
  }
  window->begin = window->end = 0;
  return status;
}

/* Looks at the pointers of the chosen extents of a plan. */
PC_UNUSED static int pc_see_choice(pc_transfer *transfer) {
  const pc_plan *plan = transfer->plan;
  const size_t leap = pc_leap(plan->device), records = pc_chosen_records(transfer->choice);
  pc_window window = {0, 0, 0, 0};
  size_t i;
  int status = PC_OK;
  for (i = 0; i < records && status == PC_OK; ++i) {
    const pc_extent *extent = pc_chosen(transfer->choice, i);
    uintptr_t begin, end;
    if (!pc_is_seen(transfer, extent)) continue;
    begin = pc_device_address(plan, extent);
    end = begin + extent->bytes;
    if (plan->technique == PC_BASE || extent->bytes > leap) {
      status = pc_see_window(transfer, &window);
      if (status == PC_OK) status = pc_see_apart(transfer, extent, 0, extent->bytes);
      continue;
    }
    if (window.end && (begin < window.end || begin - window.end > leap || end - window.begin > PC_CHUNK_BYTES)) {
      status = pc_see_window(transfer, &window);
    }
    if (!window.end) {
      window.begin = begin;
      window.first = i;
    }
    window.end = end;
    window.last = i;
  }
  return status == PC_OK ? pc_see_window(transfer, &window) : status;
}

/* Whether all that is chosen comes in one piece through a staging buffer. */
PC_UNUSED static int pc_comes_whole(pc_transfer *transfer) {
  const int technique = transfer->technique;
  size_t index = 0, offset = 0;
  pc_chunk chunk;
  int status = PC_OK, whole;
  if (technique != PC_AUTO && technique != PC_ARENA && technique != PC_TCPY) return 0;
  whole = pc_next_chunk(transfer, &index, &offset, &chunk, &status) && !chunk.direct;
  return whole && offset == 0 && !pc_next_chunk(transfer, &index, &offset, &chunk, &status) && status == PC_OK;
}

/* Looks whether a kernel has changed the data of [from, to) of an extent that the host may only read: they would be lost. */
PC_UNUSED static int pc_see_constant(pc_transfer *transfer, const pc_extent *extent, size_t from, size_t to) {
  const uintptr_t device = pc_device_address(transfer->plan, extent);
  const char *host = (const char *)extent->base;
  size_t at = from; /* what lies before it has been compared, or is a pointer */
  int status = PC_OK;
  for (; from < to && status == PC_OK; from += PC_CHUNK_BYTES) {
    const size_t end = to - from > PC_CHUNK_BYTES ? from + PC_CHUNK_BYTES : to;
    char *image = pc_staging(transfer->plan->device, 0, end - from);
    size_t i, differs = 0;
    if (!image) return pc_no_memory(transfer->call);
    status = pc_receive(transfer, image, device + from, end - from);
    transfer->npatches = 0;
    if (status == PC_OK && pc_is_patched(extent)) status = pc_collect(transfer, extent, from, end);
    for (i = 0; i <= transfer->npatches && status == PC_OK; ++i) {
      const size_t next = i < transfer->npatches ? transfer->patches[i].offset : end;
      if (next > at) differs |= (size_t)(memcmp(host + at, image + (at - from), next - at) != 0);
      at = i < transfer->npatches ? next + transfer->patches[i].bytes : at > next ? at : next;
    }
    if (differs && status == PC_OK)
      status = pc_fail(transfer->call, PC_ERROR_READ_ONLY,
                       "a kernel changed data of '%s' at %#llx, which lie in memory that the program may only read; nothing was "
                       "copied or released (let them be 'to', or exit with 'delete')",
                       pc_type_name(transfer->plan, extent), (unsigned long long)extent->base);
  }
  return status;
}

/* The same of all that a copy to the host concerns. */
PC_UNUSED static int pc_see_constants(pc_call *call, const pc_selection *selection, pc_passage passage) {
  size_t i, k;
  int status = PC_OK;
  for (i = 0; i < selection->n && status == PC_OK; ++i) {
    const pc_choice *choice = &selection->choices[i];
    pc_transfer transfer = pc_new_transfer(call, choice, passage, NULL);
    for (k = 0; choice->plan->constants && k < pc_chosen_records(choice) && status == PC_OK; ++k) {
      const pc_extent *extent = pc_chosen(choice, k);
      if (!(extent->type & PC_CONSTANT) || extent->type & (PC_VIEW | PC_MAPPED)) continue;
      if (passage == PC_LEAVING && extent->type & PC_LEFT) continue;
      status = pc_see_constant(&transfer, extent, 0, extent->bytes);
    }
    status = pc_end_transfer(&transfer, status);
  }
  for (i = 0; i < selection->nparts && status == PC_OK; ++i) {
    const pc_part *part = &selection->parts[i];
    const pc_choice choice = pc_whole_choice(part->plan);
    pc_transfer transfer = pc_new_transfer(call, &choice, passage, NULL);
    if (part->extent->mark != selection->mark && part->extent->type & PC_CONSTANT)
      status = pc_see_constant(&transfer, part->extent, part->from, part->to);
    status = pc_end_transfer(&transfer, status);
  }
  return status;
}

/* Looks at all pointers that a copy to the host concerns, and at all that cannot be copied, before it begins. */
PC_UNUSED static int pc_see_all(pc_call *call, const pc_selection *selection, pc_passage passage, pc_homes *homes) {
  size_t i;
  int status = pc_see_constants(call, selection, passage);
  for (i = 0; i < selection->n && status == PC_OK; ++i) {
    pc_transfer transfer = pc_new_transfer(call, &selection->choices[i], passage, homes);
    homes->unseen = selection->n == 1 && !selection->nparts && pc_comes_whole(&transfer);
    if (!homes->unseen) status = pc_see_choice(&transfer);
    status = pc_end_transfer(&transfer, status);
  }
  for (i = 0; i < selection->nparts && status == PC_OK; ++i) {
    const pc_part *part = &selection->parts[i];
    const pc_choice choice = pc_whole_choice(part->plan);
    pc_transfer transfer = pc_new_transfer(call, &choice, passage, homes);
    if (part->extent->mark != selection->mark && pc_is_seen(&transfer, part->extent))
      status = pc_see_apart(&transfer, part->extent, part->from, part->to);
    status = pc_end_transfer(&transfer, status);
  }
  pc_trim_staging();
  return status;
}

/* Looks whether a kernel has made pointers of one extent that stays lead to what leaves. */
PC_UNUSED static int pc_see_staying_extent(pc_transfer *transfer, const pc_extent *extent) {
  const pc_plan *plan = transfer->plan;
  const uintptr_t device = pc_device_address(plan, extent);
  size_t from, i;
  int status = PC_OK;
  for (from = 0; from < extent->bytes && status == PC_OK; from += PC_CHUNK_BYTES) {
    const size_t rest = extent->bytes - from, most = PC_CHUNK_BYTES + sizeof(void *), bytes = rest < most ? rest : most;
    char *image = pc_staging(plan->device, 0, bytes);
    if (!image) return pc_no_memory(transfer->call);
    status = pc_receive(transfer, image, device + from, bytes);
    if (status == PC_OK) status = pc_collect(transfer, extent, from, from + PC_CHUNK_BYTES);
    for (i = 0; i < transfer->npatches && status == PC_OK; ++i) {
      const pc_patch *patch = &transfer->patches[i];
      uintptr_t now;
      if (!patch->part || !patch->changes) continue;
      memcpy(&now, image + (patch->offset - from), sizeof now);
      if (now && now != patch->device && pc_home_of(transfer->homes, now, 1))
        status = pc_fail_staying(transfer->call, plan, patch->part, patch->cell, patch->device, now);
    }
  }
  return status;
}

/* Whether kernels may change some pointer of an extent that owns its memory. */
PC_UNUSED static int pc_changes(const pc_plan *plan, const pc_extent *extent) {
  const uint32_t *view;
  if (!(extent->type & PC_MERGER)) return pc_is_changing(plan, extent);
  for (view = &plan->views[extent->cell]; *view != PC_FREE; ++view)
    if (pc_is_changing(plan, &plan->extents[*view])) return 1;
  return 0;
}

/* The same of all that stays of a plan. */
PC_UNUSED static int pc_see_staying_plan(pc_call *call, pc_plan *plan, pc_homes *leaving) {
  const pc_choice all = pc_whole_choice(plan);
  pc_transfer transfer = pc_new_transfer(call, &all, PC_UPDATING_HOST, leaving);
  size_t i;
  int status = pc_find_homes(call, leaving, plan);
  for (i = 0; i < plan->nextents && leaving->n && status == PC_OK; ++i) {
    const pc_extent *extent = &plan->extents[i];
    if (!(extent->type & (PC_VIEW | PC_MAPPED)) && extent->count && pc_changes(plan, extent))
      status = pc_see_staying_extent(&transfer, extent);
  }
  return pc_end_transfer(&transfer, status);
}

/* Looks, before anything is copied, at the pointers of what stays that lead, or led, to what is `dying`: what a kernel has
 * made of them is not to be lost. */
PC_UNUSED static int pc_see_staying(pc_call *call, const pc_selection *dying) {
  const pc_state *state = PC_STATE;
  pc_homes leaving = pc_new_homes(dying->mark, 1);
  size_t i;
  int status = pc_detach_each(call, dying, PC_DETACH_SEE, NULL);
  for (i = 0; i < state->nplans && state->changing && dying->n && status == PC_OK; ++i) {
    pc_plan *plan = state->plans[i];
    if (plan && plan->live && plan->changing) status = pc_see_staying_plan(call, plan, &leaving);
  }
  pc_drop_homes(&leaving);
  pc_trim_staging();
  return status;
}

#ifdef __cplusplus
}
#endif

#endif
