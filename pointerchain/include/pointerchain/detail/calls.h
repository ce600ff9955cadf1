/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The calls of deepcopy.h. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_CALLS_H
#define POINTERCHAIN_DETAIL_CALLS_H

#include "../deepcopy_device.h"
#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "background.h"
#include "brief.h"
#include "brief_enter.h"
#include "brief_leave.h"
#include "device_choice.h"
#include "index.h"
#include "leave.h"
#include "linkage.h"
#include "place.h"
#include "restructure.h"
#include "staging.h"
#include "state.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The device where pc_set_device has chosen none: the one this unit is compiled for, or that another one is. */
PC_UNUSED static pc_device *pc_default_device(void) {
#ifdef PC_COMPILED_FOR_DEVICE
  return pc_compiled_device();
#else
  pc_device *offered = __atomic_load_n(&PC_STATE->offered, __ATOMIC_ACQUIRE);
  return offered ? offered : pc_compiled_device();
#endif
}

PC_UNUSED static void pc_begin_call(pc_call *call, const char *verb, const char *file, int line) {
  memset(call, 0, sizeof *call);
  call->verb = verb;
  call->file = file ? file : "?";
  call->line = line;
  pc_settle_jobs();
  pthread_mutex_lock(PC_LOCK);
  ++PC_STATE->calls;
  if (!PC_STATE->device) __atomic_store_n(&PC_STATE->device, pc_default_device(), __ATOMIC_RELEASE);
}

/* Releases the lock and tells the handler of a failure. */
PC_UNUSED static int pc_end_call(pc_call *call, int status) {
  const pc_error_handler handler = PC_STATE->handler;
  void *data = PC_STATE->handler_data;
  char message[700];
  pthread_mutex_unlock(PC_LOCK);
  if (status == PC_OK) return PC_OK;
  snprintf(message, sizeof message, "%s:%d: error: deepcopy %s: %s", call->file, call->line, call->verb,
           call->text);
  if (!handler) {
    fprintf(stderr, "%s\n", message);
    abort();
  }
  handler(status, message, data);
  return status;
}

PC_API int pc_deepcopy_enter_flags(const pc_root *roots, size_t nroots, pc_technique technique,
                                             unsigned flags, const char *file, int line) {
  pc_call call;
  pc_begin_call(&call, "enter", file, line);
  return pc_end_call(&call, pc_enter_locked(&call, roots, nroots, (int)technique, flags, PC_CURRENT_DEVICE));
}

PC_API int pc_deepcopy_enter_on(const pc_root *roots, size_t nroots, pc_technique technique,
                                          int device, const char *file, int line) {
  pc_call call;
  pc_begin_call(&call, "enter", file, line);
  return pc_end_call(&call, pc_enter_locked(&call, roots, nroots, (int)technique, 0, device));
}

PC_API int pc_deepcopy_enter(const pc_root *roots, size_t nroots, pc_technique technique,
                                       const char *file, int line) {
  return pc_deepcopy_enter_flags(roots, nroots, technique, 0, file, line);
}

PC_API int pc_deepcopy_exit(const pc_root *roots, size_t nroots, unsigned flags, const char *file,
                                      int line) {
  pc_call call;
  pc_begin_call(&call, "exit", file, line);
  return pc_end_call(&call, pc_exit_locked(&call, roots, nroots, flags));
}

PC_API int pc_deepcopy_update_host(const pc_root *roots, size_t nroots, const char *file,
                                             int line) {
  pc_call call;
  pc_begin_call(&call, "update host", file, line);
  return pc_end_call(&call, pc_update_locked(&call, roots, nroots, 1));
}

PC_API int pc_deepcopy_update_device(const pc_root *roots, size_t nroots, const char *file,
                                               int line) {
  pc_call call;
  pc_begin_call(&call, "update device", file, line);
  return pc_end_call(&call, pc_update_locked(&call, roots, nroots, 0));
}

/* Byte by byte only as far as a page of the program goes. */
PC_API long long pc_string_length(const char *text) {
  const uintptr_t page = 4096;
  uintptr_t at = (uintptr_t)text;
  int fresh = 0;
  if (!text) return PC_LENGTH_UNREADABLE;
  for (;;) {
    const uintptr_t end = (at / page + 1) * page;
    const void *zero;
    if (end < at || pc_rights(at, end, &fresh) <= 0) return PC_LENGTH_UNREADABLE;
    zero = memchr((const void *)at, 0, end - at);
    if (zero) return (const char *)zero - text;
    at = end;
  }
}

