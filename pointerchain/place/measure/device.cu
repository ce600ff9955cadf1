/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Measures a GPU and its link: 'device REPETITIONS [managed]' prints lines 'NAME BYTES SECONDS', one for each
 * repetition and size, and 'NAME VALUE' of what is no time. CUDA 12 and 13. Each time is that of the host's
 * clock around calls that end with a synchronization; kernels' times are less that of an empty one.
 */
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

static void check(cudaError_t status, int line) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
  }
}
#define CHECK(call) check((call), __LINE__)

static double now() {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return static_cast<double>(at.tv_sec) + 1e-9 * static_cast<double>(at.tv_nsec);
}

__global__ void empty() {}

__global__ void read_all(const float *from, size_t n, float *sink) {
  float sum = 0;
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n;
       i += static_cast<size_t>(gridDim.x) * blockDim.x) {
    sum += from[i];
  }
  if (sum == -1.0f) { /* never: the data are 0 and more */
    *sink = sum;
  }
}

__global__ void write_all(float *to, size_t n) {
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n;
       i += static_cast<size_t>(gridDim.x) * blockDim.x) {
    to[i] = 1.0f;
  }
}

/* The device's own memory: loads of 16 bytes, four of them on their way at a time. 'n' is a multiple of four times
 * the number of threads. */
__global__ void read_wide(const float4 *from, size_t n, float *sink) {
  const size_t step = gridDim.x * static_cast<size_t>(blockDim.x);
  float sum = 0;
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n; i += 4 * step) {
    const float4 a = from[i], b = from[i + step], c = from[i + 2 * step], d = from[i + 3 * step];
    sum += a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w + c.x + c.y + c.z + c.w + d.x + d.y + d.z + d.w;
  }
  if (sum == -1.0f) { /* never */
    *sink = sum;
  }
}

enum { TIMES = 20000 };

/* No start may be 2, which x / 2 + 1 leaves as it is: the compiler would leave that chain out, and it would count. */
__global__ void multiply(float *to) {
  float a = threadIdx.x + 3, b = threadIdx.x + 4, c = threadIdx.x + 5, d = threadIdx.x + 6;
#pragma unroll 16
  for (int i = 0; i < TIMES; i++) {
    a = a * 0.5f + 1.0f;
    b = b * 0.5f + 1.0f;
    c = c * 0.5f + 1.0f;
    d = d * 0.5f + 1.0f;
  }
  to[blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x] = a + b + c + d;
}

enum { THREADS = 256, BLOCKS = 1024 };
static const size_t SIZES[] = {4096, 65536, 1 << 20, 16 << 20, 256 << 20};
static const size_t LARGEST = 256 << 20;
static const size_t DEVICE_BYTES = static_cast<size_t>(1) << 30; /* far more than caches hold */
static float *sink;
static double launch_seconds;
static bool silent; /* a round that warms up: the first use of a kernel loads it, the first copy makes its buffers */

static double kernel(const float *from, float *to, size_t size) {
  const double begin = now();
  if (from != nullptr) {
    read_all<<<BLOCKS, THREADS>>>(from, size / sizeof(float), sink);
  } else {
    write_all<<<BLOCKS, THREADS>>>(to, size / sizeof(float));
  }
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  return now() - begin;
}

static void say(const char *name, size_t size, double seconds) {
  if (silent) {
    return;
  }
  std::printf("%s %zu %.9g\n", name, size, seconds > 1e-9 ? seconds : 1e-9);
}

static void touch(volatile char *data, size_t size, int write) {
  for (size_t i = 0; i < size; i += 4096) {
    if (write) {
      data[i] = 0;
    } else {
      (void)data[i];
    }
  }
}

static void advise(void *data, size_t size, cudaMemoryAdvise advice, int host) {
#if CUDART_VERSION >= 13000
  struct cudaMemLocation where;
  std::memset(&where, 0, sizeof where);
  where.type = host ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  CHECK(cudaMemAdvise(data, size, advice, where));
#else
  CHECK(cudaMemAdvise(data, size, advice, host ? cudaCpuDeviceId : 0));
#endif
}

