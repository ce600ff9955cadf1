/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The deep-copy runtime's device where a program is compiled with OpenACC: the current device. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_DEVICE_OPENACC_H
#define POINTERCHAIN_DETAIL_DEVICE_OPENACC_H

#include "../deepcopy_device.h"
#include "attributes.h"

#include <stddef.h>

#ifdef _OPENACC
#include <openacc.h>

#ifdef __cplusplus
extern "C" {
#endif

PC_UNUSED static int pc_openacc_current(pc_device *device) {
  const acc_device_t type = acc_get_device_type();
  (void)device;
  /* On the host, which is where regions run without an accelerator, acc_map_data is an error. */
  return type == acc_device_host || type == acc_device_none ? -1 : acc_get_device_num(type);
}

PC_UNUSED static void *pc_openacc_allocate(pc_device *device, int where, size_t bytes) {
  (void)device;
  (void)where;
  return acc_malloc(bytes);
}

PC_UNUSED static void pc_openacc_release(pc_device *device, int where, void *memory, size_t bytes) {
  (void)device;
  (void)where;
  (void)bytes;
  acc_free(memory);
}

PC_UNUSED static int pc_openacc_to_device(pc_device *device, int where, void *to, const void *from,
                                          size_t bytes) {
  (void)device;
  (void)where;
  acc_memcpy_to_device(to, (void *)(size_t)from, bytes);
  return 0;
}

PC_UNUSED static int pc_openacc_to_host(pc_device *device, int where, void *to, const void *from,
                                        size_t bytes) {
  (void)device;
  (void)where;
  acc_memcpy_from_device(to, (void *)(size_t)from, bytes);
  return 0;
}

PC_UNUSED static int pc_openacc_present(pc_device *device, int where, const void *host, void *memory,
                                        size_t bytes) {
  (void)device;
  (void)where;
  if (acc_is_present((void *)(size_t)host, bytes)) return 1;
  acc_map_data((void *)(size_t)host, memory, bytes);
  return 0;
}

PC_UNUSED static int pc_openacc_absent(pc_device *device, int where, const void *host, size_t bytes) {
  (void)device;
  (void)where;
  (void)bytes;
  acc_unmap_data((void *)(size_t)host);
  return 0;
}

PC_ONCE pc_device pc_openacc_device_v1 = {"openacc",
                                          pc_openacc_current,
                                          pc_openacc_allocate,
                                          pc_openacc_release,
                                          pc_openacc_to_device,
                                          pc_openacc_to_host,
                                          pc_openacc_present,
                                          pc_openacc_absent,
                                          NULL,
                                          NULL};

#ifdef __cplusplus
}
#endif
#endif

#endif
