/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Whether the members of unions that were alive when they were entered still are. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_UNIONS_H
#define POINTERCHAIN_DETAIL_UNIONS_H

#include "../deepcopy_types.h"
#include "attributes.h"
#include "layouts.h"
#include "recorded.h"
#include "selection.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* pc_check_unions of one record or array of them, as far as its pointers lie in [from, to). */
PC_UNUSED static int pc_check_union(pc_call *call, const pc_plan *plan, const pc_extent *part, uintptr_t from,
                                    uintptr_t to, int copied) {
  const size_t slots = pc_slots_of(part), elements = pc_elements_of(part), size = pc_element_of(part);
  size_t i, k;
  for (i = 0; i < elements; ++i)
    for (k = 0; k < slots; ++k) {
      char name[200];
      const uintptr_t at = part->base + i * size + pc_slot_offset(part, k);
      if (at < from || at >= to) continue;
      if (pc_is_alive(part, i, k) == (plan->codes[part->cell + i * slots + k] != PC_DATA)) continue;
      if (!copied) return pc_fail_changed(call, plan, part, pc_pointer_of(plan, part, k)->name);
      pc_name_pointer(plan, part, pc_pointer_of(plan, part, k)->name, name, sizeof name);
      if (!pc_pointer_of(plan, part, k)->when && !pc_pointer_of(plan, part, k)->data)
        return pc_fail(call, PC_ERROR_CHANGED,
                       "%s: a kernel changed the length of the flexible array; its bytes are not those of the device",
                       name);
      return pc_fail(call, PC_ERROR_CHANGED,
                     "%s: a kernel changed which member of the union is alive; its bytes are not those of "
                     "the device",
                     name);
    }
  return PC_OK;
}

/* pc_check_unions of bytes [from, to) of an extent. */
PC_UNUSED static int pc_check_part_unions(pc_call *call, const pc_plan *plan, const pc_extent *extent,
                                          size_t from, size_t to, int copied) {
  const uintptr_t begin = extent->base + from, end = extent->base + to;
  const uint32_t *view;
  int status = PC_OK;
  if (!(extent->type & PC_MERGER))
    return pc_has_unions(extent) ? pc_check_union(call, plan, extent, begin, end, copied) : PC_OK;
  for (view = &plan->views[extent->cell]; *view != PC_FREE && status == PC_OK; ++view)
    if (pc_has_unions(&plan->extents[*view]))
      status = pc_check_union(call, plan, &plan->extents[*view], begin, end, copied);
  return status;
}

/* Looks, before a copy and after one to the host, whether the members of unions that were alive still are: what
 * was a pointer then is not copied. */
PC_UNUSED static int pc_check_unions(pc_call *call, const pc_choice *choice, int copied) {
  const pc_plan *plan = choice->plan;
  const size_t records = pc_chosen_records(choice);
  size_t i;
  int status = PC_OK;
  if (!pc_any_unions()) return PC_OK;
  for (i = 0; i < records && status == PC_OK; ++i) {
    const pc_extent *extent = pc_chosen(choice, i);
    if (!(extent->type & (PC_VIEW | PC_MAPPED)))
      status = pc_check_part_unions(call, plan, extent, 0, extent->bytes, copied);
  }
  return status;
}

#ifdef __cplusplus
}
#endif

#endif
