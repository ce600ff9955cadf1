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
#include "../descriptor.h"
#include "attributes.h"
#include "index.h"
#include "layouts.h"
#include "merge.h"
#include "observers.h"
#include "patches.h"
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
PC_UNUSED static int pc_set_device_value(pc_plan *plan, uint32_t cell, uintptr_t value, uintptr_t device,
                                         uintptr_t target) {
  size_t at = plan->ninside ? (size_t)(pc_find_inside(plan, cell) - plan->inside) : 0;
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
  plan->inside[at].target = target;
  return 1;
}

/* Sends a mapped pointer to the device. */
PC_UNUSED static int pc_send_pointer(pc_call *call, pc_plan *plan, const pc_extent *mapped, uintptr_t at,
                                     uintptr_t device) {
  pc_transfer transfer;
  memset(&transfer, 0, sizeof transfer);
  transfer.call = call;
  transfer.plan = plan;
  return pc_upload(&transfer, pc_device_address(plan, mapped) + (at - mapped->base), &device, sizeof device);
}

/* The host address on whose copy the device's value of a recorded pointer depends, and where that copy was.
 */
PC_UNUSED static uintptr_t pc_target_of(const pc_plan *plan, uint32_t cell, uintptr_t *device) {
  const uint32_t code = plan->codes[cell];
  const uintptr_t target =
      code == PC_INSIDE ? pc_find_inside(plan, cell)->target : plan->extents[code - 1].base;
  *device = pc_device_value(plan, cell) + (target - pc_host_value(plan, cell));
  return target;
}

/* Whether the target of a recorded pointer is mapped, and not about to leave. */
PC_UNUSED static int pc_leads_to_mapped(const pc_plan *plan, uint32_t cell) {
  uintptr_t target, device;
  const pc_extent *extent;
  uint32_t number;
  if (!pc_leads(plan->codes[cell])) return 0;
  target = pc_target_of(plan, cell, &device);
  extent = pc_index_holding(target, &number);
  if (extent && device - pc_device_address(PC_STATE->plans[number], extent) == target - extent->base) return 1;
  extent = pc_index_ending(target, &number);
  return extent && device - pc_device_address(PC_STATE->plans[number], extent) == target - extent->base;
}

/* A pointer of what stays on the device that gets another value, and its record before. */
typedef struct pc_attached {
  pc_plan *owner;
  const pc_extent *mapped;
  uintptr_t at;
  uint32_t cell, code;
  pc_inside inside; /* where the code is PC_INSIDE */
} pc_attached;

/* Those of one call, so that it can be undone. */
typedef struct pc_attachments {
  pc_attached *attached;
  size_t n, capacity;
} pc_attachments;

/* Keeps what a pointer is, before it gets another value. */
PC_UNUSED static int pc_keep_pointer(pc_call *call, pc_plan *owner, const pc_extent *mapped, uintptr_t at,
                                     uint32_t cell, pc_attachments *made) {
  pc_attached *attached;
  if (!pc_grow(&made->attached, &made->capacity, made->n, sizeof *made->attached)) return pc_no_memory(call);
  attached = &made->attached[made->n++];
  attached->owner = owner;
  attached->mapped = mapped;
  attached->at = at;
  attached->cell = cell;
  attached->code = owner->codes[cell];
  memset(&attached->inside, 0, sizeof attached->inside);
  if (attached->code == PC_INSIDE) attached->inside = *pc_find_inside(owner, cell);
  return PC_OK;
}

/* Gives pointers their values again, as far as the device takes them. */
PC_UNUSED static void pc_undo_attached(const pc_call *call, pc_attachments *made) {
  pc_call ignored = *call;
  while (made->n) {
    const pc_attached *attached = &made->attached[--made->n];
    const pc_inside *inside = &attached->inside;
    pc_plan *owner = attached->owner;
    pc_recorded recorded = pc_records_at(owner, attached->mapped, attached->at);
    uintptr_t device = 0;
    if (attached->code == PC_INSIDE) /* its record is there, so this takes no memory */
      pc_set_device_value(owner, attached->cell, inside->value, inside->device, inside->target);
    owner->codes[attached->cell] = attached->code;
    while (!device && pc_next_recorded(&recorded)) device = pc_device_value(owner, recorded.cell);
    pc_send_pointer(&ignored, owner, attached->mapped, attached->at, device);
  }
}

