/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Reads of older copies: linked to a program that clang compiled with -fsanitize=thread, in the place of
 * ThreadSanitizer's runtime. For each byte of which the device has a copy it knows which of the two is older: a
 * store on one side makes the other side's copy older, a transfer makes the target as old as its source. A load of
 * an older copy is told in the file that POINTERCHAIN_STALE_REPORT names; without one nothing is done.
 *
 * Transfers are those that the OpenMP runtime reports (OMPT; OpenMP 5.2, chapter 19). Code without instrumentation
 * is told by values: each byte of a pair that was alike, and each older one, is remembered as it was.
 *
 *   shadow.c   what is known of each byte
 *   pairs.c    which byte of the device is the copy of which of the host
 *   events.c   what the runtime and the C library do: transfers, allocations, input and output
 *   deep.c     what the deep-copy runtime tells of its copies
 *   tell.c     the report
 */
#include "stale.h"

#include "hooks.h" /* pointerchain/build */
