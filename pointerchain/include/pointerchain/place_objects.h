/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What 'pointerchain place apply' writes into a program is declared here. An object that pc_place_pinned,
 * pc_place_managed or pc_place_resident allocates is in the device's data environment for its whole life
 * (OpenMP 5.2, 18.8.9; OpenACC 3.3, 3.2.21), so that the program's own data clauses find it there and copy nothing.
 * Where the device has no memory left, the runtime has no such call, or kernels run on the host, the object is what
 * malloc gives, and the program's clauses copy it as before.
 *
 * C99 and C++11, compiled with OpenMP, with OpenACC or with neither. Nothing is linked. The calls may be made by
 * several threads; an object's accesses are ordered by the program, as they were.
 */
#ifndef POINTERCHAIN_PLACE_OBJECTS_H
#define POINTERCHAIN_PLACE_OBJECTS_H

#include "detail/attributes.h"
#if defined _OPENMP && defined _OPENACC
#error "pointerchain/place_objects.h: compile with OpenMP or with OpenACC, not with both"
#elif defined _OPENMP
#include "detail/place_openmp.h"
#elif defined _OPENACC
#include "detail/place_apart.h"
#include "detail/place_openacc.h"
#else
#include "detail/place_apart.h"
#include "detail/place_nowhere.h"
#endif

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PC_PLACE_READ = 1, PC_PLACE_WRITE = 2 };
enum { PC_PLACE_IS_RESIDENT, PC_PLACE_IS_PINNED, PC_PLACE_IS_SHARED };

/* An object: its memory on the host, that on the device, and which of them holds what was written last. */
typedef struct pc_place_entry {
  char *memory;
  void *copy;
  size_t bytes;
  int kind, device, host_valid, device_valid;
  struct pc_place_entry *next;
} pc_place_entry;

/* All objects of the program. */
typedef struct pc_place_table {
  pc_place_entry *first;
  int locked;
} pc_place_table;

PC_ONCE pc_place_table pc_place_table_v1;

static inline void pc_place_lock(void) {
  while (__atomic_exchange_n(&pc_place_table_v1.locked, 1, __ATOMIC_ACQUIRE)) {
  }
}

static inline void pc_place_unlock(void) {
  __atomic_store_n(&pc_place_table_v1.locked, 0, __ATOMIC_RELEASE);
}

static inline void pc_place_fail(const char *what) {
  fprintf(stderr, "pointerchain: %s failed; the program cannot go on with wrong data\n", what);
  abort();
}

/* Remembers an object; 0 where there is no memory to do so. */
static inline int pc_place_remember(void *memory, void *copy, size_t bytes, int kind, int device) {
  pc_place_entry *made = (pc_place_entry *)malloc(sizeof *made);
  if (made == NULL) {
    return 0;
  }
  made->memory = (char *)memory;
  made->copy = copy;
  made->bytes = bytes;
  made->kind = kind;
  made->device = device;
  made->host_valid = 1;
  made->device_valid = 0;
  pc_place_lock();
  made->next = pc_place_table_v1.first;
  pc_place_table_v1.first = made;
  pc_place_unlock();
  return 1;
}

/* The resident object that a place is in, or null; the table is locked. */
static inline pc_place_entry *pc_place_found(const void *place) {
  pc_place_entry *each = pc_place_table_v1.first;
  for (; each != NULL; each = each->next) {
    if ((const char *)place >= each->memory && (const char *)place < each->memory + each->bytes) {
      return each->kind == PC_PLACE_IS_RESIDENT ? each : NULL;
    }
  }
  return NULL;
}

/* Memory that the host and kernels access in place, without copies. */
static inline void *pc_place_in_place(size_t bytes, int kind) {
  int device = 0;
  void *memory = NULL;
  if (bytes != 0 && pc_place_there(&device)) {
    memory = kind == PC_PLACE_IS_PINNED ? pc_place_lock_host(bytes, device) : pc_place_share(bytes, device);
  }
  if (memory == NULL) {
    return malloc(bytes);
  }
  if (pc_place_bind(memory, memory, bytes, device)) {
    if (pc_place_remember(memory, memory, bytes, kind, device)) {
      return memory;
    }
    pc_place_unbind(memory, device);
  }
  if (kind == PC_PLACE_IS_PINNED) {
    pc_place_unlock_host(memory, device);
  } else {
    pc_place_unshare(memory, device);
  }
  return malloc(bytes);
}

/* In the place of malloc: pinned host memory, which kernels read and write over the link. */
static inline void *pc_place_pinned(size_t bytes) {
  return pc_place_in_place(bytes, PC_PLACE_IS_PINNED);
}

/* In the place of malloc: unified memory, whose pages go where they are touched. */
static inline void *pc_place_managed(size_t bytes) {
  return pc_place_in_place(bytes, PC_PLACE_IS_SHARED);
}

/* In the place of malloc: host memory with device memory that stays until pc_place_free. It is copied where
 * pc_place_host and pc_place_device say that one side accesses what the other one wrote last. */
static inline void *pc_place_resident(size_t bytes) {
  int device = 0;
  void *copy, *memory = malloc(bytes);
  if (memory == NULL || bytes == 0 || !pc_place_there(&device)) {
    return memory;
  }
  copy = pc_place_reserve(bytes, device);
  if (copy == NULL) {
    return memory;
  }
  if (!pc_place_bind(memory, copy, bytes, device)) {
    pc_place_release(copy, device);
    return memory;
  }
  if (!pc_place_remember(memory, copy, bytes, PC_PLACE_IS_RESIDENT, device)) {
    pc_place_unbind(memory, device);
    pc_place_release(copy, device);
  }
  return memory;
}

