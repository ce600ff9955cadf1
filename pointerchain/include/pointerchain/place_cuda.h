/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What 'pointerchain place apply --dialect cuda' writes into a program is declared here. The advice is read when
 * the program runs, from the file that the environment variable PC_PLACE_ADVICE names, else 'advice.json': a new
 * advice needs no new build. Without a readable one that is said, and an object is unified memory without advice.
 *
 * C99 and C++11, with the headers of CUDA 12 or 13. cudart may be linked statically.
 */
#ifndef POINTERCHAIN_PLACE_CUDA_H
#define POINTERCHAIN_PLACE_CUDA_H

#include "detail/attributes.h"
#include "detail/place_advice.h"

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An object that pc_place_alloc made. */
typedef struct pc_place_live {
  void *memory;
  size_t bytes;
  int id, pinned;
  struct pc_place_live *next;
} pc_place_live;

typedef struct pc_place_cuda {
  int read, count, locked, phases, *executions;
  pc_place_advised *objects;
  pc_place_live *live;
} pc_place_cuda;

PC_ONCE pc_place_cuda pc_place_cuda_v1;

static inline void pc_place_cuda_lock(void) {
  while (__atomic_exchange_n(&pc_place_cuda_v1.locked, 1, __ATOMIC_ACQUIRE)) {
  }
}

static inline void pc_place_cuda_unlock(void) {
  __atomic_store_n(&pc_place_cuda_v1.locked, 0, __ATOMIC_RELEASE);
}

/* What the advice says of an object, null where it says nothing. */
static inline const pc_place_advised *pc_place_advice_of(int id) {
  pc_place_cuda *all = &pc_place_cuda_v1;
  int each;
  if (!all->read) {
    const char *path = getenv("PC_PLACE_ADVICE");
    char *text = pc_place_text_of(path ? path : "advice.json");
    all->read = 1;
    all->objects = text ? pc_place_objects_of(text, &all->count) : NULL;
    free(text);
    if (all->objects == NULL) {
      fprintf(stderr, "pointerchain: '%s' is no advice that can be read: objects are unified memory without advice\n",
              path ? path : "advice.json");
    }
  }
  for (each = 0; each < all->count; each++) {
    if (all->objects[each].id == id) {
      return &all->objects[each];
    }
  }
  return NULL;
}

static inline cudaError_t pc_place_advise(void *memory, size_t bytes, enum cudaMemoryAdvise what, int device) {
#if CUDART_VERSION >= 13000
  struct cudaMemLocation place;
  memset(&place, 0, sizeof place);
  place.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  place.id = device == cudaCpuDeviceId ? 0 : device;
  return cudaMemAdvise(memory, bytes, what, place);
#else
  return cudaMemAdvise(memory, bytes, what, device);
#endif
}

static inline cudaError_t pc_place_move(void *memory, size_t bytes, int device) {
#if CUDART_VERSION >= 13000
  struct cudaMemLocation place;
  memset(&place, 0, sizeof place);
  place.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  place.id = device == cudaCpuDeviceId ? 0 : device;
  return cudaMemPrefetchAsync(memory, bytes, place, 0, 0);
#else
  return cudaMemPrefetchAsync(memory, bytes, device, 0);
#endif
}

static inline cudaError_t pc_place_advised_to(const pc_place_advised *by, void *memory, size_t bytes, int device) {
  if (strcmp(by->advice, "read-mostly") == 0) {
    return pc_place_advise(memory, bytes, cudaMemAdviseSetReadMostly, device);
  }
  if (strcmp(by->advice, "preferred-device") == 0) {
    return pc_place_advise(memory, bytes, cudaMemAdviseSetPreferredLocation, device);
  }
  if (strcmp(by->advice, "preferred-host") == 0) {
    return pc_place_advise(memory, bytes, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId);
  }
  if (strcmp(by->advice, "accessed-by-device") == 0) {
    return pc_place_advise(memory, bytes, cudaMemAdviseSetAccessedBy, device);
  }
  if (strcmp(by->advice, "accessed-by-host") == 0) {
    return pc_place_advise(memory, bytes, cudaMemAdviseSetAccessedBy, cudaCpuDeviceId);
  }
  return cudaSuccess;
}

