/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Pointers of the device whose targets come and go while they stay. Not for users.
 *
 * A root may reach a part of an extent, or all of it as a type that leaves out pointers which another type
 * follows. The extent stays as long as any root reaches some of it; what another part of it leads to goes
 * with the root that leads there. A pointer of what stays is null without its target and gets it with the
 * next root that follows it.
 */
#ifndef POINTERCHAIN_DETAIL_ATTACH_H
#define POINTERCHAIN_DETAIL_ATTACH_H

#include "../deepcopy_types.h"
#include "attributes.h"
#include "index.h"
#include "layouts.h"
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

/* Sends a mapped pointer to the device. */
PC_UNUSED static int pc_send_pointer(pc_call *call, pc_plan *plan, const pc_extent *mapped, uintptr_t at,
                                     uintptr_t device) {
  pc_transfer transfer;
  memset(&transfer, 0, sizeof transfer);
  transfer.call = call;
  transfer.plan = plan;
  return pc_send(&transfer, pc_device_address(plan, mapped) + (at - mapped->base), &device, sizeof device);
}

/* Attaches one pointer of a mapped extent that the device has as null: `cell` of `plan` has followed it. */
PC_UNUSED static int pc_attach(pc_call *call, pc_plan *plan, uint32_t cell, pc_plan *owner,
                               const pc_extent *mapped, uintptr_t at) {
  const uintptr_t device = pc_device_value(plan, cell);
  pc_recorded recorded = pc_records_at(owner, mapped, at);
  int sent = 0;
  while (pc_next_recorded(&recorded)) {
    if (owner->codes[recorded.cell] != PC_FREE) continue;
    if (!pc_set_device_value(owner, recorded.cell, pc_host_value(plan, cell), device))
      return pc_no_memory(call);
    sent = 1;
  }
  return sent ? pc_send_pointer(call, owner, mapped, at, device) : PC_OK;
}

/* Takes an attached pointer away again, as far as the device lets it. */
PC_UNUSED static void pc_unattach(const pc_call *call, pc_plan *owner, const pc_extent *mapped, uintptr_t at,
                                  uintptr_t device) {
  pc_recorded recorded = pc_records_at(owner, mapped, at);
  pc_call ignored = *call;
  int sent = 0;
  while (pc_next_recorded(&recorded)) {
    if (owner->codes[recorded.cell] != PC_INSIDE || pc_find_inside(owner, recorded.cell)->device != device)
      continue;
    owner->codes[recorded.cell] = PC_FREE;
    sent = 1;
  }
  if (sent) pc_send_pointer(&ignored, owner, mapped, at, 0);
}

/* Attaches the pointers of earlier plans' extents that a new plan follows, once it is on the device; or takes
 * them away again. */
PC_UNUSED static int pc_attach_each(pc_call *call, pc_plan *plan, int undo) {
  size_t index, i, k;
  int status = PC_OK;
  for (index = 0; index < plan->nextents && status == PC_OK; ++index) {
    const pc_extent *view = &plan->extents[index];
    const size_t slots = pc_slots_of(view), elements = slots ? pc_elements_of(view) : 0;
    if (!(view->type & PC_MAPPED)) continue;
    for (i = 0; i < elements; ++i)
      for (k = 0; k < slots && status == PC_OK; ++k) {
        const uint32_t cell = view->cell + (uint32_t)(i * slots + k), code = plan->codes[cell];
        const uintptr_t at = view->base + i * pc_element_of(view) + pc_slot_offset(view, k);
        pc_plan *owner = PC_STATE->plans[view->count];
        const pc_extent *mapped = (const pc_extent *)view->place;
        if (code == PC_NULL || code == PC_FREE) continue;
        if (undo) {
          pc_unattach(call, owner, mapped, at, pc_device_value(plan, cell));
        } else {
          status = pc_attach(call, plan, cell, owner, mapped, at);
        }
      }
  }
  return status;
}

/* All or nothing. */
PC_UNUSED static int pc_attach_all(pc_call *call, pc_plan *plan) {
  int status;
  if (!plan->attaches || plan->flags & PC_UNCOUNTED) return PC_OK; /* these are not walked */
  status = pc_attach_each(call, plan, 0);
  if (status != PC_OK) pc_attach_each(call, plan, 1);
  return status;
}

/* Host addresses that are going. */
typedef struct pc_going {
  uint32_t mark;
  uintptr_t low, high;
} pc_going;

PC_UNUSED static pc_going pc_find_going(const pc_selection *dying) {
  pc_going going = {dying->mark, UINTPTR_MAX, 0};
  size_t i, k;
  for (i = 0; i < dying->n; ++i)
    for (k = 0; k < pc_chosen_records(&dying->choices[i]); ++k) {
      const pc_extent *extent = pc_chosen(&dying->choices[i], k);
      if (extent->type & (PC_VIEW | PC_MAPPED)) continue;
      if (extent->base < going.low) going.low = extent->base;
      if (extent->base + extent->bytes > going.high) going.high = extent->base + extent->bytes;
    }
  return going;
}

