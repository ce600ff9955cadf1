/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What place_objects.h asks of OpenMP's device. Pinned and unified memory are LLVM's calls; where the runtime has
 * none of them there is none. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_PLACE_OPENMP_H
#define POINTERCHAIN_DETAIL_PLACE_OPENMP_H

#include "attributes.h"
#include "openmp_linked.h"

#ifdef _OPENMP
#include <omp.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
extern void *llvm_omp_target_alloc_host(size_t, int) __attribute__((weak));
extern void *llvm_omp_target_alloc_shared(size_t, int) __attribute__((weak));
extern void llvm_omp_target_free_host(void *, int) __attribute__((weak));
extern void llvm_omp_target_free_shared(void *, int) __attribute__((weak));
#ifdef __cplusplus
}
#endif

PC_ONCE int pc_place_asked_v1 = -1;
PC_ONCE int pc_place_offloads_v1;

/* Whether kernels run on the default device: what they run on where they cannot is the host, whatever the
 * number of devices (OpenMP 5.2, 13.8). A kernel says it, once a device. */
static inline int pc_place_there(int *device) {
  int host = 1, asked = omp_get_default_device();
  *device = asked;
  if (asked < 0 || asked >= omp_get_num_devices() || !pc_openmp_linked()) return 0;
  if (pc_place_asked_v1 != asked) {
#pragma omp target map(tofrom : host) device(asked)
    host = omp_is_initial_device();
    pc_place_offloads_v1 = !host;
    pc_place_asked_v1 = asked;
  }
  return pc_place_offloads_v1;
}

static inline void *pc_place_reserve(size_t bytes, int device) {
  return omp_target_alloc(bytes, device);
}

static inline void pc_place_release(void *copy, int device) {
  omp_target_free(copy, device);
}

static inline int pc_place_bind(void *memory, void *copy, size_t bytes, int device) {
  return omp_target_associate_ptr(memory, copy, bytes, 0, device) == 0;
}

static inline int pc_place_unbind(void *memory, int device) {
  return omp_target_disassociate_ptr(memory, device) == 0;
}

static inline int pc_place_to_device(void *copy, void *memory, size_t bytes, int device) {
  return omp_target_memcpy(copy, memory, bytes, 0, 0, device, omp_get_initial_device()) == 0;
}

static inline int pc_place_to_host(void *memory, void *copy, size_t bytes, int device) {
  return omp_target_memcpy(memory, copy, bytes, 0, 0, omp_get_initial_device(), device) == 0;
}

static inline void *pc_place_lock_host(size_t bytes, int device) {
  return llvm_omp_target_alloc_host && llvm_omp_target_free_host ? llvm_omp_target_alloc_host(bytes, device) : NULL;
}

static inline void pc_place_unlock_host(void *memory, int device) {
  llvm_omp_target_free_host(memory, device);
}

static inline void *pc_place_share(size_t bytes, int device) {
  return llvm_omp_target_alloc_shared && llvm_omp_target_free_shared ? llvm_omp_target_alloc_shared(bytes, device)
                                                                     : NULL;
}

static inline void pc_place_unshare(void *memory, int device) {
  llvm_omp_target_free_shared(memory, device);
}
#endif

#endif
