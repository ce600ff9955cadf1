// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
//
// The calls of CUDA's runtime that place_cuda.h makes, each of which writes a line; memory is the host's. Objects
// are numbered in the order of their allocation. Kernels run nowhere.
#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

static std::vector<void *> memory;

static int number(const void *of) {
  for (std::size_t i = 0; i < memory.size(); i++) {
    if (memory[i] == of) return static_cast<int>(i);
  }
  return -1;
}

static cudaError_t allocated(const char *how, void **into, size_t bytes) {
  memory.push_back(*into = std::calloc(bytes + 1, 1));
  std::printf("%s %d %zu\n", how, number(*into), bytes);
  return cudaSuccess;
}

extern "C" {
cudaError_t cudaMallocManaged(void **into, size_t bytes, unsigned) { return allocated("managed", into, bytes); }
cudaError_t cudaMalloc(void **into, size_t bytes) { return allocated("device", into, bytes); }
cudaError_t cudaHostAlloc(void **into, size_t bytes, unsigned) { return allocated("pinned", into, bytes); }
cudaError_t cudaFree(void *of) { return std::printf("free %d\n", number(of)), cudaSuccess; }
cudaError_t cudaFreeHost(void *of) { return std::printf("free-pinned %d\n", number(of)), cudaSuccess; }
cudaError_t cudaGetDevice(int *device) { return *device = 2, cudaSuccess; }
cudaError_t cudaGetLastError() { return std::printf("error taken\n"), cudaSuccess; }
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t) {
  return std::printf("kernel\n"), cudaSuccess;
}
unsigned __cudaPushCallConfiguration(dim3, dim3, size_t, void *) { return 0; }
cudaError_t __cudaPopCallConfiguration(dim3 *, dim3 *, size_t *, void *) { return cudaSuccess; }

static cudaError_t advised(const void *of, size_t bytes, cudaMemoryAdvise what, int device) {
  std::printf("advise %d %zu %d on %d\n", number(of), bytes, static_cast<int>(what), device);
  return what == cudaMemAdviseSetAccessedBy ? cudaErrorInvalidDevice : cudaSuccess;
}

static cudaError_t moved(const void *of, size_t bytes, int device) {
  return std::printf("prefetch %d %zu to %d\n", number(of), bytes, device), cudaSuccess;
}
#if CUDART_VERSION >= 13000
static int device_of(cudaMemLocation place) { return place.type == cudaMemLocationTypeHost ? -1 : place.id; }
cudaError_t cudaMemAdvise(const void *of, size_t bytes, cudaMemoryAdvise what, cudaMemLocation place) {
  return advised(of, bytes, what, device_of(place));
}
cudaError_t cudaMemPrefetchAsync(const void *of, size_t bytes, cudaMemLocation place, unsigned, cudaStream_t) {
  return moved(of, bytes, device_of(place));
}
#else
cudaError_t cudaMemAdvise(const void *of, size_t bytes, cudaMemoryAdvise what, int device) {
  return advised(of, bytes, what, device);
}
cudaError_t cudaMemPrefetchAsync(const void *of, size_t bytes, int device, cudaStream_t) {
  return moved(of, bytes, device);
}
#endif
}
