/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Whether a length that has come from the device is larger than what was entered: what lies beyond was not there.
 * Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_LENGTHENED_H
#define POINTERCHAIN_DETAIL_LENGTHENED_H

#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "handles.h"
#include "layouts.h"
#include "recorded.h"
#include "row_owners.h"
#include "state.h"
#include "values.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

PC_COLD static int pc_fail_lengthened(pc_call *call, const pc_plan *plan, const pc_extent *part, const char *pointer,
                                      long long old, long long now) {
  char name[200], length[40] = "one that cannot be read";
  pc_name_pointer(plan, part, pointer, name, sizeof name);
  if (now >= 0) snprintf(length, sizeof length, "%lld", now);
  return pc_fail(call, PC_ERROR_CHANGED,
                 "a kernel made the length of %s, of which %lld elements were entered, %s: what lies beyond was not on the "
                 "device, and has not come",
                 name, old, length);
}

/* Whether a kernel has made a pointer with a length lead elsewhere, which is not recorded yet. */
PC_UNUSED static int pc_leads_elsewhere(const pc_plan *plan, const pc_extent *part, size_t i, size_t k, uint32_t cell) {
  const pc_pointer *pointer = pc_pointer_of(plan, part, k);
  uintptr_t value;
  if (plan->codes[cell] == PC_FREE || plan->codes[cell] == PC_DATA || !pointer->count || !pc_is_followed(pointer) || !(pointer->flags & PC_MUTABLE)) return 0;
  memcpy(&value, (const void *)(part->base + i * pc_element_of(part) + pc_slot_offset(part, k)), sizeof value);
  return value && value != pc_host_value(plan, cell);
}

/* Looks at the lengths of one record. */
PC_UNUSED static int pc_check_lengthened_part(pc_call *call, const pc_plan *plan, const pc_extent *part) {
  const size_t slots = pc_slots_of(part), elements = slots ? pc_elements_of(part) : 0;
  size_t i, k;
  if (pc_has_tail(part)) {
    const pc_layout *layout = &PC_STATE->layouts[part->type & PC_TYPE_MASK];
    const size_t size = layout->type->tail_size ? layout->type->tail_size : 1;
    long long now;
    const size_t bytes = pc_bytes_with_tail(layout, part->base, &now);
    if (bytes > part->bytes && (bytes == SIZE_MAX || !pc_is_indexed(part->base, bytes)))
      return pc_fail_lengthened(call, plan, part, "[]", (long long)((part->bytes - layout->type->tail_offset) / size), now);
  }
  for (i = 0; i < elements; ++i)
    for (k = 0; k < slots; ++k) {
      const uint32_t cell = part->cell + (uint32_t)(i * slots + k);
      const pc_pointer *pointer = pc_pointer_of(plan, part, k);
      const int elsewhere = pc_leads_elsewhere(plan, part, i, k, cell);
      const long long old = elsewhere                                        ? 0
                            : pointer->count && cell < plan->caplengths ? plan->lengths[cell]
                                                                        : PC_UNMEASURED;
      pc_row_change change;
      long long now;
      if (plan->nshared_rows && pc_find_row_change(plan, part, i, k, cell, PC_LENGTHS_LONGER, &change))
        return pc_fail_lengthened(call, plan, part, change.number.inner->name, change.old, change.number.length);
      if (old == PC_UNMEASURED || !(elsewhere || pc_has_length(plan->codes[cell], pointer)) || pointer->data) continue;
      now = pc_length_of(plan, part, i, k);
      if (now >= 0 && (now <= old || pc_reaches(plan, part, i, k, now))) continue;
      return pc_fail_lengthened(call, plan, part, pointer->name, old, now);
    }
  return PC_OK;
}

/* Looks at those of all that a root reaches and that has come, whose pointers were compared before. */
PC_UNUSED static int pc_check_lengthened(pc_call *call, const pc_handle *handle) {
  const pc_plan *plan = handle->plan;
  const int asks = plan && (plan->lengths || plan->tails || plan->changing) && !(plan->flags & PC_UNCOUNTED);
  const size_t n = asks ? pc_members_of(handle) : 0;
  size_t i;
  int status = PC_OK;
  for (i = 0; i < n && status == PC_OK; ++i)
    if (!(pc_member(handle, i)->type & PC_MERGER))
      status = pc_check_lengthened_part(call, plan, pc_member(handle, i));
  return status;
}

#ifdef __cplusplus
}
#endif

#endif
