/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* Transfers as an OpenMP runtime reports them to a tool (OMPT, OpenMP 5.2 chapter 19).
 *
 * The runtime does not say whether it moves data or sets a pointer on the device. Data goes to memory
 * that was allocated for it right before; a transfer of one pointer's size that goes elsewhere sets a
 * pointer ('declare mapper' does). device.c counts those that the program sets by itself. */

#include <omp-tools.h>

#include "device.h"

enum { PENDING = 16 };

/* Host addresses that memory was allocated for and nothing sent to yet. */
static struct {
  const void *address;
  size_t bytes;
} pending[PENDING];
static size_t next_pending;
static int started, seen; /* the runtime took the callbacks; it has called one */

static int was_allocated_for(const void *address, size_t bytes) {
  size_t i;
  for (i = 0; i < PENDING; i++)
    if (pending[i].address == address && pending[i].bytes == bytes) {
      pending[i].address = NULL;
      return 1;
    }
  return 0;
}

static void on_data(ompt_scope_endpoint_t endpoint, ompt_data_t *task, ompt_data_t *target, ompt_id_t *operation,
                    ompt_target_data_op_t kind, void *from, int from_device, void *to, int to_device, size_t bytes,
                    const void *address) {
  (void)task, (void)target, (void)operation, (void)from_device, (void)to, (void)to_device, (void)address;
  seen = 1;
  if (endpoint != ompt_scope_begin) return;
  switch (kind) {
  case ompt_target_data_alloc:
    pending[next_pending % PENDING].address = from;
    pending[next_pending++ % PENDING].bytes = bytes;
    break;
  case ompt_target_data_transfer_to_device:
    if (pc_bench_setting_pointer) break;
    if (!was_allocated_for(from, bytes) && bytes == sizeof(void *)) {
      pc_bench_counted.pointers++;
    } else {
      pc_bench_counted.to_device++;
      pc_bench_counted.to_device_bytes += (double)bytes;
    }
    break;
  case ompt_target_data_transfer_from_device:
    pc_bench_counted.from_device++;
    pc_bench_counted.from_device_bytes += (double)bytes;
    break;
  default:
    break;
  }
}

static void on_submit(ompt_scope_endpoint_t endpoint, ompt_data_t *target, ompt_id_t *operation, unsigned teams) {
  (void)target, (void)operation, (void)teams;
  seen = 1;
  if (endpoint == ompt_scope_begin)
    pc_bench_kernel_starts();
  else
    pc_bench_kernel_ends();
}

static int start(ompt_function_lookup_t look_up, int device, ompt_data_t *data) {
  const ompt_set_callback_t set = (ompt_set_callback_t)look_up("ompt_set_callback");
  (void)device, (void)data;
  started = set && set(ompt_callback_target_data_op_emi, (ompt_callback_t)on_data) == ompt_set_always &&
            set(ompt_callback_target_submit_emi, (ompt_callback_t)on_submit) == ompt_set_always;
  return 1;
}

static void finish(ompt_data_t *data) { (void)data; }

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
  static ompt_start_tool_result_t result = {start, finish, {0}};
  (void)version, (void)runtime;
  return &result;
}

/* libomptarget asks the host's runtime by name, and where it does not find it nothing is ever reported. Looking
 * at the device runs a kernel. */
const char *pc_bench_counts_source(void) { return started && seen ? "OMPT" : NULL; }

int pc_bench_sees_kernels(void) { return started && seen; }
