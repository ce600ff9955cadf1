/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the deep-copy runtime tells of its copies (include/pointerchain/detail/profiled.h): where each extent lies on
 * the device, and what of it travels. Its own transfers pack many extents into one.
 */
#include "stale.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT void pc_place_entered(const void *host, const void *device, size_t bytes, const char *text, const char *file,
                             int line) {
  Pair *pair;
  if (!pc_stale_on || !bytes) return;
  pair = pc_stale_begin_pair((uintptr_t)host, (uintptr_t)device, bytes, NULL, text);
  pair->deep = 1;
  pair->file = file;
  pair->line = line;
  pc_stale_apart(pair);
}

EXPORT void pc_place_reached(const void *device, const char *text, const char *file, int line) {
  (void)device, (void)text, (void)file, (void)line;
}

EXPORT void pc_place_left(const void *device) {
  if (pc_stale_on) pc_stale_end_pair((uintptr_t)device, NULL);
}

EXPORT void pc_place_carried(const void *device, size_t bytes, int back) {
  Pair *pair = pc_stale_on ? pc_stale_pair_of_device((uintptr_t)device) : NULL;
  if (pair) pc_stale_carried(pair, (uintptr_t)device, bytes, back);
}
