/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The device that a translation unit was compiled for. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_DEVICE_CHOICE_H
#define POINTERCHAIN_DETAIL_DEVICE_CHOICE_H

#include "../deepcopy_device.h"
#include "attributes.h"

#include <stddef.h>

/* Whether that is another one than the host's memory. */
#if defined PC_DEEPCOPY_DEVICE_HOST || defined __CUDACC__ || defined PC_DEEPCOPY_DEVICE_CUDA || \
    defined _OPENACC || defined _OPENMP
#define PC_COMPILED_FOR_DEVICE
#endif

#ifdef PC_DEEPCOPY_DEVICE_HOST
#include "../deepcopy_host.h"
#elif defined __CUDACC__ || defined PC_DEEPCOPY_DEVICE_CUDA
#include "device_cuda.h"
#elif defined _OPENACC
#include "device_openacc.h"
#elif defined _OPENMP
#include "device_openmp.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* No accelerator: kernels work on the host's own memory. */
PC_UNUSED static int pc_none_current(pc_device *device) {
  (void)device;
  return -1;
}

PC_UNUSED static int pc_none_numbered(pc_device *device, int number, int *where) {
  (void)device;
  *where = -1;
  return number != 0;
}

PC_ONCE pc_device pc_none_device_v2 = {"none", pc_none_current, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                                       NULL,   pc_none_numbered, NULL, NULL, NULL};

PC_UNUSED static pc_device *pc_compiled_device(void) {
#ifdef PC_DEEPCOPY_DEVICE_HOST
  return pc_host_device();
#elif defined __CUDACC__ || defined PC_DEEPCOPY_DEVICE_CUDA
  return &pc_cuda_device_v2;
#elif defined _OPENACC
  return &pc_openacc_device_v2;
#elif defined _OPENMP
  return &pc_openmp_device_v2;
#else
  return &pc_none_device_v2;
#endif
}

#ifdef __cplusplus
}
#endif

#endif
