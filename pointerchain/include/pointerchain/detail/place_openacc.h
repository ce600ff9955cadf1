/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What place_objects.h asks of OpenACC's device. It has no call that allocates memory which both sides access.
 * Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_PLACE_OPENACC_H
#define POINTERCHAIN_DETAIL_PLACE_OPENACC_H

#ifdef _OPENACC
#include <openacc.h>
#include <stddef.h>

/* Whether kernels run on a device with memory of its own: a kernel says where it runs. */
static inline int pc_place_there(int *device) {
  static int asked, offloads;
  int host = 1;
  *device = acc_get_device_num(acc_get_device_type());
  if (!asked) {
#pragma acc parallel copy(host)
    { host = acc_on_device(acc_device_host); }
    offloads = !host;
    asked = 1;
  }
  return offloads;
}

static inline void *pc_place_reserve(size_t bytes, int device) {
  (void)device;
  return acc_malloc(bytes);
}

static inline void pc_place_release(void *copy, int device) {
  (void)device;
  acc_free(copy);
}

static inline int pc_place_bind(void *memory, void *copy, size_t bytes, int device) {
  (void)device;
  acc_map_data(memory, copy, bytes);
  return acc_is_present(memory, bytes);
}

static inline int pc_place_unbind(void *memory, int device) {
  (void)device;
  acc_unmap_data(memory);
  return 1;
}

static inline int pc_place_to_device(void *copy, void *memory, size_t bytes, int device) {
  (void)device;
  acc_memcpy_to_device(copy, memory, bytes);
  return 1;
}

static inline int pc_place_to_host(void *memory, void *copy, size_t bytes, int device) {
  (void)device;
  acc_memcpy_from_device(memory, copy, bytes);
  return 1;
}
#endif

#endif
