/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Where the extents of a plan lie on the device. Not for users.
 *
 * A place is an offset in the plan's block, so it can be given before there is a block: the walk does that
 * for each extent that it adds, and no further pass is needed where extents came in order of address. For
 * BASE, which has no block, it becomes the address itself.
 */
#ifndef POINTERCHAIN_DETAIL_PLACE_H
#define POINTERCHAIN_DETAIL_PLACE_H

#include "../deepcopy_device.h"
#include "../deepcopy_types.h"
#include "attributes.h"
#include "layouts.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The device address of an extent that owns device memory. */
PC_UNUSED static uintptr_t pc_device_address(const pc_plan *plan, const pc_extent *extent) {
  return (uintptr_t)plan->block + extent->place;
}

/* The device address of any extent or view, of this or an earlier plan. */
PC_UNUSED static uintptr_t pc_device_of(const pc_plan *plan, const pc_extent *extent) {
  const pc_extent *owner;
  if (!(extent->type & (PC_VIEW | PC_MAPPED))) return pc_device_address(plan, extent);
  if (extent->type & PC_MAPPED) {
    owner = (const pc_extent *)extent->place;
    plan = PC_STATE->plans[extent->count];
  } else {
    owner = &plan->extents[extent->place];
  }
  return pc_device_address(plan, owner) + (extent->base - owner->base);
}

/* The extent that owns the device memory, for an extent or view. `*number` is the number of its plan. */
PC_UNUSED static pc_extent *pc_owner_of(pc_plan *plan, pc_extent *extent, uint32_t *number) {
  *number = plan->number;
  if (extent->type & PC_MAPPED) {
    *number = extent->count;
    return (pc_extent *)extent->place;
  }
  return extent->type & PC_VIEW ? &plan->extents[extent->place] : extent;
}

/* The alignment that an extent's types ask for, 16 at least. */
PC_UNUSED static size_t pc_alignment_of(const pc_extent *extent) {
  if (extent->type & PC_MERGER) return extent->type & PC_TYPE_MASK;
  if (extent->type & PC_ROWS) return PC_DEVICE_ALIGNMENT;
  return PC_STATE->layouts[extent->type & PC_TYPE_MASK].align;
}

/* Bytes that nothing uses behind an extent, so that its end is the beginning of no other one: pointers that kernels have
 * made lead to one of the two. */
PC_UNUSED static size_t pc_gap(const pc_plan *plan) { return plan->apart ? 1 : 0; }

/* Places one extent behind those before it. 0: the address space is too small for all of them. */
PC_UNUSED static int pc_place(pc_plan *plan, pc_extent *extent) {
  const size_t asked = pc_alignment_of(extent);
  const int wide = extent->type & PC_MERGER || extent->bytes >= 4096; /* begins with a cache line */
  const size_t align = wide && asked < PC_LINE ? PC_LINE : asked;
  size_t at = (plan->block_bytes + align - 1) & ~(align - 1);
  /* Overlapping objects keep their places relative to a cache line. */
  if (extent->type & PC_MERGER) at += extent->base & (align - 1);
  if (at < plan->block_bytes || extent->bytes > PTRDIFF_MAX - at - pc_gap(plan)) return 0;
  extent->place = at;
  plan->block_bytes = at + extent->bytes + pc_gap(plan);
  if (asked > plan->align) plan->align = asked;
  return 1;
}

/* Places all extents anew, with `mark` and `count`: where the walk could not know which of them stay. */
PC_UNUSED static int pc_place_again(pc_call *call, pc_plan *plan, uint32_t mark, uint32_t count) {
  size_t i;
  plan->block_bytes = 0;
  for (i = 0; i < plan->nextents; ++i) {
    pc_extent *extent = &plan->extents[i];
    if (extent->type & (PC_VIEW | PC_MAPPED)) continue;
    extent->mark = mark;
    extent->count = count;
    if (!pc_place(plan, extent))
      return pc_fail(call, PC_ERROR_LENGTH, "the structure is larger than the address space");
  }
  return PC_OK;
}

/* How many bytes more than wanted have to be asked for, so that some of them are aligned. */
PC_UNUSED static size_t pc_slack(size_t align) {
  return align > PC_DEVICE_ALIGNMENT ? align - PC_DEVICE_ALIGNMENT : 0;
}

/* The bytes before the first aligned one. */
PC_UNUSED static size_t pc_pad(const void *memory, size_t align) {
  return pc_slack(align) ? (size_t)(-(uintptr_t)memory & (align - 1)) : 0;
}

/* Gives back the device memory of one extent, where each has its own. */
PC_UNUSED static void pc_release_memory(pc_plan *plan, pc_extent *extent) {
  const size_t pad = plan->pads ? plan->pads[extent - plan->extents] : 0;
  plan->device->release(plan->device, plan->where, (void *)(extent->place - pad),
                        extent->bytes + pc_gap(plan) + pc_slack(pc_alignment_of(extent)));
  extent->place = 0;
}

/* BASE: device memory for each extent. All or nothing. */
PC_UNUSED static int pc_allocate_each(pc_call *call, pc_plan *plan) {
  pc_device *device = plan->device;
  size_t i, k;
  if (pc_slack(plan->align)) {
    plan->pads = (uint32_t *)pc_resize(NULL, 0, plan->nextents * sizeof *plan->pads);
    if (!plan->pads) return pc_no_memory(call);
    plan->npads = plan->nextents;
  }
  for (i = 0; i < plan->nextents; ++i) {
    pc_extent *extent = &plan->extents[i];
    size_t align, pad;
    char *memory;
    if (extent->type & (PC_VIEW | PC_MAPPED)) continue;
    ++PC_STATE->stats.allocations;
    align = pc_alignment_of(extent);
    memory = (char *)device->allocate(device, plan->where, extent->bytes + pc_gap(plan) + pc_slack(align));
    pad = pc_pad(memory, align);
    if (plan->pads) plan->pads[i] = (uint32_t)pad;
    extent->place = memory ? (uintptr_t)memory + pad : 0;
    if (memory) continue;
    for (k = 0; k < i; ++k)
      if (!(plan->extents[k].type & (PC_VIEW | PC_MAPPED))) pc_release_memory(plan, &plan->extents[k]);
    return pc_fail(call, PC_ERROR_DEVICE_FULL, "the device '%s' has no memory left for %zu bytes of '%s'",
                   device->name, extent->bytes, pc_type_name(plan, extent));
  }
  return PC_OK;
}

/* Device memory for all extents that were placed. All or nothing. */
PC_UNUSED static int pc_allocate_plan(pc_call *call, pc_plan *plan) {
  pc_device *device = plan->device;
  if (plan->technique == PC_BASE) return pc_allocate_each(call, plan);
  if (plan->block_bytes == 0) return PC_OK;
  ++PC_STATE->stats.allocations;
  plan->memory = device->allocate(device, plan->where, plan->block_bytes + pc_slack(plan->align));
  plan->block = plan->memory ? (char *)plan->memory + pc_pad(plan->memory, plan->align) : NULL;
  if (plan->block) return PC_OK;
  return pc_fail(call, PC_ERROR_DEVICE_FULL, "the device '%s' has no memory left for %zu bytes", device->name,
                 plan->block_bytes);
}

PC_UNUSED static void pc_release_block(pc_plan *plan) {
  if (!plan->block) return;
  plan->device->release(plan->device, plan->where, plan->memory, plan->block_bytes + pc_slack(plan->align));
  plan->block = NULL;
}

#ifdef __cplusplus
}
#endif

#endif
