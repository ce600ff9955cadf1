/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The records of an image that is loaded (image_load.h): the next of them, looked at and put where its object is to
 * be. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_IMAGE_RECORDS_H
#define POINTERCHAIN_DETAIL_IMAGE_RECORDS_H

#include "../deepcopy_types.h"
#include "attributes.h"
#include "image_format.h"
#include "image_limits.h"
#include "image_lives.h"
#include "image_loader.h"
#include "image_pack.h"
#include "image_types.h"
#include "state.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Corrects the pointers to an object that has got its place. */
PC_UNUSED static void pc_load_place(pc_loader *loader, const pc_load_frame *frame, char *at) {
  void *cell = frame->cell;
  pc_load_object *object;
  if (!loader->numbered) {
    if (!frame->slot) memcpy(cell, &at, sizeof at);
    return;
  }
  object = &loader->objects[frame->number];
  object->at = at;
  for (cell = object->cell; cell;) {
    void *next;
    memcpy(&next, cell, sizeof next);
    memcpy(cell, &at, sizeof at);
    cell = next;
  }
}

/* Memory for the elements of a container, or for objects that have containers, without their bytes. `*ours`: it has no
 * containers yet, and nothing else destroys those that it will have. Null: failed. */
PC_UNUSED static char *pc_load_room(pc_loader *loader, const pc_load_frame *frame, size_t size, size_t n, int *ours,
                                    int *status) {
  const pc_image_type *type = &loader->types.list[frame->type];
  const pc_image_slot *slot = frame->slot;
  const size_t align = frame->rows ? sizeof(void *) : type->align;
  const char *owner;
  char *to;
  *ours = 1;
  if (!slot) /* what allocates is the same for all */
    return pc_lives_allocate(&loader->lives, type->slots[type->holes[0]].life, NULL, size, align, n, frame->array, 0);
  if (slot->life->share) {
    *ours = 0;
    to = pc_lives_keep(&loader->lives, slot, type, size, frame->rows != NULL, &loader->objects[frame->number].keeper);
    return to && pc_lives_own(&loader->lives, frame->cell, slot->life, NULL, frame->number) ? to : NULL;
  }
  if (slot->life->own)
    return pc_lives_allocate(&loader->lives, slot->life, frame->cell, size, align, n, slot->life->array, slot->life->trivial);
  *ours = 0;
  owner = (const char *)frame->cell - slot->offset + slot->owner;
  if (n < (size_t)slot->life->extra) {
    *status = pc_load_fail(loader, slot->pointer->name, "it has fewer elements than it always has");
    return NULL;
  }
  if (!slot->life->resize(frame->cell, (long long)n - slot->life->extra)) {
    *status = pc_load_unresized(loader, slot->pointer->name);
    return NULL;
  }
  to = (char *)(uintptr_t)slot->pointer->data(owner);
  if (to && slot->pointer->count(owner) == (long long)n) return to;
  *status = pc_load_fail(loader, slot->pointer->name, "its 'resize' gives it another number of elements");
  return NULL;
}

/* Memory for separate objects, with their bytes; their containers are made. Null: failed. */
PC_UNUSED static char *pc_load_separate(pc_loader *loader, const pc_load_frame *frame, const char *from, size_t bytes,
                                        int *status) {
  const pc_image_type *type = &loader->types.list[frame->type];
  const int lives = type->nholes && !frame->rows;
  const size_t size = frame->rows ? sizeof(void *) : type->type->tail ? bytes : type->size, n = bytes / size;
  char *to;
  size_t i;
  int ours = 1;
  if (!frame->slot && !lives) {
    if (!pc_image_grow(&loader->separate, &loader->capseparate, loader->nseparate, sizeof *loader->separate))
      return NULL;
    to = (char *)malloc(bytes);
    if (!to) return NULL;
    loader->separate[loader->nseparate++] = to;
  } else {
    to = pc_load_room(loader, frame, size, n, &ours, status);
    if (!to) return NULL;
  }
  if (!ours && !frame->rows && type->nslots && !pc_lives_build(&loader->lives, to, n, frame->type)) return NULL;
  if (ours || !lives) memcpy(to, from, bytes);
  for (i = 0; lives && i < n; ++i) {
    const char *element = from + i * size;
    if (type->conditions && !pc_bare_copy(&loader->types, &loader->bare, element, size, frame->type)) return NULL;
    if (!pc_lives_fill(&loader->lives, type, to + i * size, element, ours, type->conditions ? loader->bare.alive : NULL))
      return NULL;
  }
  return to;
}

/* The next record: its memory, with its bytes. Null: failed, with a status. */
PC_UNUSED static char *pc_load_record(pc_loader *loader, const pc_load_frame *frame, size_t align, const char **source,
                                       int *status) {
  const pc_image_type *type = &loader->types.list[frame->type];
  const char *from;
  char *to;
  size_t at = loader->at, bytes = frame->bytes;
  long long tail = 0;
  *status = PC_OK;
  if (pc_image_align(at, align) < at || pc_image_align(at, align) > loader->end ||
      bytes > loader->end - pc_image_align(at, align)) {
    *status = pc_fail(loader->call, PC_ERROR_IMAGE, "an object of '%s' at byte %zu does not fit into the image",
                      type->type->name, at);
    return NULL;
  }
  at = pc_image_align(at, align);
  from = loader->block ? loader->block + (at - loader->start) : loader->image + at;
  *source = from;
  if (type->type->tail && !frame->rows) {
    const char *bare = pc_bare_copy(&loader->types, &loader->bare, from, type->size, frame->type);
    if (!bare) {
      *status = pc_no_memory(loader->call);
      return NULL;
    }
    tail = type->type->tail(bare);
    bytes = pc_bytes_of_tail(type->type, tail);
    if (bytes > loader->end - at) {
      *status = pc_fail(loader->call, PC_ERROR_IMAGE,
                        "the flexible array member of '%s' at byte %zu does not fit into the image",
                        type->type->name, at);
      return NULL;
    }
  }
  if (!frame->rows) {
    const char *wrong = pc_no_value(type->type, from, frame->bytes, tail, loader->block ? PC_TRUTHS_SETTLE : PC_TRUTHS_PASS);
    if (wrong) {
      *status = pc_fail(loader->call, PC_ERROR_IMAGE, "'%s' of '%s' at byte %zu of the image is no value of its type",
                        wrong, type->type->name, at);
      return NULL;
    }
  }
  loader->at = at + bytes;
  ++loader->loaded;
  if (loader->block) {
    to = loader->block + (at - loader->start);
  } else {
    to = pc_load_separate(loader, frame, from, bytes, status);
    if (!to && *status == PC_OK) *status = pc_no_memory(loader->call);
    if (!to) return NULL;
    if (!frame->rows) pc_no_value(type->type, to, frame->bytes, tail, PC_TRUTHS_SETTLE);
  }
  pc_load_place(loader, frame, to);
  if (loader->numbered) loader->objects[frame->number].bytes = bytes;
  if (type->type->tail && !frame->rows && !pc_load_note_plain(loader, type->type->tail, to, tail))
    *status = pc_no_memory(loader->call);
  return *status == PC_OK ? to : NULL;
}

#ifdef __cplusplus
}
#endif

#endif
