/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The deep-copy runtime's device where a program is compiled with CUDA: the current device. Not for users.
 *
 * Packed structures go through two pinned buffers and two streams, so that one half travels while the
 * next is packed. CUDA has no present table: kernels are given `pc_deepcopy_device_pointer(head)`.
 */
#ifndef POINTERCHAIN_DETAIL_DEVICE_CUDA_H
#define POINTERCHAIN_DETAIL_DEVICE_CUDA_H

#include "../deepcopy_device.h"
#include "attributes.h"

#include <stddef.h>

#if defined __CUDACC__ || defined PC_DEEPCOPY_DEVICE_CUDA
#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PC_CUDA_DEVICES = 64 };

PC_ONCE cudaStream_t pc_cuda_streams_v1[PC_CUDA_DEVICES][2];

PC_UNUSED static int pc_cuda_current(pc_device *device) {
  int where;
  (void)device;
  return cudaGetDevice(&where) == cudaSuccess && where < PC_CUDA_DEVICES ? where : -1;
}

PC_UNUSED static int pc_cuda_numbered(pc_device *device, int number, int *where) {
  int devices;
  (void)device;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || number >= devices || number >= PC_CUDA_DEVICES) return 1;
  *where = number;
  return 0;
}

/* Makes `where` current; gives the device that was, or -1. */
PC_UNUSED static int pc_cuda_switch(int where) {
  int before;
  if (cudaGetDevice(&before) != cudaSuccess) return -1;
  return before == where || cudaSetDevice(where) == cudaSuccess ? before : -1;
}

PC_UNUSED static void *pc_cuda_allocate(pc_device *device, int where, size_t bytes) {
  const int before = pc_cuda_switch(where);
  void *memory = NULL;
  (void)device;
  if (before < 0) return NULL;
  if (cudaMalloc(&memory, bytes) != cudaSuccess) {
    memory = NULL;
    cudaGetLastError(); /* reported by the caller: the next call must not find it */
  }
  pc_cuda_switch(before);
  return memory;
}

PC_UNUSED static void pc_cuda_release(pc_device *device, int where, void *memory, size_t bytes) {
  const int before = pc_cuda_switch(where);
  (void)device;
  (void)bytes;
  cudaFree(memory);
  if (before >= 0) pc_cuda_switch(before);
}

PC_UNUSED static int pc_cuda_transfer(int where, void *to, const void *from, size_t bytes,
                                      enum cudaMemcpyKind kind) {
  const int before = pc_cuda_switch(where);
  cudaError_t error;
  if (before < 0) return 1;
  error = cudaMemcpy(to, from, bytes, kind);
  pc_cuda_switch(before);
  return error != cudaSuccess;
}

PC_UNUSED static int pc_cuda_to_device(pc_device *device, int where, void *to, const void *from,
                                       size_t bytes) {
  (void)device;
  return pc_cuda_transfer(where, to, from, bytes, cudaMemcpyHostToDevice);
}

PC_UNUSED static int pc_cuda_to_host(pc_device *device, int where, void *to, const void *from, size_t bytes) {
  (void)device;
  return pc_cuda_transfer(where, to, from, bytes, cudaMemcpyDeviceToHost);
}

PC_UNUSED static int pc_cuda_start(int where, void *to, const void *from, size_t bytes,
                                   enum cudaMemcpyKind kind, int slot) {
  const int before = pc_cuda_switch(where);
  cudaStream_t *stream = &pc_cuda_streams_v1[where][slot];
  cudaError_t error = cudaSuccess;
  if (before < 0) return 1;
  /* A blocking stream: what kernels in the default stream did is seen, and they see what arrives. */
  if (!*stream) error = cudaStreamCreate(stream);
  if (error == cudaSuccess) error = cudaMemcpyAsync(to, from, bytes, kind, *stream);
  pc_cuda_switch(before);
  return error != cudaSuccess;
}

PC_UNUSED static int pc_cuda_start_to_device(pc_device *device, int where, void *to, const void *from,
                                             size_t bytes, int slot) {
  (void)device;
  return pc_cuda_start(where, to, from, bytes, cudaMemcpyHostToDevice, slot);
}

PC_UNUSED static int pc_cuda_start_to_host(pc_device *device, int where, void *to, const void *from,
                                           size_t bytes, int slot) {
  (void)device;
  return pc_cuda_start(where, to, from, bytes, cudaMemcpyDeviceToHost, slot);
}

PC_UNUSED static int pc_cuda_finish(pc_device *device, int where, int slot) {
  (void)device;
  return cudaStreamSynchronize(pc_cuda_streams_v1[where][slot]) != cudaSuccess;
}

PC_UNUSED static void *pc_cuda_allocate_staging(pc_device *device, size_t bytes) {
  void *memory = NULL;
  (void)device;
  if (cudaMallocHost(&memory, bytes) == cudaSuccess) return memory;
  cudaGetLastError();
  return NULL;
}

PC_UNUSED static void pc_cuda_release_staging(pc_device *device, void *memory, size_t bytes) {
  (void)device;
  (void)bytes;
  cudaFreeHost(memory);
}

PC_ONCE pc_background pc_cuda_background_v1 = {pc_cuda_start_to_device, pc_cuda_start_to_host, pc_cuda_finish,
                                               pc_cuda_allocate_staging, pc_cuda_release_staging};

PC_ONCE pc_device pc_cuda_device_v2 = {"cuda",
                                       pc_cuda_current,
                                       pc_cuda_allocate,
                                       pc_cuda_release,
                                       pc_cuda_to_device,
                                       pc_cuda_to_host,
                                       NULL,
                                       NULL,
                                       &pc_cuda_background_v1,
                                       NULL,
                                       pc_cuda_numbered,
                                       NULL,
                                       NULL,
                                       NULL};

#ifdef __cplusplus
}
#endif
#endif

#endif
