/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the tokens of an image say while it is loaded (image_load.h): that a pointer leads to the next record, to an
 * object that was met, or to what is known at the end. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_IMAGE_TOKENS_H
#define POINTERCHAIN_DETAIL_IMAGE_TOKENS_H

#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "image_format.h"
#include "image_lives.h"
#include "image_loader.h"
#include "image_types.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How many elements a pointer leads to. `*told`: only the image can say that. Where its token says it otherwise, it has to
 * be the same, and is taken from the token: a variable that the length reads may have been another. */
PC_UNUSED static int pc_load_count(pc_loader *loader, const pc_load_pointer *one, uintptr_t *given, int kinds,
                                   long long *count, int *told) {
  const uintptr_t token = *given;
  const pc_pointer *pointer = one->pointer;
  const pc_row_owner row = {one->bare, one->row};
  pc_load_length *length;
  *told = 0;
  *count = pointer->kind != PC_OBSERVER;
  if (!pointer->count) return PC_OK;
  *count = pointer->count(one->row < 0 ? one->bare : (const void *)&row);
  if (*count == PC_LENGTH_UNDEFINED) return pc_load_fail(loader, one->name, PC_NO_LENGTH);
  if (pointer->kind == PC_OBSERVER) {
    if (*count < 0) *count = 0;
    return PC_OK;
  }
  *told = *count == PC_LENGTH_UNREADABLE;
  if (*told) {
    if (!one->string && !loader->trusted)
      return pc_fail(loader->call, PC_ERROR_IMAGE,
                     "'%s' of '%s': its length is read through a pointer; only a trusted image may tell it",
                     one->name, loader->within);
    if (PC_TOKEN_BITS(token) > PTRDIFF_MAX) return pc_load_fail(loader, one->name, "its length is too large");
    *count = PC_TOKEN_SORT(token) == PC_TOKEN_NEXT ? (long long)PC_TOKEN_BITS(token) : -1;
  }
  if (!*told && !kinds && PC_TOKEN_SORT(token) == PC_TOKEN_NEXT) {
    if (*count < 0 || PC_TOKEN_BITS(token) != (unsigned long long)*count)
      return pc_load_fail(loader, one->name, "its length is not the one that the image has");
    *given = PC_TOKEN_NEXT;
  }
  if (!*told && one->row < 0)
    return pc_load_note_plain(loader, pointer->count, one->owner, *count) ? PC_OK : pc_no_memory(loader->call);
  length = pc_load_note(loader, one->owner, one->row, *count);
  if (!length) return pc_no_memory(loader->call);
  length->count = pointer->count;
  if (*told) {
    length->cell = one->cell;
    length->string = one->string;
    if (PC_TOKEN_SORT(token) == PC_TOKEN_MET) length->object = PC_TOKEN_BITS(token) + 1;
  }
  return PC_OK;
}

/* Looks whether a pointer may lead to an object that was met. */
PC_UNUSED static int pc_load_may_meet(pc_loader *loader, const pc_load_pointer *one, size_t number, size_t bytes,
                                      const pc_load_frame *to) {
  const pc_load_object *object;
  if (number >= loader->nobjects)
    return pc_load_fail(loader, one->name, "it leads to an object that was not met");
  object = &loader->objects[number];
  if (to->depth != object->depth || object->type != to->type || bytes > object->bytes ||
      (to->depth && !pc_rows_agree(to->rows, pc_noted_rows(&loader->row_notes, number))))
    return pc_load_fail(loader, one->name, "it leads to an object of another type or length");
  return PC_OK;
}

/* A pointer to an object that was met. */
PC_UNUSED static int pc_load_met(pc_loader *loader, const pc_load_pointer *one, size_t number, size_t bytes,
                                 const pc_load_frame *to) {
  const int owned = one->pointer && one->pointer->kind == PC_OWNED;
  pc_load_object *object;
  const int status = pc_load_may_meet(loader, one, number, bytes, to);
  if (status != PC_OK) return status;
  object = &loader->objects[number];
  if (one->slot) {
    if (one->slot->holder < PC_HOLDERS || object->held != one->slot->holder)
      return pc_load_fail(loader, one->name, "it owns what another pointer owns");
    return pc_lives_own(&loader->lives, one->cell, one->slot->life, NULL, number) ? PC_OK : pc_no_memory(loader->call);
  }
  if (owned && object->held) return pc_load_fail(loader, one->name, "it owns what another pointer owns");
  if (owned) object->held = PC_HELD_BY_ONE;
  if (object->at) {
    memcpy(one->cell, &object->at, sizeof object->at);
  } else {
    memcpy(one->cell, &object->cell, sizeof object->cell);
    object->cell = one->cell;
  }
  return PC_OK;
}

/* A pointer that gets its value at the end. */
PC_UNUSED static int pc_load_elsewhere_later(pc_loader *loader, const pc_load_pointer *one, size_t bytes, int told,
                                             const pc_load_frame *to) {
  static const void *const nothing = NULL;
  pc_load_elsewhere *later;
  if (one->slot || (one->pointer && one->pointer->kind == PC_OWNED))
    return pc_load_fail(loader, one->name, "it is owned, but leads into another object");
  if (!pc_image_grow(&loader->elsewhere, &loader->capelsewhere, loader->nelsewhere, sizeof *loader->elsewhere))
    return pc_no_memory(loader->call);
  memcpy(one->cell, &nothing, sizeof nothing);
  later = &loader->elsewhere[loader->nelsewhere++];
  later->cell = one->cell;
  later->pointer = one->pointer;
  later->within = loader->within;
  later->bytes = bytes;
  later->type = to->type;
  later->depth = to->depth;
  later->string = one->string && !to->depth;
  later->length = told ? loader->nlengths : 0;
  return PC_OK;
}

