/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* The device of this program, whichever the dialect. */

#ifndef PC_BENCH_DEVICE_H
#define PC_BENCH_DEVICE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pc_bench_device {
  const char *name;
  int is_host;        /* kernels run on the host: there is no device, or it is the host's processor */
  int falls_back;     /* ... because no device was found */
  int shares_memory;  /* what is mapped keeps its address: nothing is copied */
  int unified_memory; /* pc_bench_managed() gives memory that moves between host and device on demand */
} pc_bench_device;

/* Starts the device (a GPU takes a while) and says what it is. */
pc_bench_device pc_bench_start_device(void);

/* Memory for PC_BENCH_MANAGED, NULL where there is none left; call after the device has started. */
void *pc_bench_managed(size_t bytes);
void pc_bench_release_managed(void *memory);

/* What moved between host and device since the program began. 'pointers' are the pointers that were set
 * on the device, one by one (attached or detached); they are not among the transfers. */
typedef struct pc_bench_counts {
  double to_device, to_device_bytes, from_device, from_device_bytes, pointers;
} pc_bench_counts;
extern pc_bench_counts pc_bench_counted;

/* Where the numbers come from; NULL where nobody counts the transfers. */
const char *pc_bench_counts_source(void);

/* Whether a pointer is being attached or detached, so that the counter can tell it from data. */
extern int pc_bench_setting_pointer;

/* Whether the counter can tell when a kernel starts and ends: it calls these then. */
int pc_bench_sees_kernels(void);
void pc_bench_kernel_starts(void);
void pc_bench_kernel_ends(void);

#ifdef __cplusplus
}
#endif

#endif