PC_UNUSED static void pc_drop_attached(pc_attachments *made) {
  pc_shrink(&made->attached, &made->capacity, 0, sizeof *made->attached);
}

/* Attaches a recorded pointer of a mapped extent; the device gets its value afterwards. */
PC_UNUSED static int pc_attach_record(pc_call *call, pc_plan *owner, const pc_recorded *recorded,
                                      const pc_inside *inside, pc_attachments *made) {
  const int status = pc_keep_pointer(call, owner, recorded->mapped, recorded->at, recorded->cell, made);
  if (status != PC_OK) return status;
  return pc_set_device_value(owner, recorded->cell, inside->value, inside->device, inside->target)
             ? PC_OK
             : pc_no_memory(call);
}

/* Attaches one pointer of a mapped extent that the device has as null, or that led to what is gone: `cell` of
 * `plan` is a view of it, and `leads_on` where its target is copied with the object. */
PC_UNUSED static int pc_attach(pc_call *call, pc_plan *plan, uint32_t cell, int leads_on, pc_plan *owner,
                               const pc_extent *mapped, uintptr_t at, pc_attachments *made) {
  const pc_inside inside = {0, 0, pc_host_value(plan, cell), pc_device_value(plan, cell),
                            pc_host_value(plan, cell)};
  const size_t before = made->n;
  pc_recorded recorded = pc_records_at(owner, mapped, at);
  while (pc_next_recorded(&recorded)) {
    const uint32_t code = owner->codes[recorded.cell];
    int status;
    if (pc_leads(code) && (!leads_on || pc_device_value(owner, recorded.cell) == inside.device)) continue;
    if (pc_leads_to_mapped(owner, recorded.cell))
      return pc_fail(
          call, PC_ERROR_OVERLAP,
          "'%s' of '%s': the device has it as the end of one mapped extent, and its target lies in "
          "another, entered apart (enter them together)",
          recorded.pointer->name, pc_type_name(owner, recorded.part));
    status = pc_attach_record(call, owner, &recorded, &inside, made);
    if (status != PC_OK) return status;
  }
  if (made->n == before) return PC_OK;
  if (!pc_make_partly(owner)) return pc_no_memory(call);
  return pc_send_pointer(call, owner, mapped, at, inside.device);
}

/* Attaches the pointers of earlier plans' extents that a new plan follows, once it is on the device. */
PC_UNUSED static int pc_attach_each(pc_call *call, pc_plan *plan, pc_attachments *made) {
  size_t index, i, k;
  int status = PC_OK;
  for (index = 0; index < plan->nextents && status == PC_OK; ++index) {
    const pc_extent *view = &plan->extents[index];
    const size_t slots = pc_slots_of(view), elements = slots ? pc_elements_of(view) : 0;
    if (!(view->type & PC_MAPPED)) continue;
    for (i = 0; i < elements; ++i)
      for (k = 0; k < slots && status == PC_OK; ++k) {
        const uint32_t cell = view->cell + (uint32_t)(i * slots + k);
        const uintptr_t at = view->base + i * pc_element_of(view) + pc_slot_offset(view, k);
        if (pc_leads(plan->codes[cell]))
          status = pc_attach(call, plan, cell, pc_leads_on(plan, view, i, k), PC_STATE->plans[view->count],
                             (const pc_extent *)view->place, at, made);
      }
  }
  return status;
}

/* Attaches the pointer by which a root was named; `first` is the root's extent. A pointer whose bytes were
 * copied as they are is none that could be. */
