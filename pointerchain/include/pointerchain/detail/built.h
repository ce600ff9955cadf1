/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The records that all that have functions of the runtime share, libpointerchain and sources with PC_HEADER_ONLY, in the
 * program and in the libraries that it loads. A program in which they do not agree on these ends when it starts, or when it
 * opens the library. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_BUILT_H
#define POINTERCHAIN_DETAIL_BUILT_H

#include "../deepcopy_device.h"
#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "background.h"
#include "linkage.h"
#include "shared.h"
#include "staging.h"
#include "state.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pc_runtime {
  pc_state state;
  pthread_mutex_t lock;
  pc_jobs jobs;
} pc_runtime;

/* What the sizes of the shared records make. */
#define PC_BUILT_LAYOUT                                                                                     \
  ((((((((unsigned long long)sizeof(pc_runtime) * 1021 + sizeof(pc_plan)) * 1021 + sizeof(pc_extent)) * 1021 + \
       sizeof(pc_handle)) * 1021 + sizeof(pc_layout)) * 1021 + sizeof(pc_jobs)) * 1021 + sizeof(pc_device)) * \
       1021 + PC_DESCRIPTOR_VERSION)

PC_NOTED pc_shared pc_shared_runtime = {"runtime", PC_RUNTIME_VERSION, PC_BUILT_LAYOUT, NULL};
PC_NOTE_OF(pc_shared_runtime);

/* Before the constructors of C++. */
__attribute__((constructor(101))) PC_COLD static void pc_share_runtime(void) {
  static const pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static const pthread_cond_t done = PTHREAD_COND_INITIALIZER;
  static pc_runtime begin;
  pc_runtime *runtime;
  begin.lock = begin.jobs.lock = lock;
  begin.jobs.done = done;
  pc_share(&pc_shared_runtime, PC_RUNTIME_VERSION, PC_BUILT_LAYOUT, &begin, sizeof begin);
  runtime = (pc_runtime *)pc_shared_runtime.memory;
  pc_state_v3 = &runtime->state;
  pc_lock_v3 = &runtime->lock;
  pc_jobs_v1 = &runtime->jobs;
}

/* A file that is unloaded takes with it what it brought: the device, the handler, the thread of calls in the background.
 * The next call of another file brings its own. */
__attribute__((destructor(101))) PC_COLD static void pc_unshare_runtime(void) {
  pc_state *state = PC_STATE;
  if (!pc_goes_with(&pc_shared_runtime, (uintptr_t)&pc_shared_runtime)) return;
  if (__atomic_load_n(&PC_JOBS->unfinished, __ATOMIC_ACQUIRE) == 0) pc_finish_jobs(PC_ALL_QUEUES);
  if (pthread_mutex_trylock(PC_LOCK) != 0) return; /* a call is under way: the program ends in its midst */
  if (state->handler && pc_goes_with(&pc_shared_runtime, (uintptr_t)state->handler)) state->handler = NULL;
  if (pc_goes_with(&pc_shared_runtime, (uintptr_t)state->offered)) state->offered = NULL;
  if (!state->live_plans && pc_goes_with(&pc_shared_runtime, (uintptr_t)state->device)) {
    pc_free_staging();
    pc_free_kept();
    state->device = NULL;
  }
  pthread_mutex_unlock(PC_LOCK);
}

#ifdef PC_BUILDS_LIBRARY
/* The device of a source without functions of its own (device_offer.h). */
PC_API void pc_offer_device(pc_device *device) PC_SYMBOL(pc_offer_device);
PC_API void pc_offer_device(pc_device *device) {
  pc_device *none = NULL;
  pc_share_runtime(); /* constructors of units may run before the library's */
  __atomic_compare_exchange_n(&PC_STATE->offered, &none, device, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}
#endif

#ifdef __cplusplus
}
#endif

#endif
