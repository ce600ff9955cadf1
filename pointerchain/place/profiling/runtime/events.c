/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What tells the profiler about the program: OMPT (OpenMP 5.2, chapter 19), and the marks of
 * marks.h.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "access.h"

#include <dlfcn.h>
#include <linux/membarrier.h>
#include <omp-tools.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "constructs.h" /* pointerchain/build */

#define EXPORT __attribute__((visibility("default")))

char pc_images[64][64];
int pc_nimages;
volatile int pc_mark_side;
static pid_t process;

/* Where the construct stands that this thread executes, or executed last. */
static __thread const void *construct_code __attribute__((tls_model("initial-exec")));

/* --- OMPT ----------------------------------------------------------------------------------------- */

static void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t *task,
                      ompt_data_t *target_task, ompt_data_t *target, const void *code) {
  (void)kind, (void)device, (void)task, (void)target_task, (void)target;
  if (endpoint == ompt_scope_begin) construct_code = code;
}

static void on_submit(ompt_scope_endpoint_t endpoint, ompt_data_t *target, ompt_id_t *operation, unsigned teams) {
  (void)target, (void)operation, (void)teams;
  if (endpoint == ompt_scope_begin) pc_read_images();
  pc_begin_phase(endpoint == ompt_scope_begin ? DEVICE : HOST, construct_code, construct.where);
}

static void on_data(ompt_scope_endpoint_t endpoint, ompt_data_t *task, ompt_data_t *target, ompt_id_t *operation,
                    ompt_target_data_op_t kind, void *from, int from_device, void *to, int to_device, size_t bytes,
                    const void *code) {
  Found found;
  (void)task, (void)target, (void)operation, (void)from_device, (void)to_device;
  switch (kind) {
    case ompt_target_data_alloc:
      if (endpoint == ompt_scope_end) pc_mapped(from, to, bytes, code ? code : construct_code, name_of(from), 0);
      break;
    case ompt_target_data_delete:
      if (endpoint == ompt_scope_begin) pc_unmapped(from);
      break;
    case ompt_target_data_transfer_to_device:
      if (endpoint != ompt_scope_begin) break;
      pc_transferred(from, to);
      if (pc_find((uintptr_t)to, &found) && !found.stack && !found.deep) pc_copied(found.object, bytes, 0);
      break;
    case ompt_target_data_transfer_from_device:
      if (endpoint == ompt_scope_begin && pc_find((uintptr_t)from, &found) && !found.stack && !found.deep)
        pc_copied(found.object, 0, bytes);
      break;
    default:
      break;
  }
}

static int start(ompt_function_lookup_t look_up, int device, ompt_data_t *data) {
  const ompt_set_callback_t set = (ompt_set_callback_t)look_up("ompt_set_callback");
  (void)device, (void)data;
  if (set) {
    set(ompt_callback_target_emi, (ompt_callback_t)on_target);
    set(ompt_callback_target_submit_emi, (ompt_callback_t)on_submit);
    set(ompt_callback_target_data_op_emi, (ompt_callback_t)on_data);
  }
  return 1;
}

static void finish(ompt_data_t *data) { (void)data; }

EXPORT ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
  static ompt_start_tool_result_t result = {start, finish, {0}};
  (void)version, (void)runtime;
  return &result;
}

/* LLVM's plugin for the host writes the device's code to /tmp/tmpfile_XXXXXX and leaves it there. */
EXPORT int mkstemp(char *name) {
  const int file = mkostemp(name, 0);
  if (file >= 0 && strncmp(name, "/tmp/tmpfile_", 13) == 0 && pc_nimages < 64)
    strncpy(pc_images[pc_nimages++], name, sizeof pc_images[0] - 1);
  return file;
}

/* --- marks ---------------------------------------------------------------------------------------- */

static const char *last_mark;

EXPORT void pc_place_phase(const char *where) {
  last_mark = where;
  pc_mark_side = DEVICE;
  pc_begin_phase(DEVICE, where, where);
}

EXPORT void pc_place_phase_end(void) {
  pc_mark_side = HOST;
  pc_begin_phase(HOST, __builtin_return_address(0), last_mark);
}

EXPORT void pc_place_pause(void) {
  Thread *t = pc_enter();
  if (!t) return;
  t->paused = 1;
  pc_leave(t);
}

EXPORT void pc_place_resume(void) {
  Thread *t = pc_enter();
  if (!t) return;
  t->paused = 0;
  pc_leave(t);
}

EXPORT void pc_place_lane(int loop, long iteration) {
  Thread *t = pc_enter();
  if (!t) return;
  t->paused = 0;
  pc_begin_lane(t, (const void *)(intptr_t)loop, iteration);
  pc_leave(t);
}

EXPORT void pc_place_lane_end(char *mark) {
  Thread *t = pc_enter();
  (void)mark;
  if (!t) return;
  t->lane = -1;
  pc_leave(t);
}

/* A floating-point atomic, which the compiler's instrumentation does not see. */
EXPORT void pc_place_atomic(const volatile void *at, size_t bytes) {
  Thread *t = pc_enter();
  if (!t) return;
  t->paused = 0;
  pc_leave(t);
  pc_access((uintptr_t)at, bytes, ATOMIC, __builtin_return_address(0));
}

/* --- begin and end -------------------------------------------------------------------------------- */

__attribute__((constructor)) static void begin(void) {
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) != 0) pc_needs_fence = 1;
  process = getpid();
  pc_read_images();
  pc_enlist();
  pc_ready = 1;
}

__attribute__((destructor)) static void end(void) {
  if (!pc_ready || getpid() != process) return;
  pc_end_phases();
  pc_report();
}