PC_UNUSED static int pc_attach_root(pc_call *call, pc_plan *plan, const pc_sorted *sorted,
                                    const pc_root *root, const pc_extent *first, pc_attachments *made) {
  const uintptr_t at = (uintptr_t)root->at;
  const pc_place_of place = pc_find_place(plan, sorted, at);
  const size_t before = made->n;
  pc_inside inside = {0, 0, 0, 0, first->base};
  pc_plan *owner;
  pc_recorded recorded;
  if (!place.extent) return PC_OK;
  owner = PC_STATE->plans[place.plan];
  if (owner->device != plan->device || owner->where != plan->where) return PC_OK;
  memcpy(&inside.value, root->at, sizeof inside.value);
  inside.device = pc_device_of(plan, first) + (inside.value - first->base);
  recorded = pc_records_at(owner, place.extent, at);
  while (pc_next_recorded(&recorded)) {
    const uint32_t code = owner->codes[recorded.cell];
    const int leads = owner == plan ? pc_leads(code) : pc_leads_to_mapped(owner, recorded.cell);
    int status;
    if (leads && pc_host_value(owner, recorded.cell) != inside.value)
      return pc_fail_changed(call, owner, recorded.part, recorded.pointer->name);
    if (leads || code == PC_DATA) continue;
    status = pc_attach_record(call, owner, &recorded, &inside, made);
    if (status != PC_OK) return status;
  }
  if (made->n == before) return PC_OK;
  plan->attaches = 1;
  if (!pc_make_partly(owner)) return pc_no_memory(call);
  return pc_send_pointer(call, owner, place.extent, at, inside.device);
}

/* Attaches all that a new plan brings the targets of; `made` gets what they were. `first` has the codes of
 * the roots' extents. */
PC_UNUSED static int pc_attach_all(pc_call *call, pc_plan *plan, const pc_sorted *sorted,
                                   const pc_root *roots, size_t nroots, const uint32_t *first,
                                   pc_attachments *made) {
  size_t i;
  int status = PC_OK;
  if (plan->attaches && !(plan->flags & PC_UNCOUNTED)) /* else these are not walked */
    status = pc_attach_each(call, plan, made);
  for (i = 0; i < nroots && status == PC_OK; ++i)
    if (roots[i].at && first[i] != PC_NULL)
      status = pc_attach_root(call, plan, sorted, &roots[i], &plan->extents[first[i] - 1], made);
  return status;
}

/* Attaches again, in what was entered in the place of a dying record, the pointers that it leaves out and
 * that were attached, where the host still has them. */
PC_UNUSED static int pc_attach_anew(pc_call *call, pc_plan *plan, const pc_sorted *sorted, pc_plan *old,
                                    const pc_extent *part, pc_attachments *made) {
  const size_t slots = pc_slots_of(part), elements = slots ? pc_elements_of(part) : 0;
  size_t i, k;
  for (i = 0; i < elements; ++i)
    for (k = 0; k < slots; ++k) {
      const uint32_t cell = part->cell + (uint32_t)(i * slots + k);
      const uintptr_t at = part->base + i * pc_element_of(part) + pc_slot_offset(part, k);
      const size_t before = made->n;
      pc_place_of place;
      pc_recorded recorded;
      pc_inside inside;
      uintptr_t value;
      int status;
      if (old->codes[cell] != PC_INSIDE || pc_pointer_of(old, part, k)->kind != PC_SKIPPED) continue;
      place = pc_find_place(plan, sorted, at);
      if (!place.extent || place.plan != plan->number || !pc_leads_to_mapped(old, cell)) continue;
      inside = *pc_find_inside(old, cell);
      memcpy(&value, (const void *)at, sizeof value);
      recorded = pc_records_at(plan, place.extent, at);
      while (value == inside.value && pc_next_recorded(&recorded)) {
        if (recorded.pointer->kind != PC_SKIPPED || plan->codes[recorded.cell] != PC_FREE) continue;
        status = pc_attach_record(call, plan, &recorded, &inside, made);
        if (status != PC_OK) return status;
      }
      if (made->n == before) continue;
      if (!pc_make_partly(plan)) return pc_no_memory(call);
      status = pc_send_pointer(call, plan, place.extent, at, inside.device);
      if (status != PC_OK) return status;
    }
  return PC_OK;
}