/* Whether the target of a recorded pointer is going. Its extent is dying already, and still on the device. */
PC_UNUSED static int pc_target_goes(const pc_plan *plan, uint32_t cell, const pc_going *going) {
  const uint32_t code = plan->codes[cell];
  uintptr_t value;
  size_t i;
  if (code == PC_NULL || code == PC_FREE) return 0;
  value = pc_host_value(plan, cell);
  if (value < going->low || value > going->high) return 0;
  for (i = 0; i < PC_STATE->nruns; ++i) {
    const pc_run *run = &PC_STATE->runs[i];
    size_t above = pc_run_above(run, value);
    /* What holds the address, or ends there; what went in earlier calls may lie between them. */
    for (; above; --above) {
      const pc_extent *extent = run->extents[above - 1];
      if (extent->mark == going->mark && extent->count == 0 && value - extent->base <= extent->bytes)
        return 1;
      if (extent->count || value - extent->base > extent->bytes) break;
    }
  }
  return 0;
}

/* What to do with the pointers to what is going. */
enum { PC_SEND_NULL, PC_SEND_AGAIN, PC_FORGET };

/* Does it with the pointers of one extent or view that stays. `*left` is how many may be sent. */
PC_UNUSED static int pc_detach_part(pc_call *call, pc_plan *plan, const pc_extent *mapped,
                                    const pc_extent *part, const pc_going *going, int what, size_t *left) {
  const size_t slots = pc_slots_of(part), elements = slots ? pc_elements_of(part) : 0;
  size_t i, k;
  for (i = 0; i < elements; ++i)
    for (k = 0; k < slots; ++k) {
      const uint32_t cell = part->cell + (uint32_t)(i * slots + k);
      const uintptr_t at = part->base + i * pc_element_of(part) + pc_slot_offset(part, k);
      int status;
      if (!pc_target_goes(plan, cell, going)) continue;
      if (what == PC_FORGET) {
        plan->codes[cell] = PC_FREE;
        continue;
      }
      if (what == PC_SEND_AGAIN && (*left)-- == 0) return PC_OK;
      status =
          pc_send_pointer(call, plan, mapped, at, what == PC_SEND_NULL ? 0 : pc_device_value(plan, cell));
      if (status != PC_OK && what == PC_SEND_NULL) return status;
      if (what == PC_SEND_NULL) ++*left;
    }
  return PC_OK;
}

/* Does it with the pointers of what stays of a plan. */
PC_UNUSED static int pc_detach_plan(pc_call *call, pc_plan *plan, const pc_going *going, int what,
                                    size_t *left) {
  size_t k;
  int status = PC_OK;
  for (k = 0; k < plan->nextents && plan->live && status == PC_OK; ++k) {
    const pc_extent *extent = &plan->extents[k];
    const uint32_t *view;
    if (extent->type & (PC_VIEW | PC_MAPPED) || extent->count == 0) continue;
    if (!(extent->type & PC_MERGER)) {
      status = pc_detach_part(call, plan, extent, extent, going, what, left);
      continue;
    }
    for (view = &plan->views[extent->cell]; *view != PC_FREE && status == PC_OK; ++view)
      status = pc_detach_part(call, plan, extent, &plan->extents[*view], going, what, left);
  }
  return status;
}

/* Does it with all of them. Pointers to extents of a plan are in its own, in those of plans that borrowed
 * some of them, and in those to which it has attached some. */
PC_UNUSED static int pc_detach_each(pc_call *call, const pc_selection *dying, int what, size_t *left) {
  const pc_state *state = PC_STATE;
  const pc_going going = pc_find_going(dying);
  size_t i;
  int status = PC_OK, everywhere = 0;
  for (i = 0; i < dying->n; ++i)
    everywhere |= dying->choices[i].plan->borrowed | dying->choices[i].plan->attaches;
  for (i = 0; i < state->npartly && everywhere && status == PC_OK; ++i)
    status = pc_detach_plan(call, state->plans[state->partly[i]], &going, what, left);
  for (i = 0; i < dying->n && !everywhere && status == PC_OK; ++i) {
    const pc_choice *choice = &dying->choices[i];
    if (choice->plan->partly && choice->extents)
      status = pc_detach_plan(call, choice->plan, &going, what, left);
  }
  return status;
}

/* Makes the pointers of what stays null whose targets are `dying`. On a failure they have their values again,
 * as far as the device takes them. */
PC_UNUSED static int pc_detach(pc_call *call, const pc_selection *dying) {
  pc_call ignored = *call;
  size_t sent = 0;
  const int status = pc_detach_each(call, dying, PC_SEND_NULL, &sent);
  if (status != PC_OK) pc_detach_each(&ignored, dying, PC_SEND_AGAIN, &sent);
  return status;
}

/* The same in the records, once nothing can fail any more. */
PC_UNUSED static void pc_forget_dying(const pc_selection *dying) {
  size_t none = 0;
  pc_detach_each(NULL, dying, PC_FORGET, &none);
}

#ifdef __cplusplus
}
#endif

#endif
