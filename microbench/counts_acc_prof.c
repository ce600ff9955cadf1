/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* Transfers as an OpenACC runtime reports them to a profiling library (OpenACC 3.3, section 5). */

#include <acc_prof.h>
#include <stdlib.h>

#include "device.h"

static int registered;

static void on_copy(acc_prof_info *profile, acc_event_info *event, acc_api_info *api) {
  const double bytes = (double)event->data_event.bytes;
  (void)api;
  if (pc_bench_setting_pointer) return;
  if (profile->event_type == acc_ev_enqueue_upload_start) {
    pc_bench_counted.to_device++;
    pc_bench_counted.to_device_bytes += bytes;
  } else {
    pc_bench_counted.from_device++;
    pc_bench_counted.from_device_bytes += bytes;
  }
}

/* The runtime calls this by its name. */
void acc_register_library(acc_prof_reg add, acc_prof_reg remove, acc_prof_lookup_func look_up);
void acc_register_library(acc_prof_reg add, acc_prof_reg remove, acc_prof_lookup_func look_up) {
  (void)remove, (void)look_up;
  add(acc_ev_enqueue_upload_start, on_copy, acc_reg);
  add(acc_ev_enqueue_download_start, on_copy, acc_reg);
  registered = 1;
}

const char *pc_bench_counts_source(void) { return registered ? "OpenACC profiling interface" : NULL; }

int pc_bench_sees_kernels(void) { return 0; }
