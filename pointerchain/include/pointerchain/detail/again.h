/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The pointers of extents that stayed on the device while what they point to left it and came back. Not for
 * users.
 *
 * An extent stays whole as long as a root reaches any part of it; what the rest of it led to may have gone.
 */
#ifndef POINTERCHAIN_DETAIL_AGAIN_H
#define POINTERCHAIN_DETAIL_AGAIN_H

#include "../deepcopy_types.h"
#include "attributes.h"
#include "extents.h"
#include "layouts.h"
#include "place.h"
#include "state.h"
#include "techniques.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes `device` the value of a mapped pointer. 0: no memory. */
PC_UNUSED static int pc_set_device_value(pc_plan *plan, uint32_t cell, uintptr_t value, uintptr_t device) {
  size_t at = (size_t)(pc_find_inside(plan, cell) - plan->inside);
  if (plan->codes[cell] != PC_INSIDE) {
    if (!pc_grow(&plan->inside, &plan->capinside, plan->ninside, sizeof *plan->inside)) return 0;
    memmove(&plan->inside[at + 1], &plan->inside[at], (plan->ninside - at) * sizeof *plan->inside);
    ++plan->ninside;
    plan->inside[at].cell = cell;
    plan->inside[at].waits = 0;
    plan->codes[cell] = PC_INSIDE;
  }
  plan->inside[at].value = value;
  plan->inside[at].device = device;
  return 1;
}

/* Whether the device has `device` in a mapped pointer for certain. What a code refers to may be gone. */
PC_UNUSED static int pc_holds(pc_plan *plan, uint32_t cell, uintptr_t device) {
  const uint32_t code = plan->codes[cell];
  pc_extent *target;
  if (code == PC_NULL || code == PC_FREE) return 0;
  if (code == PC_INSIDE) return pc_find_inside(plan, cell)->device == device;
  target = &plan->extents[code - 1];
  if (target->type & PC_MAPPED) return 0;
  if (target->type & PC_VIEW) target = &plan->extents[target->place];
  return target->count != 0 && pc_device_value(plan, cell) == device;
}

/* Mends the pointer at host address `at` where `part` of a mapped extent has one there; sets `*sent` where
 * the device has to get it. */
PC_UNUSED static int pc_mend_part(pc_plan *owner, const pc_extent *part, uintptr_t at, uintptr_t value,
                                  uintptr_t device, int *sent) {
  const size_t slots = pc_slots_of(part), size = pc_element_of(part);
  size_t element, k;
  if (!slots || at < part->base || at - part->base >= part->bytes) return 1;
  element = (at - part->base) / size;
  if (element >= pc_elements_of(part)) return 1;
  for (k = 0; k < slots; ++k) {
    const uint32_t cell = part->cell + (uint32_t)(element * slots + k);
    if (part->base + element * size + pc_slot_offset(part, k) != at) continue;
    if (owner->codes[cell] == PC_FREE || pc_holds(owner, cell, device)) continue;
    if (!pc_set_device_value(owner, cell, value, device)) return 0;
    *sent = 1;
  }
  return 1;
}

/* Mends one pointer of a mapped extent: `cell` of `plan` has followed it anew. */
PC_UNUSED static int pc_mend_pointer(pc_transfer *transfer, const pc_plan *plan, uint32_t cell,
                                     const pc_extent *mapped, uintptr_t at) {
  pc_plan *owner = transfer->plan;
  const uintptr_t device = pc_device_value(plan, cell), value = pc_host_value(plan, cell);
  int sent = 0, fine = 1;
  if (mapped->type & PC_MERGER) {
    const uint32_t *view = &owner->views[mapped->cell];
    for (; *view != PC_FREE && fine; ++view)
      fine = pc_mend_part(owner, &owner->extents[*view], at, value, device, &sent);
  } else {
    fine = pc_mend_part(owner, mapped, at, value, device, &sent);
  }
  if (!fine) return pc_no_memory(transfer->call);
  if (!sent) return PC_OK;
  return pc_send(transfer, pc_device_address(owner, mapped) + (at - mapped->base), &device, sizeof device);
}

/* Mends what a new plan has walked of earlier ones, once it is on the device. */
PC_UNUSED static int pc_mend_mapped(pc_call *call, const pc_plan *plan) {
  pc_transfer transfer;
  size_t index, i, k;
  int status = PC_OK;
  if (plan->flags & PC_UNCOUNTED) return PC_OK; /* these are not walked */
  memset(&transfer, 0, sizeof transfer);
  transfer.call = call;
  for (index = 0; index < plan->nextents && status == PC_OK; ++index) {
    const pc_extent *view = &plan->extents[index];
    const size_t slots = pc_slots_of(view), elements = slots ? pc_elements_of(view) : 0;
    if (!(view->type & PC_MAPPED)) continue;
    transfer.plan = PC_STATE->plans[view->count];
    for (i = 0; i < elements && transfer.plan->exited; ++i)
      for (k = 0; k < slots && status == PC_OK; ++k) {
        const uint32_t cell = view->cell + (uint32_t)(i * slots + k), code = plan->codes[cell];
        const uintptr_t at = view->base + i * pc_element_of(view) + pc_slot_offset(view, k);
        if (code == PC_NULL || code == PC_FREE) continue;
        status = pc_mend_pointer(&transfer, plan, cell, (const pc_extent *)view->place, at);
      }
  }
  return status;
}

#ifdef __cplusplus
}
#endif

#endif
