/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A device on the host, for tests and measurements: its memory is other memory of the same process. It
 * counts, it can be made to fail, and it can take the time that a real one takes.
 *
 * Chosen by compiling with -DPC_DEEPCOPY_DEVICE_HOST, or by `pc_set_device(pc_host_device())`.
 */
#ifndef POINTERCHAIN_DEEPCOPY_HOST_H
#define POINTERCHAIN_DEEPCOPY_HOST_H

#include "deepcopy_device.h"
#include "detail/attributes.h"

#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All zero: no faults, no model. */
typedef struct pc_host_model {
  /* The model: a transfer occupies the one copy engine for `latency` plus bytes / `bandwidth`. Times are in
   * seconds by `clock`; without a clock there is no model. */
  double (*clock)(void);
  double latency;    /* of a transfer */
  double bandwidth;  /* bytes a second; 0: as fast as memcpy */
  double allocation; /* of an allocation or release */
  int background;    /* has transfers in the background */
  int devices;       /* how many there are, by number; 0: one */

  /* Faults. */
  size_t capacity;      /* bytes; 0: no limit */
  long long fail_after; /* the request that comes after so many fails; 0: none does. Counts down. */

  /* Counts. */
  long long requests; /* allocations and transfers */
  size_t blocks, bytes;

  double engine_free;  /* when the copy engine has done what it was given */
  double slot_free[2]; /* and what it was given in a slot */
  double left_out;     /* seconds that memcpy took in the engine's place, less those that were waited for: a
                        * clock that takes them off leaves out the ones and passes the others at once */
} pc_host_model;

PC_ONCE pc_host_model pc_host_model_v2;

/* The model of the counting device, to be set and read while nothing is under way. */
PC_UNUSED static pc_host_model *pc_host_device_model(void) { return &pc_host_model_v2; }

PC_UNUSED static void pc_host_wait(double until) {
  pc_host_model *model = &pc_host_model_v2;
  double rest;
  while ((rest = until - model->clock()) > 0) model->left_out -= rest;
}

/* Whether this request is the one that is to fail. */
PC_UNUSED static int pc_host_fails(void) {
  ++pc_host_model_v2.requests;
  return pc_host_model_v2.fail_after && --pc_host_model_v2.fail_after == 0;
}

PC_UNUSED static int pc_host_current(pc_device *device) {
  (void)device;
  return 0;
}

PC_UNUSED static int pc_host_numbered(pc_device *device, int number, int *where) {
  (void)device;
  *where = number;
  return number && number >= pc_host_model_v2.devices;
}

PC_UNUSED static void *pc_host_allocate(pc_device *device, int where, size_t bytes) {
  pc_host_model *model = &pc_host_model_v2;
  const double start = model->clock ? model->clock() : 0;
  void *memory;
  (void)device;
  (void)where;
  if (pc_host_fails() || (model->capacity && bytes > model->capacity - model->bytes)) return NULL;
  memory = malloc(bytes);
  if (!memory) return NULL;
  ++model->blocks;
  model->bytes += bytes;
  if (model->clock) pc_host_wait(start + model->allocation);
  return memory;
}

PC_UNUSED static void pc_host_release(pc_device *device, int where, void *memory, size_t bytes) {
  pc_host_model *model = &pc_host_model_v2;
  const double start = model->clock ? model->clock() : 0;
  (void)device;
  (void)where;
  free(memory);
  --model->blocks;
  model->bytes -= bytes;
  if (model->clock) pc_host_wait(start + model->allocation);
}

PC_UNUSED static int pc_host_start(pc_device *device, int where, void *to, const void *from, size_t bytes,
                                   int slot) {
  pc_host_model *model = &pc_host_model_v2;
  (void)device;
  (void)where;
  if (pc_host_fails()) return 1;
  if (model->clock) {
    const double now = model->clock();
    if (model->engine_free < now) model->engine_free = now;
    model->engine_free += model->latency + (model->bandwidth > 0 ? (double)bytes / model->bandwidth : 0);
    model->slot_free[slot] = model->engine_free;
    memcpy(to, from, bytes);
    model->left_out += model->clock() - now;
  } else {
    memcpy(to, from, bytes);
  }
  return 0;
}

PC_UNUSED static int pc_host_finish(pc_device *device, int where, int slot) {
  (void)device;
  (void)where;
  if (pc_host_model_v2.clock) pc_host_wait(pc_host_model_v2.slot_free[slot]);
  return 0;
}

PC_UNUSED static int pc_host_transfer(pc_device *device, int where, void *to, const void *from,
                                      size_t bytes) {
  return pc_host_start(device, where, to, from, bytes, 0) || pc_host_finish(device, where, 0);
}

PC_ONCE pc_background pc_host_background_v1 = {pc_host_start, pc_host_start, pc_host_finish, NULL, NULL};

PC_ONCE pc_device pc_host_device_v2 = {"host",
                                       pc_host_current,
                                       pc_host_allocate,
                                       pc_host_release,
                                       pc_host_transfer,
                                       pc_host_transfer,
                                       NULL,
                                       NULL,
                                       NULL,
                                       NULL,
                                       pc_host_numbered,
                                       NULL,
                                       NULL,
                                       NULL};

/* The counting device, after its model's `background`. */
PC_UNUSED static pc_device *pc_host_device(void) {
  pc_host_device_v2.background = pc_host_model_v2.background ? &pc_host_background_v1 : NULL;
  return &pc_host_device_v2;
}

#ifdef __cplusplus
}
#endif

#endif
