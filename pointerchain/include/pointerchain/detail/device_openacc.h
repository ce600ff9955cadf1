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

PC_UNUSED static int pc_openacc_numbered(pc_device *device, int number, int *where) {
  (void)device;
  if (number >= acc_get_num_devices(acc_get_device_type())) return 1;
  *where = pc_openacc_current(device) < 0 ? -1 : number;
  return 0;
}

/* Makes `where` current; gives the device that was. */
PC_UNUSED static int pc_openacc_switch(int where) {
  const acc_device_t type = acc_get_device_type();
  const int before = acc_get_device_num(type);
  if (before != where) acc_set_device_num(where, type);
  return before;
}

PC_UNUSED static void *pc_openacc_allocate(pc_device *device, int where, size_t bytes) {
  const int before = pc_openacc_switch(where);
  void *memory = acc_malloc(bytes);
  (void)device;
  pc_openacc_switch(before);
  return memory;
}

PC_UNUSED static void pc_openacc_release(pc_device *device, int where, void *memory, size_t bytes) {
  const int before = pc_openacc_switch(where);
  (void)device;
  (void)bytes;
  acc_free(memory);
  pc_openacc_switch(before);
}

PC_UNUSED static int pc_openacc_to_device(pc_device *device, int where, void *to, const void *from,
                                          size_t bytes) {
  const int before = pc_openacc_switch(where);
  (void)device;
  acc_memcpy_to_device(to, (void *)(size_t)from, bytes);
  pc_openacc_switch(before);
  return 0;
}

PC_UNUSED static int pc_openacc_to_host(pc_device *device, int where, void *to, const void *from,
                                        size_t bytes) {
  const int before = pc_openacc_switch(where);
  (void)device;
  acc_memcpy_from_device(to, (void *)(size_t)from, bytes);
  pc_openacc_switch(before);
  return 0;
}

PC_UNUSED static int pc_openacc_present(pc_device *device, int where, const void *host, void *memory,
                                        size_t bytes) {
  const int before = pc_openacc_switch(where);
  const int known = acc_is_present((void *)(size_t)host, bytes);
  (void)device;
  if (!known) acc_map_data((void *)(size_t)host, memory, bytes);
  pc_openacc_switch(before);
  return known != 0;
}

PC_UNUSED static int pc_openacc_absent(pc_device *device, int where, const void *host, size_t bytes) {
  const int before = pc_openacc_switch(where);
  (void)device;
  (void)bytes;
  acc_unmap_data((void *)(size_t)host);
  pc_openacc_switch(before);
  return 0;
}

/* The kind of device is that of a thread. */
PC_UNUSED static int pc_openacc_capture(pc_device *device) {
  (void)device;
  return (int)acc_get_device_type();
}

PC_UNUSED static void pc_openacc_adopt(pc_device *device, int token) {
  (void)device;
  if ((int)acc_get_device_type() != token) acc_set_device_type((acc_device_t)token);
}

PC_UNUSED static void pc_openacc_finish_queue(pc_device *device, int queue) {
  (void)device;
  if (queue < 0) {
    acc_wait_all();
  } else {
    acc_wait(queue);
  }
}

PC_ONCE pc_device pc_openacc_device_v2 = {"openacc",
                                          pc_openacc_current,
                                          pc_openacc_allocate,
                                          pc_openacc_release,
                                          pc_openacc_to_device,
                                          pc_openacc_to_host,
                                          pc_openacc_present,
                                          pc_openacc_absent,
                                          NULL,
                                          NULL,
                                          pc_openacc_numbered,
                                          pc_openacc_capture,
                                          pc_openacc_adopt,
                                          pc_openacc_finish_queue};

#ifdef __cplusplus
}
#endif
#endif

#endif
