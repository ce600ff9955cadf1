/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What 'pointerchain place apply --dialect openmp' writes into a program is declared here: pc_place_pinned,
 * pc_place_managed, pc_place_resident, pc_place_free, pc_place_host and pc_place_device (detail/place_objects.h).
 * An object is associated with memory of the device for its whole life (OpenMP 5.2, 18.8.9), so that the
 * program's own map clauses find it there and copy nothing. Pinned and unified memory are LLVM's calls; where the
 * runtime has none of them, the object is what malloc gives.
 *
 * C99 and C++11, compiled with OpenMP or without. Nothing else is linked.
 */
#ifndef POINTERCHAIN_PLACE_OPENMP_H
#define POINTERCHAIN_PLACE_OPENMP_H

#include <stddef.h>

#ifdef _OPENMP
#include <omp.h>

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

static inline int pc_place_there(int *device) {
  *device = omp_get_default_device();
  return omp_get_num_devices() > 0 && *device >= 0 && *device < omp_get_num_devices();
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
#else
#include "pointerchain/detail/place_nowhere.h"
#endif

#include "pointerchain/detail/place_objects.h"

#endif
