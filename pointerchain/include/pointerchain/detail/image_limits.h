/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Judges bytes that cannot have all values (pc_limit). Not for users.
 *
 * Both sides do: what would be refused where it is read is refused where it is written.
 */
#ifndef POINTERCHAIN_DETAIL_IMAGE_LIMITS_H
#define POINTERCHAIN_DETAIL_IMAGE_LIMITS_H

#include "../descriptor.h"
#include "attributes.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

PC_UNUSED static unsigned long long pc_limited_value(const char *at, size_t bytes) {
  uint8_t one;
  uint16_t two;
  uint32_t four;
  uint64_t eight;
  switch (bytes) {
    case 1: memcpy(&one, at, sizeof one); return one;
    case 2: memcpy(&two, at, sizeof two); return two;
    case 4: memcpy(&four, at, sizeof four); return four;
    default: memcpy(&eight, at, sizeof eight); return eight;
  }
}

/* What becomes of a `bool` that is neither 0 nor 1. A program may keep some that it never set, in elements that it does
 * not use yet, and has to get its image back: such a one is written as it is, and read as true. */
typedef enum pc_truths {
  PC_TRUTHS_PASS,
  PC_TRUTHS_SETTLE,
  PC_TRUTHS_REFUSE
} pc_truths;

/* The first limit that one of `n` elements, `size` bytes apart, does not keep; null: they keep all. `tail`: elements of
 * a flexible array, where one ends them. Lists are nested as types are. Only PC_TRUTHS_SETTLE changes what lies
 * there. */
PC_UNUSED static const pc_limit *pc_beyond_limits(const pc_limit *limits, size_t nlimits, const char *at, size_t n,
                                                  size_t size, size_t tail, pc_truths truths) {
  size_t e, k, i;
  if (!nlimits) return NULL;
  if (limits->truth && truths == PC_TRUTHS_PASS && nlimits == 1) return NULL;
  if (nlimits == 1 && size == 1 && limits->truth && limits->repeat == 1) { /* in one sweep, as a rule */
    int beyond = 0;
    for (e = 0; e < n; ++e) beyond |= (unsigned char)at[e] > 1;
    if (!beyond) return NULL;
  }
  for (e = 0; e < n; ++e)
    for (k = 0; k < nlimits; ++k) {
      const pc_limit *limit = &limits[k];
      const char *place = at + e * size + limit->offset;
      const size_t repeat = limit->repeat ? limit->repeat : tail;
      for (i = 0; i < repeat; ++i, place += limit->stride) {
        const pc_limit *found = limit;
        if (limit->inner) {
          if (limit->bytes && pc_limited_value(place + limit->guard, limit->bytes) != limit->most) continue;
          found = pc_beyond_limits(limit->inner, limit->ninner, place, 1, 0, 0, truths);
        } else if (pc_limited_value(place, limit->bytes) <= limit->most) {
          continue;
        } else if (limit->truth && truths != PC_TRUTHS_REFUSE) {
          if (truths == PC_TRUTHS_SETTLE) memset((char *)(uintptr_t)place, 1, 1);
          continue;
        }
        if (found) return found;
      }
    }
  return NULL;
}

/* The name of a member of a record, or of one of several elements, in `bytes` bytes, that is no value of its type; null:
 * there is none. `tail`: elements of its flexible array. */
PC_UNUSED static const char *pc_no_value(const pc_type *type, const char *at, size_t bytes, long long tail,
                                         pc_truths truths) {
  const pc_limit *beyond;
  if (!type->nlimits) return NULL;
  beyond = pc_beyond_limits(type->limits, type->nlimits, at, type->tail ? 1 : bytes / type->size, type->size,
                            tail > 0 ? (size_t)tail : 0, truths);
  if (!beyond) return NULL;
  return *beyond->name ? beyond->name : "an element";
}

#ifdef __cplusplus
}
#endif

#endif
