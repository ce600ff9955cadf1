/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Objects that own memory of their own, while an image is loaded: containers. Not for users.
 *
 * A container is made empty where it lies and, where it is a sequence, resized when the record of its elements is
 * read. What a pointer of C++ is to own it gets at the end, when nothing can fail any more. So a failure finds
 * empty pointers, and sequences whose elements have no pointer that the program would follow: it empties the
 * sequences, the last first, so that nothing recurses. What several pointers share has a keeper, one more such
 * pointer, until they have got it.
 */
#ifndef POINTERCHAIN_DETAIL_IMAGE_LIVES_H
#define POINTERCHAIN_DETAIL_IMAGE_LIVES_H

#include "../descriptor.h"
#include "attributes.h"
#include "image_types.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A container of the new structure. */
typedef struct pc_lives_made {
  void *at;
  const pc_life *life;
  int ours; /* nothing else destroys it */
} pc_lives_made;

/* What a pc_life allocated. */
typedef struct pc_lives_memory {
  void *first;
  const pc_life *life;
  size_t align;
  int array, trivial;
} pc_lives_memory;

/* A pointer of C++ that gets what it owns at the end. */
typedef struct pc_lives_owner {
  void *cell;
  const pc_life *life;
  void *first;   /* null: what a keeper keeps, */
  size_t number; /* that of the object of this number */
} pc_lives_owner;

typedef struct pc_lives_keeper {
  void *object;
  const pc_life *life;
} pc_lives_keeper;

/* Elements that something else destroys. */
typedef struct pc_lives_built {
  char *at;
  size_t n;
  uint32_t type;
} pc_lives_built;

typedef struct pc_load_lives {
  pc_lives_made *made;
  pc_lives_memory *memory;
  pc_lives_owner *owners;
  pc_lives_keeper *keepers;
  pc_lives_built *built;
  size_t nmade, capmade, nmemory, capmemory, nowners, capowners, nkeepers, capkeepers, nbuilt, capbuilt;
} pc_load_lives;

/* The functions below give 0 where there is no memory. */

PC_UNUSED static int pc_lives_make(pc_load_lives *lives, void *at, const pc_life *life, int ours) {
  if (!pc_image_grow(&lives->made, &lives->capmade, lives->nmade, sizeof *lives->made)) return 0;
  lives->made[lives->nmade].at = at;
  lives->made[lives->nmade].life = life;
  lives->made[lives->nmade++].ours = ours;
  return 1;
}

PC_UNUSED static int pc_lives_own(pc_load_lives *lives, void *cell, const pc_life *life, void *first, size_t number) {
  pc_lives_owner *owner;
  if (!pc_image_grow(&lives->owners, &lives->capowners, lives->nowners, sizeof *lives->owners)) return 0;
  owner = &lives->owners[lives->nowners++];
  owner->cell = cell;
  owner->life = life;
  owner->first = first;
  owner->number = number;
  return 1;
}

PC_UNUSED static int pc_lives_build(pc_load_lives *lives, void *at, size_t n, uint32_t type) {
  if (!pc_image_grow(&lives->built, &lives->capbuilt, lives->nbuilt, sizeof *lives->built)) return 0;
  lives->built[lives->nbuilt].at = (char *)at;
  lives->built[lives->nbuilt].n = n;
  lives->built[lives->nbuilt++].type = type;
  return 1;
}

/* Memory for objects; where `cell` is not null, the container there gets it at the end. Null: there is none. */
PC_UNUSED static char *pc_lives_allocate(pc_load_lives *lives, const pc_life *life, void *cell, size_t size,
                                         size_t align, size_t n, int array, int trivial) {
  pc_lives_memory *memory;
  if (!pc_image_grow(&lives->memory, &lives->capmemory, lives->nmemory, sizeof *lives->memory)) return NULL;
  memory = &lives->memory[lives->nmemory];
  memory->first = life->allocate(size, align, n, array, trivial);
  if (!memory->first) return NULL;
  memory->life = life;
  memory->align = align;
  memory->array = array;
  memory->trivial = trivial;
  ++lives->nmemory;
  return !cell || pc_lives_own(lives, cell, life, memory->first, 0) ? (char *)memory->first : NULL;
}

/* Makes the containers of zeros of a type that always are there; those from `to` on are destroyed. */
PC_UNUSED static void pc_lives_unmake(const pc_image_type *type, char *at, size_t to) {
  while (to--) {
    const pc_image_slot *slot = &type->slots[type->holes[to]];
    if (!slot->pointer->when) slot->life->destroy(at + slot->offset);
  }
}

