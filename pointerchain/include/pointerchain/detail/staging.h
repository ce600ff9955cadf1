/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The host memory through which stretches travel: two buffers that are kept between calls, the device's own
 * where it has such memory. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_STAGING_H
#define POINTERCHAIN_DETAIL_STAGING_H

#include "../deepcopy_device.h"
#include "attributes.h"
#include "layouts.h"
#include "state.h"

#include <stddef.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

PC_UNUSED static void pc_free_staging_slot(int slot) {
  pc_state *state = PC_STATE;
  pc_device *device = state->staging_device;
  if (!state->staging[slot]) return;
  if (device->background && device->background->release_staging) {
    device->background->release_staging(device, state->staging[slot], state->staging_bytes[slot]);
  } else {
    free(state->staging[slot]);
  }
  state->staging[slot] = NULL;
  state->staging_bytes[slot] = 0;
}

PC_UNUSED static void pc_free_staging(void) {
  pc_free_staging_slot(0);
  pc_free_staging_slot(1);
}

/* A staging buffer of at least `bytes`, or null. */
PC_UNUSED static char *pc_staging(pc_device *device, int slot, size_t bytes) {
  pc_state *state = PC_STATE;
  if (state->staging_device != device) pc_free_staging();
  state->staging_device = device;
  if (state->staging_bytes[slot] >= bytes) return (char *)state->staging[slot];
  pc_free_staging_slot(slot);
  if (device->background && device->background->allocate_staging) {
    state->staging[slot] = device->background->allocate_staging(device, bytes);
  } else {
    state->staging[slot] = malloc(bytes);
  }
  state->staging_bytes[slot] = state->staging[slot] ? bytes : 0;
  return (char *)state->staging[slot];
}

/* Gives back staging buffers that are larger than any but TCPY needs. */
PC_UNUSED static void pc_trim_staging(void) {
  int i;
  for (i = 0; i < 2; ++i)
    if (PC_STATE->staging_bytes[i] > PC_CHUNK_BYTES) pc_free_staging_slot(i);
}

#ifdef __cplusplus
}
#endif

#endif
