/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* The harness's side of the allocator: every object of a tree is on one list. */

#ifndef PC_BENCH_OBJECTS_H
#define PC_BENCH_OBJECTS_H

#include "pc_bench.h"

#ifdef __cplusplus
extern "C" {
#endif

/* From here on every object gets pages of its own, which pc_bench_protect(1) locks and
 * pc_bench_protect(0) opens again. Call it before anything is allocated. */
void pc_bench_use_pages(void);
void pc_bench_protect(int lock);

/* Step 2: gives every element of every array its first value. */
void pc_bench_fill(void);

/* Step 6: how many elements differ from what they have to be now, and how many of the tree's pointers
 * from what they were; neither trusts anything that the kernel or the transfers touched. */
typedef struct pc_bench_faults {
  size_t elements, pointers;
  size_t array, index;    /* the first wrong element */
  double found, expected; /* ... what it is, and what it has to be */
} pc_bench_faults;
pc_bench_faults pc_bench_check(void);

/* Bytes asked for since the last release: as allocated, and as the paper counts them. */
typedef struct pc_bench_bytes {
  size_t allocated, payload;
} pc_bench_bytes;
pc_bench_bytes pc_bench_allocated(void);

/* Frees everything. */
void pc_bench_release(void);

#ifdef __cplusplus
}
#endif

#endif
