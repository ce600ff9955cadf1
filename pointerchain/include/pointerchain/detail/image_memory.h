/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Memory of large images and blocks, whose pages are faults one by one where nothing is done. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_IMAGE_MEMORY_H
#define POINTERCHAIN_DETAIL_IMAGE_MEMORY_H

#include "attributes.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PC_LARGE_BYTES = 1 << 22, PC_READY_BYTES = 1 << 18 };

/* Asks the system for the pages of memory that is written to next, where it can give several at once. */
PC_UNUSED static void pc_ready_memory(char *memory, size_t bytes) {
#ifdef MADV_POPULATE_WRITE
  const uintptr_t page = 4096, from = ((uintptr_t)memory + page - 1) & ~(page - 1), to = ((uintptr_t)memory + bytes) & ~(page - 1);
  if (from < to) (void)madvise((void *)from, to - from, MADV_POPULATE_WRITE);
#else
  (void)memory;
  (void)bytes;
#endif
}

#ifdef __cplusplus
}
#endif

#endif