PC_API int pc_deepcopy_update_structure(const pc_root *roots, size_t nroots, const char *file,
                                                  int line) {
  pc_call call;
  pc_begin_call(&call, "update structure", file, line);
  return pc_end_call(&call, pc_restructure_locked(&call, roots, nroots));
}

PC_API int pc_deepcopy_begin(const pc_root *roots, size_t nroots, pc_technique technique,
                                       const char *file, int line) {
  pc_level *level = (pc_level *)calloc(1, sizeof *level);
  pc_call call;
  int status;
  pc_begin_call(&call, "region begin", file, line);
  if (level && nroots) level->roots = (pc_root *)malloc(nroots * sizeof *roots);
  if (!level || (nroots && !level->roots)) {
    free(level);
    return pc_end_call(&call, pc_no_memory(&call));
  }
  if (nroots) memcpy(level->roots, roots, nroots * sizeof *roots);
  level->nroots = nroots;
  level->thread = pthread_self();
  status = pc_enter_locked(&call, roots, nroots, (int)technique, PC_UNCOUNTED, PC_CURRENT_DEVICE);
  if (status == PC_OK) {
    level->outer = PC_STATE->levels;
    PC_STATE->levels = level;
  } else {
    free(level->roots);
    free(level);
  }
  return pc_end_call(&call, status);
}

PC_API int pc_deepcopy_end(unsigned flags, const char *file, int line) {
  pc_call call;
  pc_level **place, *level;
  int status;
  pc_begin_call(&call, "region end", file, line);
  for (place = &PC_STATE->levels; *place && !pthread_equal((*place)->thread, pthread_self());)
    place = &(*place)->outer;
  level = *place;
  if (!level)
    return pc_end_call(&call, pc_fail(&call, PC_ERROR_NOT_ENTERED, "this thread has no region to end"));
  status = pc_exit_locked(&call, level->roots, level->nroots, flags);
  if (status == PC_OK) {
    *place = level->outer;
    free(level->roots);
    free(level);
  }
  return pc_end_call(&call, status);
}

PC_API void *pc_deepcopy_device_pointer(const void *host) {
  pc_call call;
  uint32_t number;
  const pc_extent *extent;
  void *result = NULL;
  uintptr_t brief;
  pc_begin_call(&call, "device pointer", NULL, 0);
  brief = pc_find_brief((uintptr_t)host);
  extent = host ? pc_index_find((uintptr_t)host, 0, &number) : NULL;
  if (brief) {
    result = (void *)brief;
  } else if (extent) {
    result = (void *)(pc_device_address(PC_STATE->plans[number], extent) + ((uintptr_t)host - extent->base));
  } else if (PC_STATE->device->current(PC_STATE->device) < 0) {
    result = (void *)(size_t)host;
  }
  pc_end_call(&call, PC_OK);
  return result;
}

PC_API void pc_set_error_handler(pc_error_handler handler, void *data) {
  pthread_mutex_lock(PC_LOCK);
  PC_STATE->handler = handler;
  PC_STATE->handler_data = data;
  pthread_mutex_unlock(PC_LOCK);
}

PC_API int pc_set_device(pc_device *device) {
  int status = PC_ERROR_DEVICE;
  pc_settle_jobs();
  pthread_mutex_lock(PC_LOCK);
  if (!PC_STATE->live_plans && !PC_STATE->nhandles) {
    pc_free_staging();
    __atomic_store_n(&PC_STATE->device, device, __ATOMIC_RELEASE);
    status = PC_OK;
  }
  pthread_mutex_unlock(PC_LOCK);
  return status;
}

PC_API void pc_trim(void) {
  pc_settle_jobs();
  pthread_mutex_lock(PC_LOCK);
  pc_free_staging();
  pc_free_kept();
  pthread_mutex_unlock(PC_LOCK);
}

PC_API pc_stats pc_get_stats(void) {
  pc_stats stats;
  pc_settle_jobs();
  pthread_mutex_lock(PC_LOCK);
  stats = PC_STATE->stats;
  pthread_mutex_unlock(PC_LOCK);
  return stats;
}

PC_API void pc_reset_stats(void) {
  long long records;
  pc_settle_jobs();
  pthread_mutex_lock(PC_LOCK);
  records = PC_STATE->stats.records;
  memset(&PC_STATE->stats, 0, sizeof PC_STATE->stats);
  PC_STATE->stats.records = PC_STATE->stats.peak_records = records;
  pthread_mutex_unlock(PC_LOCK);
}

#ifdef __cplusplus
}
#endif

#endif
