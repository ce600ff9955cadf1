/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The deep-copy runtime's device where a program is compiled with OpenMP: the default target device. Not for
 * users.
 */
#ifndef POINTERCHAIN_DETAIL_DEVICE_OPENMP_H
#define POINTERCHAIN_DETAIL_DEVICE_OPENMP_H

#include "../deepcopy_device.h"
#include "attributes.h"
#include "openmp_linked.h"

#include <stddef.h>

#ifdef _OPENMP
#include <omp.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether regions stay on the host. */
PC_UNUSED static int pc_openmp_disabled(void) {
  const char *offload = getenv("OMP_TARGET_OFFLOAD");
  if (!pc_openmp_linked()) return 1;
  /* clang's runtime has its devices even where regions are kept on the host; the values are in any case,
   * and the other one that begins with a d is the default. */
  return offload && (offload[0] | 32) == 'd' && (offload[1] | 32) == 'i';
}

PC_UNUSED static int pc_openmp_current(pc_device *device) {
  const int where = omp_get_default_device();
  (void)device;
  if (pc_openmp_disabled()) return -1;
  /* The initial device's number is the number of the others. */
  return where < 0 || where >= omp_get_num_devices() ? -1 : where;
}

PC_UNUSED static int pc_openmp_numbered(pc_device *device, int number, int *where) {
  (void)device;
  if (number > omp_get_num_devices()) return 1;
  *where = pc_openmp_disabled() || number == omp_get_num_devices() ? -1 : number;
  return 0;
}

PC_UNUSED static void *pc_openmp_allocate(pc_device *device, int where, size_t bytes) {
  (void)device;
  return omp_target_alloc(bytes, where);
}

PC_UNUSED static void pc_openmp_release(pc_device *device, int where, void *memory, size_t bytes) {
  (void)device;
  (void)bytes;
  omp_target_free(memory, where);
}

PC_UNUSED static int pc_openmp_to_device(pc_device *device, int where, void *to, const void *from,
                                         size_t bytes) {
  (void)device;
  /* gcc 12 declares the source without const. */
  return omp_target_memcpy(to, (void *)(size_t)from, bytes, 0, 0, where, omp_get_initial_device());
}

PC_UNUSED static int pc_openmp_to_host(pc_device *device, int where, void *to, const void *from,
                                       size_t bytes) {
  (void)device;
  return omp_target_memcpy(to, (void *)(size_t)from, bytes, 0, 0, omp_get_initial_device(), where);
}

PC_UNUSED static int pc_openmp_present(pc_device *device, int where, const void *host, void *memory,
                                       size_t bytes) {
  (void)device;
  return omp_target_associate_ptr((void *)(size_t)host, memory, bytes, 0, where);
}

PC_UNUSED static int pc_openmp_absent(pc_device *device, int where, const void *host, size_t bytes) {
  (void)device;
  (void)bytes;
  return omp_target_disassociate_ptr((void *)(size_t)host, where);
}

PC_ONCE pc_device pc_openmp_device_v2 = {"openmp",
                                         pc_openmp_current,
                                         pc_openmp_allocate,
                                         pc_openmp_release,
                                         pc_openmp_to_device,
                                         pc_openmp_to_host,
                                         pc_openmp_present,
                                         pc_openmp_absent,
                                         NULL,
                                         NULL,
                                         pc_openmp_numbered,
                                         NULL,
                                         NULL,
                                         NULL};

#ifdef __cplusplus
}
#endif
#endif

#endif
