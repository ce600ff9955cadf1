/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * From an address of the device to that of the host, where pointers that kernels have changed lead. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_HOMES_H
#define POINTERCHAIN_DETAIL_HOMES_H

#include "../deepcopy_device.h"
#include "../deepcopy_types.h"
#include "attributes.h"
#include "index.h"
#include "place.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where an extent lies on the device. */
typedef struct pc_home {
  uintptr_t device;
  const pc_extent *extent;
} pc_home;

/* All that lies in the memory of one device. Made when the first pointer asks for it. */
typedef struct pc_homes {
  uint32_t mark; /* of what leaves in this call */
  int leaving;   /* only that is listed */
  const pc_device *device; /* null: nothing is listed yet */
  int where;
  pc_home *homes; /* rising */
  size_t n, capacity;
  int unseen; /* nobody has looked yet what kernels have made of the pointers: all comes in one piece */
  uintptr_t *moved; /* where pointers lie on the host that lead elsewhere now; rising, once they are asked for */
  size_t nmoved, capmoved;
} pc_homes;

PC_UNUSED static pc_homes pc_new_homes(uint32_t mark, int leaving) {
  pc_homes homes;
  memset(&homes, 0, sizeof homes);
  homes.mark = mark;
  homes.leaving = leaving;
  return homes;
}

PC_UNUSED static void pc_drop_homes(pc_homes *homes) {
  pc_shrink(&homes->homes, &homes->capacity, 0, sizeof *homes->homes);
  pc_shrink(&homes->moved, &homes->capmoved, 0, sizeof *homes->moved);
}

/* Gives a pointer of the host a value. 0: no memory, and nothing was done. */
PC_UNUSED static int pc_move_home(pc_homes *homes, char *host, uintptr_t home) {
  uintptr_t before;
  memcpy(&before, host, sizeof before);
  if (home == before) return 1;
  if (!pc_grow(&homes->moved, &homes->capmoved, homes->nmoved, sizeof *homes->moved)) return 0;
  homes->moved[homes->nmoved++] = (uintptr_t)host;
  memcpy(host, &home, sizeof home);
  return 1;
}

PC_UNUSED static int pc_compare_moved(const void *left, const void *right) {
  const uintptr_t a = *(const uintptr_t *)left, b = *(const uintptr_t *)right;
  return (a > b) - (a < b);
}

/* Whether it did so; once they are sorted. */
PC_UNUSED static int pc_has_moved(const pc_homes *homes, uintptr_t host) {
  return bsearch(&host, homes->moved, homes->nmoved, sizeof host, pc_compare_moved) != NULL;
}

PC_UNUSED static int pc_compare_homes(const void *left, const void *right) {
  const uintptr_t a = ((const pc_home *)left)->device, b = ((const pc_home *)right)->device;
  return (a > b) - (a < b);
}

/* Lists what lies on a plan's device, also what leaves in this call. */
PC_UNUSED static int pc_find_homes(pc_call *call, pc_homes *homes, const pc_plan *plan) {
  const pc_state *state = PC_STATE;
  size_t i, k;
  if (homes->device == plan->device && homes->where == plan->where) return PC_OK;
  homes->n = 0;
  for (i = 0; i < state->nruns; ++i)
    for (k = 0; k < state->runs[i].n; ++k) {
      const pc_extent *extent = state->runs[i].extents[k];
      const pc_plan *owner = state->plans[pc_run_plan(&state->runs[i], k)];
      const int leaves = !extent->count && extent->mark == homes->mark;
      if (!leaves && (!extent->count || homes->leaving)) continue;
      if (owner->device != plan->device || owner->where != plan->where) continue;
      if (!pc_grow(&homes->homes, &homes->capacity, homes->n, sizeof *homes->homes)) return pc_no_memory(call);
      homes->homes[homes->n].device = pc_device_address(owner, extent);
      homes->homes[homes->n++].extent = extent;
    }
  if (homes->n > 1) qsort(homes->homes, homes->n, sizeof *homes->homes, pc_compare_homes);
  homes->device = plan->device;
  homes->where = plan->where;
  return PC_OK;
}

/* The host's address of one of the device, which may be where an extent ends: 0 where there is none, and where it may be
 * the end of one and the beginning of another, unless an object `begins` there. */
PC_UNUSED static uintptr_t pc_home_of(const pc_homes *homes, uintptr_t address, int begins) {
  size_t low = 0, high = homes->n;
  const pc_home *home;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (homes->homes[middle].device <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (!low) return 0;
  home = &homes->homes[low - 1];
  if (address - home->device > home->extent->bytes) return 0;
  if (!begins && address == home->device && low > 1 && home[-1].device + home[-1].extent->bytes == address) return 0;
  return home->extent->base + (address - home->device);
}

#ifdef __cplusplus
}
#endif

#endif