/* Allocates an object of the advice, which both sides may access: pinned host memory, or unified memory with its
 * advice. An advice that the machine does not take changes the time alone, and is passed over. */
static inline cudaError_t pc_place_alloc_to(void **memory, int id, size_t bytes) {
  const pc_place_advised *by;
  pc_place_live *made = (pc_place_live *)malloc(sizeof *made);
  cudaError_t error;
  int device = 0, pinned;
  if (made == NULL) {
    return cudaErrorMemoryAllocation;
  }
  pc_place_cuda_lock();
  by = pc_place_advice_of(id);
  pinned = by != NULL && strcmp(by->allocation, "pinned") == 0;
  error = pinned ? cudaHostAlloc(memory, bytes, cudaHostAllocPortable | cudaHostAllocMapped)
                 : cudaMallocManaged(memory, bytes, cudaMemAttachGlobal);
  if (error != cudaSuccess) {
    pc_place_cuda_unlock();
    free(made);
    return error;
  }
  if (by != NULL && !pinned && bytes != 0 && cudaGetDevice(&device) == cudaSuccess) {
    if (pc_place_advised_to(by, *memory, bytes, device) != cudaSuccess) {
      (void)cudaGetLastError();
    }
  }
  made->memory = *memory;
  made->bytes = bytes;
  made->id = id;
  made->pinned = pinned;
  made->next = pc_place_cuda_v1.live;
  pc_place_cuda_v1.live = made;
  pc_place_cuda_unlock();
  return cudaSuccess;
}

/* The same, null where there is no memory. */
static inline void *pc_place_alloc(int id, size_t bytes) {
  void *memory = NULL;
  return pc_place_alloc_to(&memory, id, bytes) == cudaSuccess ? memory : NULL;
}

/* In the place of cudaFree, of whatever memory. */
static inline cudaError_t pc_place_cuda_free(void *memory) {
  pc_place_live **at, *found = NULL;
  int pinned;
  pc_place_cuda_lock();
  for (at = &pc_place_cuda_v1.live; *at != NULL; at = &(*at)->next) {
    if ((*at)->memory == memory) {
      found = *at;
      *at = found->next;
      break;
    }
  }
  pc_place_cuda_unlock();
  pinned = found != NULL && found->pinned;
  free(found);
  return pinned ? cudaFreeHost(memory) : cudaFree(memory);
}

/* A phase of the advice begins: prefetches what it says for its first execution in this run, or for a later one. */
static inline void pc_place_phase_begins(int phase) {
  pc_place_cuda *all = &pc_place_cuda_v1;
  const pc_place_live *each;
  int device = 0, before, at, *more;
  if (phase < 0 || cudaGetDevice(&device) != cudaSuccess) {
    return;
  }
  pc_place_cuda_lock();
  if (phase >= all->phases) {
    more = (int *)realloc(all->executions, (size_t)(phase + 1) * sizeof *more);
    if (more == NULL) {
      pc_place_cuda_unlock();
      return;
    }
    memset(more + all->phases, 0, (size_t)(phase + 1 - all->phases) * sizeof *more);
    all->executions = more;
    all->phases = phase + 1;
  }
  before = all->executions[phase];
  all->executions[phase] += before < 2;
  for (each = all->live; each != NULL; each = each->next) {
    const pc_place_advised *by = each->pinned ? NULL : pc_place_advice_of(each->id);
    for (at = 0; by != NULL && at < by->prefetches; at++) {
      const pc_place_prefetch *one = &by->prefetch[at];
      if (one->phase == phase && (before == 0 ? one->first : before == 1 ? one->second : one->later)) {
        if (pc_place_move(each->memory, each->bytes, one->to_device ? device : cudaCpuDeviceId) != cudaSuccess) {
          (void)cudaGetLastError();
        }
      }
    }
  }
  pc_place_cuda_unlock();
}

#endif
