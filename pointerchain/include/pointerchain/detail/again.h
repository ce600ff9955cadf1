/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The pointers of extents that were on the device before a plan, and that it gives a value. Not for users.
 *
 * An extent stays whole as long as a root reaches any part of it; what the rest of it led to may have gone
 * and come back. And a type may have left out a pointer that another type follows: that one is attached, and
 * null again when its target leaves.
 */
#ifndef POINTERCHAIN_DETAIL_AGAIN_H
#define POINTERCHAIN_DETAIL_AGAIN_H

#include "../deepcopy_types.h"
#include "attributes.h"
#include "layouts.h"
#include "merge.h"
#include "place.h"
#include "recorded.h"
#include "selection.h"
#include "state.h"
#include "techniques.h"
#include "values.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes `device` the value of a mapped pointer. 0: no memory. */
PC_UNUSED static int pc_set_device_value(pc_plan *plan, uint32_t cell, uintptr_t value, uintptr_t device) {
  size_t at = (size_t)(pc_find_inside(plan, cell) - plan->inside);
  if (at == plan->ninside || plan->inside[at].cell != cell) {
    if (!pc_grow(&plan->inside, &plan->capinside, plan->ninside, sizeof *plan->inside)) return 0;
    memmove(&plan->inside[at + 1], &plan->inside[at], (plan->ninside - at) * sizeof *plan->inside);
    ++plan->ninside;
    plan->inside[at].cell = cell;
    plan->inside[at].means = 0;
  }
  plan->codes[cell] = PC_INSIDE;
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

/* Sends a mapped pointer to the device. */
PC_UNUSED static int pc_send_pointer(pc_call *call, pc_plan *plan, const pc_extent *mapped, uintptr_t at,
                                     uintptr_t device) {
  pc_transfer transfer;
  memset(&transfer, 0, sizeof transfer);
  transfer.call = call;
  transfer.plan = plan;
  return pc_send(&transfer, pc_device_address(plan, mapped) + (at - mapped->base), &device, sizeof device);
}

/* Writes down that a pointer of the device was null before. 0: no memory. */
PC_UNUSED static int pc_note_attachment(pc_plan *holder, const pc_extent *mapped, const pc_recorded *recorded,
                                        const pc_extent *extent, uint32_t target) {
  pc_state *state = PC_STATE;
  pc_attachment *attachment;
  if (!pc_grow(&state->attachments, &state->capattachments, state->nattachments, sizeof *state->attachments))
    return 0;
  attachment = &state->attachments[state->nattachments++];
  attachment->holder = holder->number;
  attachment->holder_extent = (uint32_t)(mapped - holder->extents);
  attachment->target = target;
  attachment->target_extent = (uint32_t)(extent - state->plans[target]->extents);
  attachment->cell = recorded->cell;
  attachment->at = recorded->at;
  return 1;
}

/* The extent that owns the device memory of what a pointer of a new plan leads to, and the number of its
 * plan. */
PC_UNUSED static pc_extent *pc_target_of(pc_plan *plan, const pc_sorted *sorted, uint32_t cell,
                                         uint32_t *number) {
  const uint32_t code = plan->codes[cell];
  if (code != PC_INSIDE) return pc_owner_of(plan, &plan->extents[code - 1], number);
  *number = plan->number;
  return &plan->extents[pc_sorted_below(plan, sorted, pc_host_value(plan, cell)) - 1];
}

/* Mends one pointer of a mapped extent: `cell` of `plan` has followed it anew. */
PC_UNUSED static int pc_mend_pointer(pc_call *call, pc_plan *plan, const pc_sorted *sorted, uint32_t cell,
                                     pc_plan *owner, const pc_extent *mapped, uintptr_t at, int followed) {
  const uintptr_t device = pc_device_value(plan, cell), value = pc_host_value(plan, cell);
  pc_recorded recorded = pc_records_at(owner, mapped, at);
  int sent = 0;
  while (pc_next_recorded(&recorded)) {
    const int was_free = owner->codes[recorded.cell] == PC_FREE;
    if (was_free ? !followed : pc_holds(owner, recorded.cell, device)) continue;
    if (was_free) {
      uint32_t number;
      const pc_extent *target = pc_target_of(plan, sorted, cell, &number);
      if (!pc_note_attachment(owner, mapped, &recorded, target, number)) return pc_no_memory(call);
    }
    if (!pc_set_device_value(owner, recorded.cell, value, device)) return pc_no_memory(call);
    sent = 1;
  }
  return sent ? pc_send_pointer(call, owner, mapped, at, device) : PC_OK;
}

/* Mends what a new plan has walked of earlier ones, once it is on the device. */
PC_UNUSED static int pc_mend_mapped(pc_call *call, pc_plan *plan, const pc_sorted *sorted) {
  size_t index, i, k;
  int status = PC_OK;
  if (plan->flags & PC_UNCOUNTED) return PC_OK; /* these are not walked */
  for (index = 0; index < plan->nextents && status == PC_OK; ++index) {
    const pc_extent *view = &plan->extents[index];
    const size_t slots = pc_slots_of(view), elements = slots ? pc_elements_of(view) : 0;
    pc_plan *owner;
    if (!(view->type & PC_MAPPED)) continue;
    owner = PC_STATE->plans[view->count];
    if (!owner->exited && !plan->attaches) continue;
    for (i = 0; i < elements; ++i)
      for (k = 0; k < slots && status == PC_OK; ++k) {
        const uint32_t cell = view->cell + (uint32_t)(i * slots + k), code = plan->codes[cell];
        const uintptr_t at = view->base + i * pc_element_of(view) + pc_slot_offset(view, k);
        if (code == PC_NULL || code == PC_FREE) continue;
        status = pc_mend_pointer(call, plan, sorted, cell, owner, (const pc_extent *)view->place, at,
                                 pc_is_followed(pc_pointer_of(plan, view, k)));
      }
  }
  return status;
}

/* Takes back what a plan that could not be entered has attached, as far as the device lets it. */
PC_UNUSED static void pc_undo_attachments(const pc_call *call, const pc_plan *plan) {
  pc_state *state = PC_STATE;
  size_t i, k = 0;
  for (i = 0; i < state->nattachments; ++i) {
    const pc_attachment attachment = state->attachments[i];
    pc_plan *holder = state->plans[attachment.holder];
    pc_call ignored = *call;
    if (attachment.target != plan->number) {
      state->attachments[k++] = attachment;
      continue;
    }
    pc_send_pointer(&ignored, holder, &holder->extents[attachment.holder_extent], attachment.at, 0);
    holder->codes[attachment.cell] = PC_FREE;
  }
  state->nattachments = k;
}

/* Makes the attached pointers null again whose targets are `dying`, and which stay. On a failure all have
 * their values again, as far as the device takes them. */
PC_UNUSED static int pc_detach(pc_call *call, const pc_selection *dying) {
  pc_state *state = PC_STATE;
  size_t i, k;
  int status = PC_OK;
  for (i = 0; i < state->nattachments && status == PC_OK; ++i) {
    const pc_attachment *attachment = &state->attachments[i];
    pc_plan *holder = state->plans[attachment->holder], *target = state->plans[attachment->target];
    const pc_extent *mapped = &holder->extents[attachment->holder_extent];
    if (mapped->mark == dying->mark || target->extents[attachment->target_extent].mark != dying->mark)
      continue;
    status = pc_send_pointer(call, holder, mapped, attachment->at, 0);
  }
  if (status == PC_OK) return PC_OK;
  for (k = 0; k < i; ++k) {
    const pc_attachment *attachment = &state->attachments[k];
    pc_plan *holder = state->plans[attachment->holder], *target = state->plans[attachment->target];
    const pc_extent *mapped = &holder->extents[attachment->holder_extent];
    pc_call ignored = *call;
    if (mapped->mark == dying->mark || target->extents[attachment->target_extent].mark != dying->mark)
      continue;
    pc_send_pointer(&ignored, holder, mapped, attachment->at, pc_device_value(holder, attachment->cell));
  }
  return status;
}

/* Forgets the attachments of what is dying. */
PC_UNUSED static void pc_forget_attachments(const pc_selection *dying) {
  pc_state *state = PC_STATE;
  size_t i, k = 0;
  for (i = 0; i < state->nattachments; ++i) {
    const pc_attachment attachment = state->attachments[i];
    pc_plan *holder = state->plans[attachment.holder], *target = state->plans[attachment.target];
    const int goes = target->extents[attachment.target_extent].mark == dying->mark;
    if (!goes && holder->extents[attachment.holder_extent].mark != dying->mark) {
      state->attachments[k++] = attachment;
      continue;
    }
    if (goes) holder->codes[attachment.cell] = PC_FREE;
  }
  state->nattachments = k;
  if (k == 0) pc_shrink(&state->attachments, &state->capattachments, 0, sizeof *state->attachments);
}

#ifdef __cplusplus
}
#endif

#endif