/* The same of all that is dying while a plan enters in its place. */
PC_UNUSED static int pc_attach_all_anew(pc_call *call, pc_plan *plan, const pc_sorted *sorted,
                                        const pc_selection *dying, pc_attachments *made) {
  size_t i, k;
  int status = PC_OK;
  for (i = 0; i < dying->n; ++i) {
    pc_plan *old = dying->choices[i].plan;
    for (k = 0; k < pc_chosen_records(&dying->choices[i]) && old->ninside && status == PC_OK; ++k) {
      const pc_extent *extent = pc_chosen(&dying->choices[i], k);
      const uint32_t *view;
      if (extent->type & (PC_VIEW | PC_MAPPED)) continue;
      if (!(extent->type & PC_MERGER)) {
        status = pc_attach_anew(call, plan, sorted, old, extent, made);
        continue;
      }
      for (view = &old->views[extent->cell]; *view != PC_FREE && status == PC_OK; ++view)
        status = pc_attach_anew(call, plan, sorted, old, &old->extents[*view], made);
    }
  }
  return status;
}

/* Whether a pointer holds nothing: it is an observer, or one to no elements. */
PC_UNUSED static int pc_holds_nothing(const pc_plan *plan, const pc_extent *part, size_t i, size_t k) {
  const pc_pointer *pointer = pc_pointer_of(plan, part, k);
  if (pointer->kind == PC_OBSERVER) return 1;
  return pc_is_followed(pointer) && plan->codes[part->cell + i * pc_slots_of(part) + k] == PC_FREE && pointer->count &&
         !pointer->data && pc_is_alive(part, i, k) && pc_length_of(plan, part, i, k) == 0;
}

/* Gives the pointers of one record, as far as they lie in [from, to) of the host's memory, that hold nothing and that the
 * device has as null, whose targets have left, or which the host has changed, the values that they have now: as an enter
 * would. */
PC_UNUSED static int pc_observe_record(pc_call *call, pc_plan *plan, const pc_extent *part, uintptr_t from, uintptr_t to) {
  const pc_sorted none = {NULL, 0, 0};
  const size_t slots = pc_slots_of(part), elements = slots ? pc_elements_of(part) : 0;
  size_t i, k;
  for (i = 0; i < elements; ++i)
    for (k = 0; k < slots; ++k) {
      const uint32_t cell = part->cell + (uint32_t)(i * slots + k);
      const uintptr_t at = part->base + i * pc_element_of(part) + pc_slot_offset(part, k);
      pc_inside inside = {cell, 0, 0, 0, 0};
      pc_holder holder = {part, (size_t)(part - plan->extents)};
      uintptr_t value;
      int status;
      if (at < from || at >= to || !pc_holds_nothing(plan, part, i, k)) continue;
      memcpy(&value, (const void *)at, sizeof value);
      if (pc_leads(plan->codes[cell]) &&
          (value != pc_host_value(plan, cell) || !pc_leads_to_mapped(plan, cell)))
        plan->codes[cell] = PC_FREE;
      if (plan->codes[cell] != PC_FREE) continue;
      if (!value) continue;
      inside.value = inside.target = value;
      status = pc_settle_inside(call, plan, &none, &inside, &holder);
      if (status != PC_OK) return status;
      if (inside.device && !pc_set_device_value(plan, cell, value, inside.device, value)) return pc_no_memory(call);
    }
  return PC_OK;
}

