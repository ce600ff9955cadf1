/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Which objects a walk has come to, by address, where several pointers may lead to one: in the places of
 * image_marks.h, or in a map of the user's. Not for users.
 *
 * A map of the user's is not believed: what it finds is compared, and who has to know where all pointers lead (image_elsewhere.h)
 * does not ask it.
 */
#ifndef POINTERCHAIN_DETAIL_IMAGE_SHARING_H
#define POINTERCHAIN_DETAIL_IMAGE_SHARING_H

#include "../descriptor.h"
#include "../transfer_types.h"
#include "attributes.h"
#include "image_marks.h"
#include "linkage.h"
#include "shared.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Set under the lock. Without functions: no map of the user's. */
#define PC_SHARING_LAYOUT (sizeof(pc_sharing))
PC_NOTED pc_shared pc_shared_sharing = {"sharing", PC_RUNTIME_VERSION, PC_SHARING_LAYOUT, NULL};
PC_NOTE_OF(pc_shared_sharing);
#define PC_SHARING ((pc_sharing *)pc_shared_sharing.memory)

__attribute__((constructor(101))) PC_COLD static void pc_share_sharing(void) {
  static const pc_sharing begin = {NULL, NULL, NULL, NULL, NULL};
  pc_share(&pc_shared_sharing, PC_RUNTIME_VERSION, PC_SHARING_LAYOUT, &begin, sizeof begin);
}

/* An object of an image. */
typedef struct pc_packed {
  uintptr_t base; /* 0: no pointer leads to it by its address */
  size_t bytes;
  uint32_t type, depth;
  uint32_t next; /* of the same place, 1 + its number */
  uint32_t held; /* PC_HELD_BY_ONE: an owned pointer or a container leads to it */
} pc_packed;

/* Those of a walk, in the order in which it has come to them. */
typedef struct pc_packed_list {
  pc_packed *list;
  size_t n, capacity;
  pc_sharing own;
  void *map; /* of `own`, or null */
} pc_packed_list;

/* Begins anew. 0: no memory. */
PC_UNUSED static int pc_begin_packed(pc_packed_list *packed) {
  if (packed->map) packed->own.end(packed->map);
  packed->n = 0;
  packed->map = NULL;
  packed->own = *PC_SHARING;
  if (packed->own.begin) packed->map = packed->own.begin(packed->own.data);
  return !packed->own.begin || packed->map;
}

PC_UNUSED static void pc_free_packed(pc_packed_list *packed) {
  if (packed->map) packed->own.end(packed->map);
  free(packed->list);
}

/* 1 + the number of an object that begins at an address or near it, from which `next` leads to others, or 0. */
PC_UNUSED static uint32_t pc_first_packed(const pc_packed_list *packed, pc_marks *marks, uintptr_t address,
                                          const pc_type *type) {
  const uint32_t *place;
  if (packed->map) {
    size_t number = 0;
    if (!packed->own.find(packed->map, (const void *)address, type, &number) || number >= packed->n ||
        packed->list[number].base != address)
      return 0;
    return (uint32_t)number + 1;
  }
  place = pc_mark_place(marks, address, 0);
  return place ? *place : 0;
}

/* Lets the last object of the list be found by its address. 0: no memory. */
PC_UNUSED static int pc_note_packed(pc_packed_list *packed, pc_marks *marks, const pc_type *type) {
  pc_packed *one = &packed->list[packed->n - 1];
  uint32_t *place;
  if (packed->map) return packed->own.insert(packed->map, (const void *)one->base, type, packed->n - 1);
  place = pc_mark_place(marks, one->base, 1);
  if (!place) return 0;
  one->next = *place;
  *place = (uint32_t)packed->n;
  return 1;
}

#ifdef __cplusplus
}
#endif

#endif
