/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the deep-copy runtime tells of its copies (include/pointerchain/detail/profiled.h): where each extent lies
 * on the device, and what of it travels. Its own transfers pack many extents into one, so that no event of
 * OpenMP's tells whose bytes they are.
 *
 * What a directive's sections lead to is a structure. Structures that share an object are one.
 */
#include "profiler.h"

#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum { MOST = 1 << 16 };

Structure *pc_structures;
uint32_t pc_nstructures;

static uint32_t structure_at(const char *text, const char *file, int line) {
  uint32_t at;
  if (!pc_structures) pc_structures = (Structure *)pc_reserve(MOST * sizeof *pc_structures);
  for (at = 0; at < pc_nstructures; at++)
    if (pc_structures[at].line == line && strcmp(pc_structures[at].file, file) == 0) return pc_structures[at].same;
  if (pc_nstructures == MOST) pc_die("more directives copy structures than the profiler follows");
  pc_structures[at].text = text ? text : "";
  pc_structures[at].file = file;
  pc_structures[at].line = line;
  pc_structures[at].same = at;
  pc_nstructures++;
  return at;
}

static void unite(uint32_t one, uint32_t other) {
  const uint32_t first = one < other ? one : other, second = one < other ? other : one;
  uint32_t at;
  for (at = 0; at < pc_nstructures; at++)
    if (pc_structures[at].same == second) pc_structures[at].same = first;
}

static void join(uint32_t object, const char *text, const char *file, int line) {
  uint32_t structure;
  pc_lock();
  structure = structure_at(text, file, line);
  if (!pc_objects[object].structure)
    pc_objects[object].structure = structure + 1;
  else if (pc_structures[pc_objects[object].structure - 1].same != structure)
    unite(pc_structures[pc_objects[object].structure - 1].same, structure);
  pc_unlock();
}

EXPORT void pc_place_entered(const void *host, const void *device, size_t bytes, const char *text, const char *file,
                             int line) {
  const uint32_t object = pc_mapped(host, device, bytes, NULL, NULL, 1);
  if (object != (uint32_t)NONE) join(object, text, file, line);
}

/* What another directive has brought there. */
EXPORT void pc_place_reached(const void *device, const char *text, const char *file, int line) {
  Found found;
  if (pc_find((uintptr_t)device, &found) && !found.stack) join(found.object, text, file, line);
}

EXPORT void pc_place_left(const void *device) { pc_unmapped(device); }

EXPORT void pc_place_carried(const void *device, size_t bytes, int back) {
  Found found;
  if (pc_find((uintptr_t)device, &found) && !found.stack)
    pc_copied(found.object, back ? 0 : bytes, back ? bytes : 0);
}