/* Takes from the token of a pointer of what class its one object is, where others derive from its type. */
PC_UNUSED static int pc_load_kind(pc_loader *loader, const pc_load_pointer *one, uintptr_t *token, long long count,
                                  int told, pc_load_frame *to) {
  const uint32_t base = to->type;
  const pc_image_type *type = &loader->types.list[base];
  size_t kind = PC_TOKEN_BITS(*token);
  pc_load_length *length;
  if (count != 1 || told)
    return pc_load_fail(loader, one->name, "it leads to other than one object of a class from which others derive");
  if (PC_TOKEN_SORT(*token) == PC_TOKEN_MET) {
    if (kind >= loader->nobjects) return pc_load_fail(loader, one->name, "it leads to an object that was not met");
    kind = pc_image_kind(&loader->types, loader->objects[kind].type, base);
  } else {
    *token = PC_TOKEN_SORT(*token);
  }
  if (kind < 1 || kind > type->nkinds)
    return pc_load_fail(loader, one->name, "it leads to an object whose class is not known");
  to->type = type->kinds[kind - 1];
  length = pc_load_note(loader, NULL, -1, (long long)kind - 1);
  if (!length) return pc_no_memory(loader->call);
  length->kind = type->type->kind;
  length->cell = one->cell;
  return PC_OK;
}

/* Takes the token of a pointer, which is to lead to `count` elements; -1: as many as there are. `to` says to what
 * sort of them. */
PC_UNUSED static int pc_load_token(pc_loader *loader, const pc_load_pointer *one, uintptr_t token, long long count,
                                   int told, const pc_load_frame *asked) {
  pc_load_frame of_kind;
  const pc_load_frame *to = asked;
  const pc_image_type *type;
  size_t size;
  const int observes = one->pointer && one->pointer->kind == PC_OBSERVER;
  static const void *const nothing = NULL;
  pc_load_object *object;
  pc_load_frame *frame;
  size_t bytes = 0;
  if (!to->rows && !observes && !one->slot && loader->types.list[to->type].nkinds) {
    int status;
    of_kind = *to;
    to = &of_kind;
    status = pc_load_kind(loader, one, &token, count, told, &of_kind);
    if (status != PC_OK) return status;
  }
  type = &loader->types.list[to->type];
  size = to->rows ? sizeof(void *) : type->size;
  if (observes) { /* of anything, which the image need not have */
    if (token != PC_TOKEN_ELSEWHERE) return pc_load_fail(loader, one->name, "it is an observer, but its token is another");
    if (size && (unsigned long long)count > PTRDIFF_MAX / size)
      return pc_load_fail(loader, one->name, "its length is too large");
    return pc_load_elsewhere_later(loader, one, (size_t)count * size, 0, to);
  }
  if (count == -1 && PC_TOKEN_SORT(token) != PC_TOKEN_NEXT) count = 1; /* at least; told */
  if (count <= 0 || !size)
    return pc_load_fail(loader, one->name, "it leads to nothing, but is not null");
  if (count == 1 ? size > loader->end - loader->start
                 : (unsigned long long)count > (loader->end - loader->start) / size)
    return pc_load_fail(loader, one->name, "its length is larger than the image");
  bytes = (size_t)count * size;
  if (told && !one->slot) loader->lengths[loader->nlengths - 1].element = size;
  if (type->type->tail && !to->rows && count > 1)
    return pc_load_fail(loader, one->name, "it leads to several objects with a flexible array member");
  if (token == PC_TOKEN_ELSEWHERE) return pc_load_elsewhere_later(loader, one, bytes, told, to);
  if (PC_TOKEN_SORT(token) == PC_TOKEN_MET) return pc_load_met(loader, one, PC_TOKEN_BITS(token), bytes, to);
  if (PC_TOKEN_SORT(token) != PC_TOKEN_NEXT || (!told && token != PC_TOKEN_NEXT))
    return pc_load_fail(loader, one->name, "it is no token");
  if (bytes > loader->end - loader->at)
    return pc_load_fail(loader, one->name, "its length is larger than what is left of the image");
  if (!pc_image_grow(&loader->stack, &loader->capstack, loader->nstack, sizeof *loader->stack))
    return pc_no_memory(loader->call);
  /* Each for itself: what is stored and soon loaded in pieces of another size makes a processor wait. */
  frame = &loader->stack[loader->nstack++];
  frame->cell = one->cell;
  frame->number = 0;
  frame->bytes = bytes;
  frame->rows = to->rows;
  frame->slot = one->slot;
  frame->array = one->pointer ? one->pointer->count != NULL : count > 1;
  if (to->rows) frame->asks = to->asks;
  frame->type = to->type;
  frame->depth = to->depth;
  if (!loader->numbered) return PC_OK;
  if (!pc_image_grow(&loader->objects, &loader->capobjects, loader->nobjects, sizeof *loader->objects))
    return pc_no_memory(loader->call);
  frame->number = loader->nobjects;
  object = &loader->objects[loader->nobjects++];
  object->at = NULL;
  object->cell = one->slot ? NULL : one->cell;
  object->bytes = bytes;
  object->type = to->type;
  object->depth = to->depth;
  object->held = one->slot ? one->slot->holder : one->pointer && one->pointer->kind == PC_OWNED;
  object->keeper = 0;
  if (!one->slot) memcpy(object->cell, &nothing, sizeof nothing); /* the first of them */
  if (to->rows && !pc_note_rows(&loader->row_notes, frame->number, to->rows)) return pc_no_memory(loader->call);
  return PC_OK;
}

#ifdef __cplusplus
}
#endif

#endif
