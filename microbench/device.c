/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* The device in OpenACC, in OpenMP, and in neither (then every step runs on the host). */

#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif

#include "device.h"

#include <stdlib.h>
#include <string.h>

#include "pc_bench.h"

#if defined _OPENACC
#include <openacc.h>
#elif defined _OPENMP
#include <omp.h>
#endif

#if defined _OPENMP && defined PC_BENCH_REQUIRES_UNIFIED
#pragma omp requires unified_shared_memory
#endif

pc_bench_counts pc_bench_counted;
int pc_bench_setting_pointer;
static pc_bench_device device;

#if defined _OPENMP && defined __clang__ && !defined __NVCOMPILER
/* LLVM's own managed memory; absent from older runtimes. */
extern void *llvm_omp_target_alloc_shared(size_t, int) __attribute__((weak));
extern void llvm_omp_target_free_shared(void *, int) __attribute__((weak));
#define HAS_LLVM 1
#endif

/* What the driver of an NVIDIA GPU offers, where the compiler has no managed memory of its own. gcc's
 * runtime has made its context current by then. */
#if (defined _OPENACC || defined _OPENMP) && !defined __NVCOMPILER && !defined HAS_LLVM
#include <dlfcn.h>
#define HAS_DRIVER 1
typedef int (*allocate_managed)(unsigned long long *, size_t, unsigned);
typedef int (*release_managed)(unsigned long long);
static allocate_managed driver_allocate;
static release_managed driver_release;

static int find_driver(void) {
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  unsigned long long probe = 0;
  if (!driver) return 0;
  *(void **)&driver_allocate = dlsym(driver, "cuMemAllocManaged");
  *(void **)&driver_release = dlsym(driver, "cuMemFree_v2");
  if (!driver_allocate || !driver_release || driver_allocate(&probe, 8, 1 /* global */) != 0) {
    driver_allocate = NULL;
    return 0;
  }
  driver_release(probe);
  return 1;
}
#endif

void *pc_bench_managed(size_t bytes) {
#ifdef HAS_LLVM
  if (device.unified_memory) return llvm_omp_target_alloc_shared(bytes, omp_get_default_device());
#elif defined HAS_DRIVER
  unsigned long long address = 0;
  if (device.unified_memory) return driver_allocate(&address, bytes, 1) == 0 ? (void *)(size_t)address : NULL;
#endif
  return malloc(bytes);
}

void pc_bench_release_managed(void *memory) {
#ifdef HAS_LLVM
  if (device.unified_memory) {
    llvm_omp_target_free_shared(memory, omp_get_default_device());
    return;
  }
#elif defined HAS_DRIVER
  if (device.unified_memory) {
    driver_release((unsigned long long)(size_t)memory);
    return;
  }
#endif
  free(memory);
}

#if defined _OPENACC

pc_bench_device pc_bench_start_device(void) {
  int on_host = 1, probe = 0;
  const acc_device_t type = acc_get_device_type();
  acc_init(type);
#pragma acc parallel copy(on_host)
  on_host = acc_on_device(acc_device_host);
#pragma acc enter data copyin(probe)
  device.shares_memory = acc_deviceptr(&probe) == (void *)&probe;
#pragma acc exit data delete(probe)
  device.is_host = on_host;
  device.falls_back = on_host;
  device.name = on_host ? "host" : acc_get_property_string(acc_get_device_num(type), type, acc_property_name);
  if (!device.name) device.name = "unknown";
#ifdef __NVCOMPILER
  device.unified_memory = !on_host;
#else
  device.unified_memory = !on_host && find_driver();
#endif
  return device;
}

void pc_bench_attach(void *slot, char *base) {
  (void)base;
  pc_bench_setting_pointer = 1;
  acc_attach((void **)slot);
  pc_bench_setting_pointer = 0;
  pc_bench_counted.pointers++;
}

void pc_bench_detach(void *slot, char *base) {
  (void)base;
  pc_bench_setting_pointer = 1;
  acc_detach((void **)slot);
  pc_bench_setting_pointer = 0;
  pc_bench_counted.pointers++;
}

#elif defined _OPENMP

pc_bench_device pc_bench_start_device(void) {
  int on_host = 1, probe = 0;
  int *mapped = &probe;
#pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();
#pragma omp target enter data map(to : mapped[0 : 1])
#pragma omp target data use_device_ptr(mapped)
  device.shares_memory = mapped == &probe;
#pragma omp target exit data map(delete : mapped[0 : 1])
  device.falls_back = on_host;
#ifdef PC_BENCH_DEVICE_IS_HOST
  device.is_host = 1;
  device.name = "OpenMP device on the host's processor";
#else
  device.is_host = on_host;
  device.name = "OpenMP device";
#endif
  if (on_host) device.name = "host";
#ifdef __NVCOMPILER
  device.unified_memory = !device.is_host;
#elif defined HAS_LLVM
  device.unified_memory = !device.is_host && llvm_omp_target_alloc_shared && llvm_omp_target_free_shared;
#else
  device.unified_memory = !device.is_host && find_driver();
#endif
  return device;
}

static void put_pointer(void *slot, char *base, void *value) {
  size_t bytes;
  char *arena = pc_bench_arena(&bytes);
  pc_bench_setting_pointer = 1;
  omp_target_memcpy(base, &value, sizeof value, (size_t)((char *)slot - arena), 0, omp_get_default_device(),
                    omp_get_initial_device());
  pc_bench_setting_pointer = 0;
  pc_bench_counted.pointers++;
}

void pc_bench_attach(void *slot, char *base) {
  size_t bytes;
  char *arena = pc_bench_arena(&bytes), *target;
  memcpy(&target, slot, sizeof target);
  put_pointer(slot, base, base + (target - arena));
}

void pc_bench_detach(void *slot, char *base) {
  char *target;
  memcpy(&target, slot, sizeof target);
  put_pointer(slot, base, target);
}

#else

pc_bench_device pc_bench_start_device(void) {
  device.name = "host";
  device.is_host = device.falls_back = device.shares_memory = 1;
  return device;
}

void pc_bench_attach(void *slot, char *base) {
  (void)slot;
  (void)base;
  pc_bench_counted.pointers++;
}

void pc_bench_detach(void *slot, char *base) {
  (void)slot;
  (void)base;
  pc_bench_counted.pointers++;
}

#endif
