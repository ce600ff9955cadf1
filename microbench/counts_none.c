/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* For a runtime that nothing can be asked of: only the pointers that the programs set are. */

#include "device.h"

const char *pc_bench_counts_source(void) { return NULL; }

int pc_bench_sees_kernels(void) { return 0; }
