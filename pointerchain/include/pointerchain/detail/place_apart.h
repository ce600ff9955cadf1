/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What place_objects.h asks of a device where no memory can be had that both sides access. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_PLACE_APART_H
#define POINTERCHAIN_DETAIL_PLACE_APART_H

#include <stddef.h>

static inline void *pc_place_lock_host(size_t bytes, int device) {
  (void)bytes, (void)device;
  return NULL;
}

static inline void pc_place_unlock_host(void *memory, int device) {
  (void)memory, (void)device;
}

static inline void *pc_place_share(size_t bytes, int device) {
  (void)bytes, (void)device;
  return NULL;
}

static inline void pc_place_unshare(void *memory, int device) {
  (void)memory, (void)device;
}

#endif