static void prefetch(void *data, size_t size, int host) {
#if CUDART_VERSION >= 13000
  struct cudaMemLocation where;
  std::memset(&where, 0, sizeof where);
  where.type = host ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  CHECK(cudaMemPrefetchAsync(data, size, where, 0, 0));
#else
  CHECK(cudaMemPrefetchAsync(data, size, host ? cudaCpuDeviceId : 0, 0));
#endif
  CHECK(cudaDeviceSynchronize());
}

static void copies(void) {
  char *device, *pinned, *pageable = static_cast<char *>(std::malloc(LARGEST));
  if (pageable == nullptr) {
    std::fprintf(stderr, "no memory\n");
    std::exit(1);
  }
  CHECK(cudaMalloc(&device, LARGEST));
  CHECK(cudaMallocHost(&pinned, LARGEST));
  std::memset(pageable, 0, LARGEST);
  std::memset(pinned, 0, LARGEST);
  /* What is done with memory for the first time takes longer: it is not what a copy of few bytes takes. */
  CHECK(cudaMemcpy(device, pageable, SIZES[0], cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(pageable, device, SIZES[0], cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(device, pinned, SIZES[0], cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(pinned, device, SIZES[0], cudaMemcpyDeviceToHost));
  for (size_t size : SIZES) {
    struct {
      const char *name;
      void *to;
      const void *from;
      cudaMemcpyKind kind;
    } ways[] = {{"pageable.to_device", device, pageable, cudaMemcpyHostToDevice},
                {"pageable.to_host", pageable, device, cudaMemcpyDeviceToHost},
                {"pinned.to_device", device, pinned, cudaMemcpyHostToDevice},
                {"pinned.to_host", pinned, device, cudaMemcpyDeviceToHost}};
    for (auto &way : ways) {
      const double begin = now();
      CHECK(cudaMemcpy(way.to, way.from, size, way.kind));
      CHECK(cudaDeviceSynchronize());
      say(way.name, size, now() - begin);
    }
  }
  CHECK(cudaFree(device));
  CHECK(cudaFreeHost(pinned));
  std::free(pageable);
}

static void in_place(void) {
  float *host, *device;
  CHECK(cudaHostAlloc(&host, LARGEST, cudaHostAllocMapped));
  CHECK(cudaHostGetDevicePointer(&device, host, 0));
  std::memset(host, 0, LARGEST);
  kernel(device, nullptr, SIZES[0]);
  kernel(nullptr, device, SIZES[0]);
  for (size_t size : SIZES) {
    say("zero_copy.read", size, kernel(device, nullptr, size) - launch_seconds);
    say("zero_copy.write", size, kernel(nullptr, device, size) - launch_seconds);
  }
  CHECK(cudaFreeHost(host));
}

static void own_memory(void) {
  float4 *memory;
  CHECK(cudaMalloc(&memory, DEVICE_BYTES));
  CHECK(cudaMemset(memory, 0, DEVICE_BYTES));
  double seconds = 0;
  for (int warm = 0; warm < 2; warm++) {
    const double begin = now();
    read_wide<<<BLOCKS, THREADS>>>(memory, DEVICE_BYTES / sizeof *memory, sink);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    seconds = now() - begin;
  }
  say("device", DEVICE_BYTES, seconds - launch_seconds);
  CHECK(cudaFree(memory));
}

static void peak(void) {
  const double operations = 8.0 * TIMES * THREADS * BLOCKS * 4;
  float *to;
  CHECK(cudaMalloc(&to, sizeof(float) * THREADS * BLOCKS * 4));
  double seconds = 0;
  for (int warm = 0; warm < 2; warm++) {
    const double begin = now();
    multiply<<<BLOCKS * 4, THREADS>>>(to);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    seconds = now() - begin;
  }
  if (!silent) {
    std::printf("peak 1 %.9g\n", seconds / operations); /* of one operation: far below what 'say' tells apart from 0 */
  }
  CHECK(cudaFree(to));
}

/* One advice: where the pages are first, who touches them, and what that takes. */
static void unified(size_t size) {
  char *data;
  float *numbers;
#define FRESH()                              \
  do {                                       \
    CHECK(cudaMallocManaged(&data, size));   \
    numbers = reinterpret_cast<float *>(data); \
  } while (0)
  FRESH();
  say("um.populate", size, kernel(nullptr, numbers, size) - launch_seconds);
  double begin = now();
  touch(data, size, 0);
  say("um.to_host", size, now() - begin);
  say("um.migrate", size, kernel(numbers, nullptr, size) - launch_seconds);
  touch(data, size, 1);
  begin = now();
  prefetch(data, size, 0);
  say("um.prefetch_to_device", size, now() - begin);
  begin = now();
  prefetch(data, size, 1);
  say("um.prefetch_to_host", size, now() - begin);
  CHECK(cudaFree(data));

  FRESH();
  advise(data, size, cudaMemAdviseSetReadMostly, 0);
  std::memset(data, 0, size);
  say("um.duplicate", size, kernel(numbers, nullptr, size) - launch_seconds);
  say("um.collapse", size, kernel(nullptr, numbers, size) - launch_seconds);
  CHECK(cudaFree(data));

  FRESH();
  advise(data, size, cudaMemAdviseSetPreferredLocation, 1);
  std::memset(data, 0, size);
  const double first = kernel(numbers, nullptr, size);
  const double again = kernel(numbers, nullptr, size);
  say("um.map", size, first - again);
  CHECK(cudaFree(data));

  FRESH();
  std::memset(data, 0, size);
  advise(data, size, cudaMemAdviseSetAccessedBy, 0);
  say("um.accessed_by", size, kernel(numbers, nullptr, size) - launch_seconds);
  for (int k = 0; k < 20; k++) {
    kernel(numbers, nullptr, size);
  }
  /* By now access counters have moved the pages, where there are any. */
  say("um.accessed_by_later", size, kernel(numbers, nullptr, size) - launch_seconds);
  CHECK(cudaFree(data));

  FRESH();
  advise(data, size, cudaMemAdviseSetPreferredLocation, 0);
  kernel(nullptr, numbers, size);
  begin = now();
  for (size_t i = 0; i < size; i += 64) {
    (void)const_cast<volatile char *>(data)[i];
  }
  say("um.host_remote", size, now() - begin);
  CHECK(cudaFree(data));
#undef FRESH
}

int main(int argc, char **argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 5;
  const bool managed = argc > 2 && std::strcmp(argv[2], "managed") == 0;
  CHECK(cudaSetDevice(0));
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  size_t free_bytes, total_bytes;
  CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
  CHECK(cudaMalloc(&sink, sizeof *sink));
  int maps = 0, concurrent = 0;
  CHECK(cudaDeviceGetAttribute(&maps, cudaDevAttrDirectManagedMemAccessFromHost, 0));
  CHECK(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, 0));
  std::printf("name %s\ncapacity %zu\nhost_maps_device %d\n", properties.name, free_bytes, maps);
  if (managed && !concurrent) {
    std::fprintf(stderr, "the device's unified memory does not migrate by faults: it is not measured\n");
  }
  for (int k = -1; k < repetitions; k++) {
    const double begin = now();
    empty<<<1, 1>>>();
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    const double seconds = now() - begin;
    if (k < 0) { /* the first one loads the module */
      continue;
    }
    launch_seconds = k == 0 || seconds < launch_seconds ? seconds : launch_seconds;
    say("launch", 1, seconds);
  }
  for (int k = -1; k < repetitions; k++) {
    silent = k < 0;
    copies();
    in_place();
    own_memory();
    peak();
    if (managed && concurrent) {
      for (size_t size : SIZES) {
        unified(size);
      }
    }
  }
  CHECK(cudaFree(sink));
  return 0;
}
