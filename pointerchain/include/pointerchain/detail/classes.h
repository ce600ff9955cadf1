/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of which class an object is from whose class others derive. Not for users.
 *
 * The class is asked of the host's object when it enters, and again where pointers are compared: with another
 * class it has other pointers, and mostly another size, than what was copied.
 */
#ifndef POINTERCHAIN_DETAIL_CLASSES_H
#define POINTERCHAIN_DETAIL_CLASSES_H

#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "index.h"
#include "layouts.h"
#include "place.h"
#include "state.h"
#include "values.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The type, by number, of an object of a type with `kinds`; 0: it says of none that is listed. */
PC_UNUSED static uint32_t pc_class_of(uint32_t type, uintptr_t object) {
  const pc_layout *layout = &PC_STATE->layouts[type];
  const int kind = layout->type->kind((const void *)object);
  return kind < 0 || (size_t)kind >= layout->type->nkinds ? 0 : layout->kinds[kind];
}

/* Whether an extent or view holds objects of a class that a type with `kinds` lists. */
PC_UNUSED static int pc_is_of_kind(const pc_extent *extent, uint32_t type) {
  const pc_layout *layouts = PC_STATE->layouts;
  size_t i;
  if (extent->type & (PC_ROWS | PC_MERGER)) return 0;
  for (i = 0; i < layouts[type].type->nkinds; ++i)
    if (layouts[layouts[type].kinds[i]].same == layouts[extent->type & PC_TYPE_MASK].same) return 1;
  return 0;
}

/* Whether the object at `value` begins an element of an extent or view whose class a type with `kinds` lists,
 * with its copy at `device`: at the same address may have been one that has left. */
PC_UNUSED static int pc_has_object(const pc_plan *plan, const pc_extent *extent, uintptr_t value,
                                   uintptr_t device, uint32_t type) {
  return value - extent->base < extent->bytes && pc_is_of_kind(extent, type) &&
         (value - extent->base) % pc_element_of(extent) == 0 &&
         pc_device_of(plan, extent) + (value - extent->base) == device;
}

/* The extent or view of a plan that holds the object at `value`, with its copy at `device`; null where there
 * is none. Also while it is dying. */
PC_UNUSED static const pc_extent *pc_find_object(const pc_plan *plan, uintptr_t value, uintptr_t device,
                                                 uint32_t type) {
  const pc_state *state = PC_STATE;
  size_t i;
  for (i = 0; i < state->nruns; ++i) {
    const pc_run *run = &state->runs[i];
    const size_t above = pc_run_above(run, value);
    const pc_extent *extent = above ? run->extents[above - 1] : NULL;
    const uint32_t *view;
    if (!extent || pc_run_plan(run, above - 1) != plan->number || value - extent->base >= extent->bytes)
      continue;
    if (!(extent->type & PC_MERGER)) return pc_has_object(plan, extent, value, device, type) ? extent : NULL;
    for (view = &plan->views[extent->cell]; *view != PC_FREE; ++view)
      if (pc_has_object(plan, &plan->extents[*view], value, device, type)) return &plan->extents[*view];
  }
  return NULL;
}

/* An object of a class that is asked of each, to which a pointer was recorded to lead. */
typedef struct pc_object {
  const pc_extent *extent; /* the extent or view that holds it; null: there is none */
  uintptr_t base;
  size_t n;      /* so many of them, from `base` on */
  uint32_t type; /* that lists the classes, by number */
} pc_object;

PC_UNUSED static pc_object pc_object_of(const pc_plan *plan, const pc_extent *holder, size_t slot,
                                        uint32_t cell) {
  const pc_pointer *pointer = pc_pointer_of(plan, holder, slot);
  const uint32_t code = plan->codes[cell];
  pc_object object = {NULL, 0, 0, 0};
  if (pointer->inner || (pointer->kind != PC_OWNED && pointer->kind != PC_SHARED) || !pc_leads(code))
    return object;
  object.type = holder->type & PC_ROWS ? plan->rows[holder->type & PC_TYPE_MASK].target
                                       : pc_nth_slot(holder, slot).target;
  if (!object.type || !PC_STATE->layouts[object.type].type->nkinds) return object;
  object.base = pc_host_value(plan, cell);
  if (code == PC_INSIDE) {
    object.extent = pc_find_object(plan, object.base, pc_device_value(plan, cell), object.type);
    object.n = 1;
  } else if (pc_is_of_kind(&plan->extents[code - 1], object.type)) { /* else a pointer to no elements */
    object.extent = &plan->extents[code - 1];
    object.n = pc_elements_of(object.extent);
  }
  return object;
}

/* The object that a root leads to; `first` is the root's extent. */
PC_UNUSED static pc_object pc_object_of_root(const pc_type *type, const pc_extent *first) {
  pc_object object = {NULL, first->base, 0, type->nkinds ? pc_find_layout(type) : 0};
  if (!object.type || !pc_is_of_kind(first, object.type)) return object;
  object.extent = first;
  object.n = pc_elements_of(first);
  return object;
}

/* Whether it is still of the class that it entered with. */
PC_UNUSED static int pc_keeps_class(const pc_object *object) {
  const pc_layout *layouts = PC_STATE->layouts;
  size_t i;
  for (i = 0; object->extent && i < object->n; ++i) {
    const uint32_t type = pc_class_of(object->type, object->base + i * pc_element_of(object->extent));
    if (!type || layouts[type].same != layouts[object->extent->type & PC_TYPE_MASK].same) return 0;
  }
  return 1;
}

PC_COLD static int pc_fail_class(pc_call *call, const char *name, int copied) {
  if (copied)
    return pc_fail(
        call, PC_ERROR_CHANGED,
        "%s: a kernel changed the class of the object that it leads to; the host's object has neither "
        "the room nor the pointers of that",
        name);
  return pc_fail(call, PC_ERROR_CHANGED,
                 "%s leads to an object whose class was changed on the host while it was mapped; nothing was "
                 "copied or released (restore it, or exit with 'delete')",
                 name);
}

/* Looks whether what a recorded pointer leads to is of the class that it entered with. */
PC_UNUSED static int pc_check_class(pc_call *call, const pc_plan *plan, const pc_extent *holder, size_t slot,
                                    uint32_t cell) {
  const pc_object object = pc_object_of(plan, holder, slot, cell);
  char name[200];
  if (pc_keeps_class(&object)) return PC_OK;
  pc_name_pointer(plan, holder, pc_pointer_of(plan, holder, slot)->name, name, sizeof name);
  return pc_fail_class(call, name, 0);
}

#ifdef __cplusplus
}
#endif

#endif