/* In the place of calloc: NULL where count * bytes is no size. */
static inline void *pc_place_zeroed(size_t count, size_t bytes, void *(*allocate)(size_t)) {
  void *memory;
  if (bytes != 0 && count > (size_t)-1 / bytes) {
    return NULL;
  }
  memory = allocate(count * bytes);
  if (memory != NULL) {
    memset(memory, 0, count * bytes);
  }
  return memory;
}

static inline void *pc_place_pinned_zeroed(size_t count, size_t bytes) {
  return pc_place_zeroed(count, bytes, pc_place_pinned);
}

static inline void *pc_place_managed_zeroed(size_t count, size_t bytes) {
  return pc_place_zeroed(count, bytes, pc_place_managed);
}

static inline void *pc_place_resident_zeroed(size_t count, size_t bytes) {
  return pc_place_zeroed(count, bytes, pc_place_resident);
}

/* In the place of free, of whatever memory. */
static inline void pc_place_free(void *memory) {
  pc_place_entry **at, *found = NULL;
  pc_place_lock();
  for (at = &pc_place_table_v1.first; *at != NULL; at = &(*at)->next) {
    if ((*at)->memory == (char *)memory) {
      found = *at;
      *at = found->next;
      break;
    }
  }
  pc_place_unlock();
  if (found == NULL) {
    free(memory);
    return;
  }
  if (!pc_place_unbind(found->memory, found->device)) {
    pc_place_fail("taking an object from the device");
  }
  if (found->kind == PC_PLACE_IS_RESIDENT) {
    pc_place_release(found->copy, found->device);
    free(memory);
  } else if (found->kind == PC_PLACE_IS_PINNED) {
    pc_place_unlock_host(memory, found->device);
  } else {
    pc_place_unshare(memory, found->device);
  }
  free(found);
}

#ifdef __cplusplus
/* Whether memory was allocated by one of the calls above, and is an object of the device's, too. */
static inline bool pc_place_is_kept(const void *memory) {
  const pc_place_entry *each;
  pc_place_lock();
  for (each = pc_place_table_v1.first; each != NULL && each->memory != memory; each = each->next) {
  }
  pc_place_unlock();
  return each != NULL;
}

/* Memory for `count` numbers that `allocate` gives, NULL where that is not an object of the device's. */
template <typename T>
static inline T *pc_place_get(size_t count, void *(*allocate)(size_t)) {
  void *memory;
  if (count == 0 || count > (size_t)-1 / sizeof(T)) {
    return NULL;
  }
  memory = allocate(count * sizeof(T));
  if (memory == NULL || pc_place_is_kept(memory)) {
    return (T *)memory;
  }
  free(memory);
  return NULL;
}

/* In the place of new T[count]: what is not an object of the device's comes from there, with its exceptions. */
template <typename T>
static inline T *pc_place_new(size_t count, void *(*allocate)(size_t)) {
  T *memory = pc_place_get<T>(count, allocate);
  return memory != NULL ? memory : new T[count];
}

/* In the place of new T[count](). */
template <typename T>
static inline T *pc_place_new_zeroed(size_t count, void *(*allocate)(size_t)) {
  T *memory = pc_place_get<T>(count, allocate);
  if (memory == NULL) {
    return new T[count]();
  }
  memset(memory, 0, count * sizeof(T));
  return memory;
}

/* In the place of delete[], of whatever memory. */
template <typename T>
static inline void pc_place_delete(T *memory) {
  if (pc_place_is_kept(memory)) {
    pc_place_free((void *)memory);
  } else {
    delete[] memory;
  }
}
#endif

static inline void pc_place_host_is_valid(pc_place_entry *of) {
  if (!of->host_valid) {
    if (!pc_place_to_host(of->memory, of->copy, of->bytes, of->device)) {
      pc_place_fail("a copy to the host");
    }
    of->host_valid = 1;
  }
}

/* The host is about to access the object that a place is in, if it is one that stays on the device. */
static inline void pc_place_host(const void *place, int how) {
  pc_place_entry *found;
  pc_place_lock();
  found = pc_place_found(place);
  if (found != NULL) {
    pc_place_host_is_valid(found);
    if (how & PC_PLACE_WRITE) {
      found->device_valid = 0;
    }
  }
  pc_place_unlock();
}

/* A kernel is about to access it. One that runs on another device is given it by its own clauses. */
static inline void pc_place_device(const void *place, int how) {
  int device = 0;
  pc_place_entry *found;
  pc_place_lock();
  found = pc_place_found(place);
  if (found != NULL) {
    if (!pc_place_there(&device) || device != found->device) {
      pc_place_host_is_valid(found);
      if (how & PC_PLACE_WRITE) {
        found->device_valid = 0;
      }
    } else {
      if (!found->device_valid) {
        if (!pc_place_to_device(found->copy, found->memory, found->bytes, device)) {
          pc_place_fail("a copy to the device");
        }
        found->device_valid = 1;
      }
      if (how & PC_PLACE_WRITE) {
        found->host_valid = 0;
      }
    }
  }
  pc_place_unlock();
}

#endif
