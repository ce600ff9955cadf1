/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What a pointer held on the host when it was entered, and what it holds on the device. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_VALUES_H
#define POINTERCHAIN_DETAIL_VALUES_H

#include "attributes.h"
#include "place.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether a code says that the pointer led to memory that is mapped. */
PC_UNUSED static int pc_leads(uint32_t code) { return code - 1 < PC_LAST || code == PC_INSIDE; }

PC_UNUSED static const pc_inside *pc_find_inside(const pc_plan *plan, uint32_t cell) {
  size_t low = 0, high = plan->ninside;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (plan->inside[middle].cell < cell) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return plan->inside ? &plan->inside[low] : NULL;
}

/* What a pointer held on the host when it was entered; only where its code is neither PC_FREE nor PC_DATA. */
PC_UNUSED static uintptr_t pc_host_value(const pc_plan *plan, uint32_t cell) {
  const uint32_t code = plan->codes[cell];
  if (!pc_leads(code)) return 0;
  if (code == PC_INSIDE) return pc_find_inside(plan, cell)->value;
  return plan->extents[code - 1].base;
}

/* What a pointer holds on the device. */
PC_UNUSED static uintptr_t pc_device_value(const pc_plan *plan, uint32_t cell) {
  const uint32_t code = plan->codes[cell];
  if (!pc_leads(code)) return 0;
  if (code == PC_INSIDE) return pc_find_inside(plan, cell)->device;
  return pc_device_of(plan, &plan->extents[code - 1]);
}

#ifdef __cplusplus
}
#endif

#endif
