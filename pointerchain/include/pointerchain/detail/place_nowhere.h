/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What place_objects.h asks of a device where a program is compiled without directives: there is none. Not for
 * users.
 */
#ifndef POINTERCHAIN_DETAIL_PLACE_NOWHERE_H
#define POINTERCHAIN_DETAIL_PLACE_NOWHERE_H

#include <stddef.h>

static inline int pc_place_there(int *device) {
  *device = -1;
  return 0;
}

static inline void *pc_place_reserve(size_t bytes, int device) {
  (void)bytes, (void)device;
  return NULL;
}

static inline void pc_place_release(void *copy, int device) {
  (void)copy, (void)device;
}

static inline int pc_place_bind(void *memory, void *copy, size_t bytes, int device) {
  (void)memory, (void)copy, (void)bytes, (void)device;
  return 0;
}

static inline int pc_place_unbind(void *memory, int device) {
  (void)memory, (void)device;
  return 0;
}

static inline int pc_place_to_device(void *copy, void *memory, size_t bytes, int device) {
  (void)copy, (void)memory, (void)bytes, (void)device;
  return 0;
}

static inline int pc_place_to_host(void *memory, void *copy, size_t bytes, int device) {
  (void)copy, (void)memory, (void)bytes, (void)device;
  return 0;
}

#endif