/* One object of a type that is kept, with empty containers and zeros: `*keeper` is 1 + the number of its keeper. */
PC_UNUSED static char *pc_lives_keep(pc_load_lives *lives, const pc_image_slot *slot, const pc_image_type *type,
                                     size_t size, int rows, uint32_t *keeper) {
  const pc_life *life = slot->life;
  const size_t nholes = rows ? 0 : type->nholes, align = rows ? sizeof(void *) : type->align;
  void *object;
  char *at;
  size_t k;
  if (!pc_image_grow(&lives->keepers, &lives->capkeepers, lives->nkeepers, sizeof *lives->keepers)) return NULL;
  object = malloc(slot->width);
  if (!object) return NULL;
  at = (char *)life->allocate(size, align, 1, 0, life->trivial);
  if (at) {
    memset(at, 0, size);
    for (k = 0; k < nholes; ++k) {
      const pc_image_slot *hole = &type->slots[type->holes[k]];
      if (!hole->pointer->when && !hole->life->construct(at + hole->offset)) break;
    }
    if (k == nholes && life->construct(object)) {
      if (life->own(object, at)) {
        lives->keepers[lives->nkeepers].object = object;
        lives->keepers[lives->nkeepers++].life = life;
        *keeper = (uint32_t)lives->nkeepers;
        return at;
      }
      life->destroy(object);
    } else {
      pc_lives_unmake(type, at, k);
      life->release(at, align, 0, life->trivial);
    }
  }
  free(object);
  return NULL;
}

/* What lies between the containers of an object. */
PC_UNUSED static void pc_lives_copy(const pc_image_type *type, char *to, const char *from) {
  size_t at = 0, k;
  for (k = 0; k < type->nholes; ++k) {
    const pc_image_slot *slot = &type->slots[type->holes[k]];
    if (slot->offset > at) memcpy(to + at, from + at, slot->offset - at);
    if (slot->offset + slot->width > at) at = slot->offset + slot->width;
  }
  if (type->size > at) memcpy(to + at, from + at, type->size - at);
}

/* Makes the containers of an object whose bytes in the image are `from`. `ours`: its memory is nobody else's, and has
 * no containers. `alive`: which of its pointers there are, or null where no condition is asked. */
PC_UNUSED static int pc_lives_fill(pc_load_lives *lives, const pc_image_type *type, char *to, const char *from, int ours,
                                   const unsigned char *alive) {
  size_t k;
  for (k = 0; k < type->nholes; ++k) {
    const size_t number = type->holes[k];
    const pc_image_slot *slot = &type->slots[number];
    const int is = !alive || !slot->pointer->when || alive[number],
              was = !ours && (!slot->pointer->when || slot->pointer->when(to + slot->owner));
    if (was && !is) slot->life->destroy(to + slot->offset);
    if (!is) continue;
    if (!pc_image_grow(&lives->made, &lives->capmade, lives->nmade, sizeof *lives->made)) return 0;
    if (!was && !slot->life->construct(to + slot->offset)) return 0;
    (void)pc_lives_make(lives, to + slot->offset, slot->life, ours);
  }
  if (!ours) pc_lives_copy(type, to, from);
  return 1;
}

/* Gives each pointer what it owns. */
PC_UNUSED static void pc_lives_settle(pc_load_lives *lives, const uint32_t *(*keeper)(const void *, size_t),
                                      const void *data) {
  size_t i;
  for (i = 0; i < lives->nowners; ++i) {
    const pc_lives_owner *owner = &lives->owners[i];
    if (owner->first) {
      (void)owner->life->own(owner->cell, owner->first);
    } else {
      owner->life->share(owner->cell, lives->keepers[*keeper(data, owner->number) - 1].object);
    }
  }
}

/* Takes back all that was made. */
PC_UNUSED static void pc_lives_undo(pc_load_lives *lives, const pc_image_types *types) {
  size_t i, e, k;
  for (i = 0; i < lives->nbuilt; ++i) {
    const pc_lives_built *built = &lives->built[i];
    const pc_image_type *type = &types->list[built->type];
    for (e = 0; e < built->n; ++e)
      for (k = 0; k < type->nslots; ++k)
        if (!type->slots[k].life) memset(built->at + e * type->size + type->slots[k].offset, 0, sizeof(void *));
  }
  for (i = lives->nmade; i--;)
    if (lives->made[i].life->resize) (void)lives->made[i].life->resize(lives->made[i].at, 0);
  for (i = lives->nmade; i--;)
    if (lives->made[i].ours) lives->made[i].life->destroy(lives->made[i].at);
  for (i = 0; i < lives->nmemory; ++i) {
    const pc_lives_memory *memory = &lives->memory[i];
    memory->life->release(memory->first, memory->align, memory->array, memory->trivial);
  }
}

PC_UNUSED static void pc_free_lives(pc_load_lives *lives) {
  size_t i;
  for (i = 0; i < lives->nkeepers; ++i) {
    lives->keepers[i].life->destroy(lives->keepers[i].object);
    free(lives->keepers[i].object);
  }
  free(lives->made);
  free(lives->memory);
  free(lives->owners);
  free(lives->keepers);
  free(lives->built);
}

#ifdef __cplusplus
}
#endif

#endif
