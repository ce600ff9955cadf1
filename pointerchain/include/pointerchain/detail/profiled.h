/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What a program that 'pointerchain place profile' builds tells the profiler: where extents lie on the device, and
 * what of them travels. In all other programs nothing is told. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_PROFILED_H
#define POINTERCHAIN_DETAIL_PROFILED_H

#include "attributes.h"
#include "place.h"
#include "state.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef PC_PLACE_PROFILED
/* The profiler's. `text` is the directive's first section; it and `file` stay where they are. */
extern void pc_place_entered(const void *host, const void *device, size_t bytes, const char *text,
                             const char *file, int line);
extern void pc_place_reached(const void *device, const char *text, const char *file, int line);
extern void pc_place_left(const void *device);
extern void pc_place_carried(const void *device, size_t bytes, int back);
#endif

PC_UNUSED static void pc_tell_entered(const pc_plan *plan, const char *text) {
#ifdef PC_PLACE_PROFILED
  size_t i;
  for (i = 0; i < plan->nextents; ++i) {
    const pc_extent *extent = &plan->extents[i];
    if (extent->type & PC_MAPPED)
      pc_place_reached((const void *)pc_device_of(plan, extent), text, plan->file, plan->line);
    if (extent->type & (PC_VIEW | PC_MAPPED)) continue;
    pc_place_entered((const void *)extent->base, (const void *)pc_device_address(plan, extent), extent->bytes,
                     text, plan->file, plan->line);
  }
#else
  (void)plan, (void)text;
#endif
}

PC_UNUSED static void pc_tell_left(const pc_plan *plan, const pc_extent *extent) {
#ifdef PC_PLACE_PROFILED
  pc_place_left((const void *)pc_device_address(plan, extent));
#else
  (void)plan, (void)extent;
#endif
}

PC_UNUSED static void pc_tell_carried(const pc_plan *plan, const pc_extent *extent, size_t from, size_t to,
                                      int back) {
#ifdef PC_PLACE_PROFILED
  pc_place_carried((const void *)(pc_device_address(plan, extent) + from), to - from, back);
#else
  (void)plan, (void)extent, (void)from, (void)to, (void)back;
#endif
}

#ifdef __cplusplus
}
#endif

#endif
