/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Whether objects that are copied are of the class that they entered with, before and after. Not for users.
 *
 * The pointers that lead to an object are in the records of any root, those that are copied or others. Of the
 * host's memory only the objects are read: the program may have freed what else these roots led to.
 */
#ifndef POINTERCHAIN_DETAIL_CLASS_CHANGES_H
#define POINTERCHAIN_DETAIL_CLASS_CHANGES_H

#include "../deepcopy_types.h"
#include "attributes.h"
#include "classes.h"
#include "handles.h"
#include "layouts.h"
#include "place.h"
#include "selection.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether some of an extent is chosen. */
PC_UNUSED static int pc_is_chosen(const pc_selection *selection, const pc_extent *extent) {
  size_t i;
  if (extent->mark == selection->mark) return 1;
  for (i = 0; i < selection->nparts; ++i)
    if (selection->parts[i].extent == extent) return 1;
  return 0;
}

/* Whether an object is not chosen, or is of the class that it entered with. */
PC_UNUSED static int pc_object_stays(pc_plan *plan, const pc_object *object, const pc_selection *selection) {
  uint32_t number;
  if (!object->extent) return 1;
  return !pc_is_chosen(selection, pc_owner_of(plan, (pc_extent *)object->extent, &number)) ||
         pc_keeps_class(object);
}

/* Looks whether the chosen objects that a root leads to are of the class that they entered with. */
PC_UNUSED static int pc_check_classes_of(pc_call *call, const pc_handle *handle,
                                         const pc_selection *selection, int copied) {
  pc_plan *plan = handle->plan;
  pc_object object;
  char name[200];
  size_t i, k;
  if (!plan || !plan->classes || !pc_members_of(handle)) return PC_OK;
  object = pc_object_of_root(handle->type, pc_member(handle, 0));
  if (!pc_object_stays(plan, &object, selection)) {
    snprintf(name, sizeof name, "'%s'", handle->text ? handle->text : "a root");
    return pc_fail_class(call, name, copied);
  }
  for (i = 0; i < pc_members_of(handle); ++i) {
    const pc_extent *holder = pc_member(handle, i);
    const size_t slots = pc_slots_of(holder), cells = pc_passed_over(plan, holder) ? 0 : pc_cells_of(holder);
    for (k = 0; k < cells; ++k) {
      object = pc_object_of(plan, holder, k % slots, holder->cell + (uint32_t)k);
      if (pc_object_stays(plan, &object, selection)) continue;
      pc_name_pointer(plan, holder, pc_pointer_of(plan, holder, k % slots)->name, name, sizeof name);
      return pc_fail_class(call, name, copied);
    }
  }
  return PC_OK;
}

/* The same for all roots that are entered. */
PC_UNUSED static int pc_check_classes(pc_call *call, const pc_selection *selection, int copied) {
  const pc_state *state = PC_STATE;
  size_t bucket;
  int status = PC_OK;
  for (bucket = 0; bucket < state->nbuckets && status == PC_OK; ++bucket) {
    const pc_handle *handle = state->buckets[bucket];
    for (; handle && status == PC_OK; handle = handle->next)
      status = pc_check_classes_of(call, handle, selection, copied);
  }
  return status;
}

#ifdef __cplusplus
}
#endif

#endif