/* The same for an extent. */
PC_UNUSED static int pc_observe_extent(pc_call *call, pc_plan *plan, const pc_extent *extent, size_t from, size_t to) {
  const uint32_t *view;
  int status = PC_OK;
  if (!(extent->type & PC_MERGER))
    return pc_observe_record(call, plan, extent, extent->base + from, extent->base + to);
  for (view = &plan->views[extent->cell]; *view != PC_FREE && status == PC_OK; ++view)
    status = pc_observe_record(call, plan, &plan->extents[*view], extent->base + from, extent->base + to);
  return status;
}

/* The same for all that is chosen, before it goes to the device. */
PC_UNUSED static int pc_observe(pc_call *call, const pc_selection *selection) {
  size_t i, k;
  int status = PC_OK;
  for (i = 0; i < selection->n; ++i)
    for (k = 0; k < pc_chosen_records(&selection->choices[i]) && status == PC_OK; ++k) {
      const pc_extent *extent = pc_chosen(&selection->choices[i], k);
      if (!(extent->type & (PC_VIEW | PC_MAPPED)))
        status = pc_observe_extent(call, selection->choices[i].plan, extent, 0, extent->bytes);
    }
  for (i = 0; i < selection->nparts && status == PC_OK; ++i)
    status = pc_observe_extent(call, selection->parts[i].plan, selection->parts[i].extent, selection->parts[i].from,
                               selection->parts[i].to);
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

/* Whether an extent is going. */
PC_UNUSED static int pc_extent_goes(const pc_extent *extent, const pc_going *going) {
  return extent->mark == going->mark && extent->count == 0;
}

/* Whether the target of a recorded pointer is going. Its extent is dying already, and still on the device;
 * what was entered in its place may have the same host address, and what lies behind it may stay. */
PC_UNUSED static int pc_target_goes(pc_plan *plan, uint32_t cell, const pc_going *going) {
  const uint32_t code = plan->codes[cell];
  uintptr_t value, device;
  uint32_t number;
  size_t i;
  if (!pc_leads(code)) return 0;
  if (code != PC_INSIDE) return pc_extent_goes(pc_owner_of(plan, &plan->extents[code - 1], &number), going);
  value = pc_target_of(plan, cell, &device);
  if (value < going->low || value > going->high || pc_leads_to_mapped(plan, cell)) return 0;
  for (i = 0; i < PC_STATE->nruns; ++i) {
    const pc_run *run = &PC_STATE->runs[i];
    size_t above = pc_run_above(run, value);
    /* What holds the address, or ends there; what went in earlier calls may lie between them. */
    for (; above; --above) {
      const pc_extent *extent = run->extents[above - 1];
      const pc_plan *owner = PC_STATE->plans[pc_run_plan(run, above - 1)];
      if (pc_extent_goes(extent, going) && value - extent->base <= extent->bytes &&
          device - pc_device_address(owner, extent) == value - extent->base)
        return 1;
      if (extent->count || value - extent->base > extent->bytes) break;
    }
  }
  return 0;
}

/* What is done with the pointers of what stays whose targets are going. */
typedef enum pc_detaching {
  PC_DETACH_SEE,   /* look that no kernel has changed them */
  PC_DETACH_SEND,  /* make them null on the device */
  PC_DETACH_FORGET /* and in the records */
} pc_detaching;

/* Looks whether a pointer that is about to become null is on the device what it was made: what a kernel has made of it
 * would be lost. */
PC_UNUSED static int pc_see_pointer(pc_call *call, pc_plan *plan, const pc_extent *mapped, const pc_extent *part,
                                    uintptr_t at, uint32_t cell) {
  const uintptr_t device = pc_device_value(plan, cell);
  uintptr_t now;
  pc_transfer transfer;
  int status;
  memset(&transfer, 0, sizeof transfer);
  transfer.call = call;
  transfer.plan = plan;
  status = pc_receive(&transfer, &now, pc_device_address(plan, mapped) + (at - mapped->base), sizeof now);
  if (status != PC_OK || now == device || pc_is_recorded(plan, mapped, at, now)) return status;
  return pc_fail_staying(call, plan, part, cell, device, now);
}

/* Does it with the pointers of one extent or view that stays; `made` gets what those were that are made null. */
PC_UNUSED static int pc_detach_part(pc_call *call, pc_plan *plan, const pc_extent *mapped, const pc_extent *part,
                                    const pc_going *going, pc_detaching what, pc_attachments *made) {
  const size_t slots = pc_slots_of(part), elements = slots ? pc_elements_of(part) : 0;
  size_t i, k;
  int status = PC_OK;
  for (i = 0; i < elements; ++i)
    for (k = 0; k < slots && status == PC_OK; ++k) {
      const uint32_t cell = part->cell + (uint32_t)(i * slots + k);
      const uintptr_t at = part->base + i * pc_element_of(part) + pc_slot_offset(part, k);
      if (!pc_target_goes(plan, cell, going)) continue;
      if (what == PC_DETACH_FORGET) {
        plan->codes[cell] = PC_FREE;
        continue;
      }
      if (what == PC_DETACH_SEE) {
        status = pc_see_pointer(call, plan, mapped, part, at, cell);
        continue;
      }
      status = pc_keep_pointer(call, plan, mapped, at, cell, made);
      if (status == PC_OK) status = pc_send_pointer(call, plan, mapped, at, 0);
    }
  return status;
}

/* The same of what stays of a plan. */
PC_UNUSED static int pc_detach_plan(pc_call *call, pc_plan *plan, const pc_going *going, pc_detaching what,
                                    pc_attachments *made) {
  size_t k;
  int status = PC_OK;
  for (k = 0; k < plan->nextents && plan->live && status == PC_OK; ++k) {
    const pc_extent *extent = &plan->extents[k];
    const uint32_t *view;
    if (extent->type & (PC_VIEW | PC_MAPPED) || extent->count == 0) continue;
    if (!(extent->type & PC_MERGER)) {
      status = pc_detach_part(call, plan, extent, extent, going, what, made);
      continue;
    }
    for (view = &plan->views[extent->cell]; *view != PC_FREE && status == PC_OK; ++view)
      status = pc_detach_part(call, plan, extent, &plan->extents[*view], going, what, made);
  }
  return status;
}

/* The same of all. Pointers to extents of a plan are in its own, in those of plans that borrowed some of
 * them, in those to which it has attached some, and in those that observe it. */
PC_UNUSED static int pc_detach_each(pc_call *call, const pc_selection *dying, pc_detaching what,
                                    pc_attachments *made) {
  const pc_state *state = PC_STATE;
  pc_going going = {0, 0, 0};
  size_t i;
  int status = PC_OK, everywhere = 0, some = 0;
  if (!state->npartly) return PC_OK;
  for (i = 0; i < dying->n; ++i) {
    const pc_plan *plan = dying->choices[i].plan;
    everywhere |= plan->borrowed | plan->attaches | plan->observed;
    some |= plan->partly && dying->choices[i].extents;
  }
  if (everywhere || some) going = pc_find_going(dying);
  for (i = 0; i < state->npartly && everywhere && status == PC_OK; ++i)
    status = pc_detach_plan(call, state->plans[state->partly[i]], &going, what, made);
  for (i = 0; i < dying->n && !everywhere && status == PC_OK; ++i) {
    const pc_choice *choice = &dying->choices[i];
    if (choice->plan->partly && choice->extents) status = pc_detach_plan(call, choice->plan, &going, what, made);
  }
  return status;
}

/* Makes the pointers of what stays null whose targets are `dying`; `made` gets what they were. */
PC_UNUSED static int pc_detach(pc_call *call, const pc_selection *dying, pc_attachments *made) {
  return pc_detach_each(call, dying, PC_DETACH_SEND, made);
}

/* The same in the records, once nothing can fail any more. */
PC_UNUSED static void pc_forget_dying(const pc_selection *dying) {
  pc_detach_each(NULL, dying, PC_DETACH_FORGET, NULL);
}

#ifdef __cplusplus
}
#endif

#endif
