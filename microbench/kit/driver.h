/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* The few functions of CUDA's driver that the kit's own programs call, found where the driver is: building
 * them needs no toolkit, and on a node without a driver they say so. (CUDA Driver API, cuda.h.) */

#ifndef PC_KIT_DRIVER_H
#define PC_KIT_DRIVER_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct Driver {
  int (*init)(unsigned);
  int (*version)(int *);
  int (*count)(int *);
  int (*get)(int *, int);
  int (*name)(char *, int, int);
  int (*attribute)(int *, int, int);
  int (*total)(size_t *, int);
  int (*retain)(void **, int);
  int (*current)(void *);
  int (*memory)(size_t *, size_t *);
  int (*allocate)(unsigned long long *, size_t);
  int (*release)(unsigned long long);
  int (*allocate_pinned)(void **, size_t, unsigned);
  int (*release_pinned)(void *);
  int (*to_device)(unsigned long long, const void *, size_t);
  int (*to_host)(void *, unsigned long long, size_t);
} Driver;

/* Opens the driver and its first device; why not, or NULL. 'memory_apart' asks for a context, too. */
static inline const char *open_driver(Driver *driver, int *device) {
  static char why[512];
  static const char *const names[] = {
      "cuInit",           "cuDriverGetVersion", "cuDeviceGetCount",   "cuDeviceGet",
      "cuDeviceGetName",  "cuDeviceGetAttribute", "cuDeviceTotalMem_v2", "cuDevicePrimaryCtxRetain",
      "cuCtxSetCurrent",  "cuMemGetInfo_v2",    "cuMemAlloc_v2",      "cuMemFree_v2",
      "cuMemHostAlloc",   "cuMemFreeHost",      "cuMemcpyHtoD_v2",    "cuMemcpyDtoH_v2"};
  void *library = dlopen("libcuda.so.1", RTLD_NOW), *context = NULL;
  size_t i;
  int status, count = 0;
  if (!library) {
    snprintf(why, sizeof why, "no driver: %s", dlerror());
    return why;
  }
  for (i = 0; i < sizeof names / sizeof *names; i++) {
    void *function = dlsym(library, names[i]);
    if (!function) {
      snprintf(why, sizeof why, "the driver has no '%s'", names[i]);
      return why;
    }
    memcpy((char *)driver + i * sizeof function, &function, sizeof function);
  }
  if ((status = driver->init(0)) != 0 || (status = driver->count(&count)) != 0 || count == 0) {
    if (status) snprintf(why, sizeof why, "the driver does not start (CUDA error %d)", status);
    else snprintf(why, sizeof why, "the driver has no device");
    return why;
  }
  if ((status = driver->get(device, 0)) != 0 || (status = driver->retain(&context, *device)) != 0 ||
      (status = driver->current(context)) != 0) {
    snprintf(why, sizeof why, "the device cannot be used (CUDA error %d)", status);
    return why;
  }
  return NULL;
}

#endif
