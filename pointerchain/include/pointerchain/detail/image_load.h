/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Reads an image (image_format.h): replays the walk that wrote it. Not for users.
 *
 * The image may be anybody's. Nothing in it is an address or a place: the walk says where each record has to lie
 * and of what type it is, lengths are computed from records whose pointers are null, and each is compared with
 * what is left of the image before memory is asked for. So the lists of the walk are never longer than the
 * image. A pointer whose object has no place yet holds the address of another such pointer of that object. At
 * the end all lengths and conditions are computed again, from the structure that the caller gets. A length that
 * the image tells is taken from images that are trusted, or where it is that of a string, which then has to end
 * where its object does.
 */
#ifndef POINTERCHAIN_DETAIL_IMAGE_LOAD_H
#define POINTERCHAIN_DETAIL_IMAGE_LOAD_H

#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "image_format.h"
#include "image_limits.h"
#include "image_lives.h"
#include "image_pack.h"
#include "image_types.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pc_load_object {
  char *at;  /* null: it has no place yet */
  void *cell; /* then the last of the pointers to it */
  size_t bytes;
  uint32_t type, depth;
  uint32_t held;   /* as when it was written (pc_packed) */
  uint32_t keeper; /* 1 + the number of what keeps it while it is loaded; 0: nothing does */
} pc_load_object;

/* A pointer that gets its value at the end. */
typedef struct pc_load_elsewhere {
  void *cell;
  const pc_pointer *pointer; /* null: a root */
  const char *within;
  size_t bytes;
  uint32_t type, depth;
  int string;
  size_t length; /* of its string: 1 + its place among the lengths, or 0 */
} pc_load_elsewhere;

/* An array of pointers, some of which still are tokens that name objects. */
typedef struct pc_load_row {
  char *cells;
  size_t n;
} pc_load_row;

typedef struct pc_load_frame {
  void *cell;    /* without numbers: the pointer to it */
  size_t number; /* with them */
  size_t bytes;  /* of its elements, without a flexible array */
  const pc_pointer *rows;
  const pc_image_slot *slot; /* of the container at `cell` that it belongs to; else null */
  pc_row_asks asks;
  uint32_t type, depth;
  int array; /* its pointer leads to a number of objects, and not to one */
} pc_load_frame;

/* What was computed: the length of a pointer or of a flexible array, or a condition. */
typedef struct pc_load_length {
  pc_count_function count; /* null: a condition, or a class */
  pc_condition when;
  int (*kind)(const void *object); /* of the object at which `cell` points */
  const void *owner;
  long long row; /* -1: the owner itself is asked */
  long long value; /* -1: any that fits */
  const void *cell; /* the pointer, where the image tells its length or class; else null */
  size_t element;   /* then the bytes of what it leads to one of */
  size_t object;    /* where it leads to one that is known: 1 + its number */
  int string;
} pc_load_length;

/* A member with functions of the user. */
typedef struct pc_load_custom {
  const pc_custom *custom;
  void *owner;
  const char *member;
} pc_load_custom;

typedef struct pc_loader {
  pc_call *call;
  pc_image_types types;
  const char *image; /* separate objects: what is read; null where the records lie in the block already */
  char *block;       /* image offset `start` lies here, or null */
  size_t start, at, end; /* image offsets: the first record, the next, behind the last */
  pc_load_frame *stack;
  pc_load_object *objects;
  pc_load_length *lengths;
  pc_load_elsewhere *elsewhere;
  pc_load_row *rows;
  pc_row_notes row_notes;
  void **separate; /* memory of the objects */
  pc_load_lives lives;
  pc_bare bare;
  pc_load_custom *customs;
  pc_custom_room custom; /* for one copy */
  size_t ncustoms, capcustoms;
  size_t nstack, capstack, nobjects, capobjects, nlengths, caplengths, nseparate, capseparate;
  size_t nelsewhere, capelsewhere, settled, nrows, caprows;
  uint64_t loaded; /* objects */
  int numbered, trusted;
  const char *within;
} pc_loader;

PC_COLD static int pc_load_fail(pc_loader *loader, const char *name, const char *problem) {
  return pc_fail(loader->call, PC_ERROR_IMAGE, "'%s' of '%s', before byte %zu of the image: %s", name,
                 loader->within ? loader->within : "a section", loader->at, problem);
}

PC_COLD static int pc_load_unresized(pc_loader *loader, const char *name) {
  return pc_fail(loader->call, PC_ERROR_HOST_FULL, "'%s' of '%s': its 'resize' throws an exception, or there is no memory",
                 name, loader->within ? loader->within : "a section");
}

/* Notes a length for the end. Null: no memory. */
PC_UNUSED static pc_load_length *pc_load_note(pc_loader *loader, const void *owner, long long row,
                                              long long value) {
  pc_load_length *length;
  if (!pc_image_grow(&loader->lengths, &loader->caplengths, loader->nlengths, sizeof *loader->lengths)) return NULL;
  length = &loader->lengths[loader->nlengths++];
  memset(length, 0, sizeof *length);
  length->owner = owner;
  length->row = row;
  length->value = value;
  return length;
}

/* What a pointer is that the image says something about. */
typedef struct pc_load_pointer {
  const pc_pointer *pointer; /* null: a root */
  const char *name;
  void *cell;
  const void *owner, *bare; /* whom its length is asked; of the loaded structure, and with null pointers */
  long long row;            /* or such a row of it; -1: none */
  int string;
  const pc_image_slot *slot; /* it is this container; else null */
} pc_load_pointer;

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
  if (count == -1 && PC_TOKEN_SORT(token) != PC_TOKEN_NEXT) count = 1; /* at least; told */
  if ((count <= 0 && !observes) || !size)
    return pc_load_fail(loader, one->name, "it leads to nothing, but is not null");
  if (count == 1 ? size > loader->end - loader->start
                 : (unsigned long long)count > (loader->end - loader->start) / size)
    return pc_load_fail(loader, one->name, "its length is larger than the image");
  bytes = (size_t)count * size;
  if (told && !one->slot) loader->lengths[loader->nlengths - 1].element = size;
  if (type->type->tail && !to->rows && count > 1)
    return pc_load_fail(loader, one->name, "it leads to several objects with a flexible array member");
  if (token == PC_TOKEN_ELSEWHERE) return pc_load_elsewhere_later(loader, one, bytes, told, to);
  if (observes) return pc_load_fail(loader, one->name, "it is an observer, but its token is another");
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
  if (type->type->tail && !frame->rows) {
    pc_load_length *length = pc_load_note(loader, to, -1, tail);
    if (length) length->count = type->type->tail;
    if (!length) *status = pc_no_memory(loader->call);
  }
  return *status == PC_OK ? to : NULL;
}

/* An array of pointers. */
PC_UNUSED static int pc_load_rows(pc_loader *loader, const pc_load_frame *frame, char *at) {
  const pc_pointer *pointer = frame->rows;
  const pc_row_asks *asks = &frame->asks;
  const pc_image_type *type = &loader->types.list[frame->type];
  /* One object each, of which nothing has to be asked. Those that were met get their addresses at the end, in one
   * pass; until then a token is told from an address by its last bits. */
  const int plain = pc_is_plain_row(pointer, type) && pointer->kind == PC_SHARED && type->align >= 4;
  const char *bare = NULL;
  pc_load_pointer one;
  pc_load_frame child;
  size_t i;
  int status = PC_OK, later = 0;
  loader->within = loader->types.list[asks->type].type->name;
  if (pointer->count) {
    bare = pc_bare_copy(&loader->types, &loader->bare, asks->element, asks->bytes, asks->type);
    if (!bare) return pc_no_memory(loader->call);
    bare += asks->offset;
  }
  memset(&child, 0, sizeof child);
  child.rows = pointer->inner;
  child.asks = *asks;
  child.type = frame->type;
  child.depth = frame->depth - 1;
  one.pointer = pointer;
  one.name = pointer->name;
  one.owner = asks->element + asks->offset;
  one.bare = bare;
  one.string = asks->string && !child.depth;
  one.slot = NULL;
  for (i = frame->bytes / sizeof(void *); i-- && status == PC_OK;) {
    long long count;
    uintptr_t token;
    int told;
    one.cell = at + i * sizeof(void *);
    one.row = pointer->owner_stride ? (long long)i : -1;
    memcpy(&token, one.cell, sizeof token);
    if (token == PC_TOKEN_NULL) continue;
    if (plain && PC_TOKEN_SORT(token) == PC_TOKEN_MET) {
      status = pc_load_may_meet(loader, &one, PC_TOKEN_BITS(token), type->size, &child);
      later = 1;
      continue;
    }
    if (pointer->kind == PC_SKIPPED) return pc_load_fail(loader, pointer->name, "it is skipped, but not null");
    status = pc_load_count(loader, &one, &token, !child.rows && type->nkinds, &count, &told);
    if (status == PC_OK) status = pc_load_token(loader, &one, token, count, told, &child);
  }
  if (!later || status != PC_OK) return status;
  if (!pc_image_grow(&loader->rows, &loader->caprows, loader->nrows, sizeof *loader->rows))
    return pc_no_memory(loader->call);
  loader->rows[loader->nrows].cells = at;
  loader->rows[loader->nrows++].n = frame->bytes / sizeof(void *);
  return PC_OK;
}

/* Gives the rest of the tokens in arrays of pointers their addresses. */
PC_UNUSED static void pc_load_all_rows(pc_loader *loader) {
  size_t i, k;
  for (i = 0; i < loader->nrows; ++i)
    for (k = 0; k < loader->rows[i].n; ++k) {
      char *const cell = loader->rows[i].cells + k * sizeof(void *);
      uintptr_t token;
      memcpy(&token, cell, sizeof token);
      if (PC_TOKEN_SORT(token) == PC_TOKEN_MET)
        memcpy(cell, &loader->objects[PC_TOKEN_BITS(token)].at, sizeof(void *));
    }
}

/* Notes the condition of a pointer for the end. */
PC_UNUSED static int pc_load_condition(pc_loader *loader, const pc_image_slot *slot, const char *at, int alive) {
  pc_load_length *length = pc_load_note(loader, at + slot->owner, -1, alive);
  if (!length) return pc_no_memory(loader->call);
  length->when = slot->pointer->when;
  return PC_OK;
}

/* What the token of a container says: its number of elements, or what it owns. `bare`: the object, to be written to. */
PC_UNUSED static int pc_load_container(pc_loader *loader, const pc_load_pointer *one, char *bare, uintptr_t token,
                                       const pc_load_frame *to) {
  const pc_image_slot *slot = one->slot;
  long long count = PC_TOKEN_SORT(token) == PC_TOKEN_NEXT ? (long long)PC_TOKEN_BITS(token) : 1;
  if (token == PC_TOKEN_NULL) {
    if (slot->life->resize) return slot->life->resize(one->cell, 0) ? PC_OK : pc_load_unresized(loader, one->name);
    if (slot->life->own) return slot->life->own(one->cell, NULL) ? PC_OK : pc_no_memory(loader->call);
    return PC_OK;
  }
  if (!slot->target) return pc_load_fail(loader, one->name, "it is skipped, but not null");
  if (slot->life->own && !slot->life->array && count != 1)
    return pc_load_fail(loader, one->name, "it owns one object, and the image has another number");
  if (slot->life->array && count != pc_array_length(slot, bare))
    return pc_load_fail(loader, one->name, "its length is not the one that the image has");
  return pc_load_token(loader, one, token, count, 1, to);
}

/* One object with pointers, whose bytes in the image are `from`. */
PC_UNUSED static int pc_load_pointers(pc_loader *loader, const pc_image_type *type, uint32_t number, char *at,
                                      const char *from, size_t bytes) {
  char *copy = NULL;
  const char *bare = at;
  pc_load_pointer one;
  pc_load_frame child; /* of what kind the elements are; zeros for the rest would make a processor wait */
  size_t k;
  int status = PC_OK;
  if (!type->plain) {
    bare = copy = pc_bare_copy(&loader->types, &loader->bare, from, bytes, number);
    if (!bare) return pc_no_memory(loader->call);
  }
  one.row = -1;
  for (k = type->nslots; k-- && status == PC_OK;) {
    const pc_image_slot *slot = &type->slots[k];
    long long count;
    uintptr_t token;
    int told;
    if (slot->pointer->when) {
      status = pc_load_condition(loader, slot, at, loader->bare.alive[k]);
      if (status != PC_OK) return status;
      if (!loader->bare.alive[k]) continue;
    }
    memcpy(&token, from + slot->offset, sizeof token);
    if (token == PC_TOKEN_NULL && !slot->life) continue;
    one.pointer = slot->pointer;
    one.slot = slot->life ? slot : NULL;
    one.name = slot->pointer->name;
    one.cell = at + slot->offset;
    one.owner = at + slot->owner;
    one.bare = bare + slot->owner;
    one.string = slot->string && !slot->depth;
    if (!slot->target && !slot->life) return pc_load_fail(loader, one.name, "it is skipped, but not null");
    child.rows = slot->pointer->inner;
    child.type = slot->target;
    child.depth = slot->depth;
    if (slot->depth) {
      child.asks.element = at;
      child.asks.bytes = bytes;
      child.asks.offset = slot->owner;
      child.asks.type = number;
      child.asks.string = slot->string;
    }
    if (slot->life) {
      status = pc_load_container(loader, &one, copy, token, &child);
      continue;
    }
    status = pc_load_count(loader, &one, &token, !child.rows && slot->target && loader->types.list[slot->target].nkinds,
                           &count, &told);
    if (status == PC_OK) status = pc_load_token(loader, &one, token, count, told, &child);
  }
  return status;
}

/* Notes the members of objects with functions of the user for the end. */
PC_UNUSED static int pc_load_customs(pc_loader *loader, const pc_type *type, char *at, size_t n) {
  size_t e, k, i;
  for (e = 0; e < n; ++e)
    for (k = 0; k < type->ncustoms; ++k)
      for (i = 0; i < type->customs[k].repeat; ++i) {
        const pc_custom *custom = &type->customs[k];
        char *const object = at + e * type->size;
        pc_load_custom *one;
        if (!custom->after) continue;
        if (!pc_image_grow(&loader->customs, &loader->capcustoms, loader->ncustoms, sizeof *loader->customs) ||
            !pc_custom_copy(&loader->custom, custom, object + custom->offset + i * custom->stride))
          return pc_no_memory(loader->call);
        one = &loader->customs[loader->ncustoms++];
        one->custom = custom;
        one->owner = object + custom->owner + i * custom->owner_stride;
        one->member = object + custom->offset + i * custom->stride;
      }
  return PC_OK;
}

/* Lets functions of the user make members of what came. The room for the largest is there. */
PC_UNUSED static void pc_load_all_customs(pc_loader *loader) {
  size_t i;
  for (i = 0; i < loader->ncustoms; ++i) {
    const pc_load_custom *one = &loader->customs[i];
    one->custom->after(one->owner, pc_custom_copy(&loader->custom, one->custom, one->member));
  }
}

PC_UNUSED static const uint32_t *pc_load_keeper(const void *loader, size_t number) {
  return &((const pc_loader *)loader)->objects[number].keeper;
}

/* One object from the stack, or an array of them. */
PC_UNUSED static int pc_load_next(pc_loader *loader) {
  /* Until something is found it stays where it is. */
  const pc_load_frame *const top = &loader->stack[--loader->nstack];
  const uint32_t number = top->type;
  const pc_image_type *type = &loader->types.list[number];
  const size_t size = type->size, bytes = top->bytes;
  size_t i;
  int status;
  const char *from;
  char *at = pc_load_record(loader, top, pc_record_align(&loader->types, number, top->rows != NULL), &from, &status);
  if (!at) return status;
  if (top->rows) {
    const pc_load_frame frame = *top;
    return pc_load_rows(loader, &frame, at);
  }
  if (type->type->ncustoms) {
    status = pc_load_customs(loader, type->type, at, bytes / size);
    if (status != PC_OK) return status;
  }
  if (!type->nslots) return PC_OK;
  loader->within = type->type->name;
  for (i = bytes == size ? 1 : bytes / size; i-- && status == PC_OK;)
    status = pc_load_pointers(loader, type, number, at + i * size, from + i * size, size);
  return status;
}

/* Settles the next pointer that leads elsewhere. */
PC_UNUSED static int pc_load_settle(pc_loader *loader, const uint64_t words[2]) {
  const pc_load_elsewhere *one = &loader->elsewhere[loader->settled++];
  const char *name = one->pointer ? one->pointer->name : "a root";
  const pc_load_object *object;
  char *value;
  loader->within = one->within;
  if (!words[0] && !words[1] && one->pointer && one->pointer->kind == PC_OBSERVER) return PC_OK; /* null */
  if (!words[0] || words[0] > loader->nobjects || words[1] > SIZE_MAX)
    return pc_load_fail(loader, name, "it leads into an object that was not met");
  object = &loader->objects[words[0] - 1];
  if (!pc_object_fits(&loader->types, object->type, object->depth, object->bytes, (size_t)words[1], one->bytes,
                      one->type, one->depth) ||
      (one->depth && one->pointer->kind != PC_OBSERVER &&
       !pc_rows_agree(one->pointer->inner, pc_noted_rows(&loader->row_notes, (size_t)words[0] - 1))))
    return pc_load_fail(loader, name, "it leads into an object of another type or length");
  if (!one->depth && one->bytes &&
      pc_no_value(loader->types.list[one->type].type, object->at + words[1], one->bytes, 0, PC_TRUTHS_REFUSE))
    return pc_load_fail(loader, name, "it leads to bytes that are no value of its type");
  if (one->string && object->at[object->bytes - 1])
    return pc_load_fail(loader, name, "it leads into a string without an end");
  if (one->length) loader->lengths[one->length - 1].object = (size_t)words[0];
  value = object->at + words[1];
  memcpy(one->cell, &value, sizeof value);
  return PC_OK;
}

/* Whether a length that the image tells may be asked of the structure: where it is that of a string, that has to
 * end in its object. Otherwise the image is trusted. */
PC_UNUSED static int pc_load_may_ask(const pc_loader *loader, const pc_load_length *length) {
  const char *string;
  if (!length->string) return loader->trusted;
  memcpy(&string, length->cell, sizeof string);
  if (!string) return 0;
  if (length->value > 0) return !string[length->value - 1];
  if (!length->object) return 0;
  return !loader->objects[length->object - 1].at[loader->objects[length->object - 1].bytes - 1];
}

/* Computes all lengths again, now that pointers lead somewhere. */
PC_UNUSED static int pc_load_check(pc_loader *loader) {
  size_t i;
  for (i = 0; i < loader->nlengths; ++i) {
    const pc_load_length *length = &loader->lengths[i];
    const pc_row_owner row = {length->owner, length->row};
    long long value;
    if (length->when) {
      if (!length->when(length->owner) != !length->value)
        return pc_fail(loader->call, PC_ERROR_IMAGE, "a condition is read through a pointer");
      continue;
    }
    if (length->kind) {
      const void *object;
      memcpy(&object, length->cell, sizeof object);
      if (!object || length->kind(object) != length->value)
        return pc_fail(loader->call, PC_ERROR_IMAGE, "an object is not of the class that the image says");
      continue;
    }
    if (length->cell && !pc_load_may_ask(loader, length))
      return pc_fail(loader->call, PC_ERROR_IMAGE, "a string does not end where the image says");
    value = length->count(length->row < 0 ? length->owner : (const void *)&row);
    if (length->value < 0 && length->cell && value > 0) { /* as many as there are */
      const pc_load_object *object = &loader->objects[length->object - 1];
      const char *at;
      memcpy(&at, length->cell, sizeof at);
      if ((unsigned long long)value >
          (object->bytes - (size_t)(at - object->at)) / length->element)
        return pc_fail(loader->call, PC_ERROR_IMAGE, "a pointer leads to more than its object has");
      continue;
    }
    if (value == PC_LENGTH_UNREADABLE && pc_pages_failed()) return pc_no_memory(loader->call);
    if (value != length->value || value < 0)
      return pc_fail(loader->call, PC_ERROR_IMAGE,
                     "a length is read through a pointer, and is not the one that the image has");
  }
  return PC_OK;
}

/* Replays the walk. `words` are those of the roots, `results` become their addresses. */
PC_UNUSED static int pc_load_walk(pc_loader *loader, const pc_image_header *header, const uint64_t *words,
                                  const uint32_t *types, void **results) {
  const size_t nroots = (size_t)header->roots;
  pc_load_frame child;
  pc_load_pointer one;
  size_t i, to;
  int status = PC_OK;
  loader->numbered = (header->flags & PC_IMAGE_NUMBERED) != 0;
  if (loader->types.numbered && !loader->numbered)
    return pc_fail(loader->call, PC_ERROR_IMAGE, "its objects have no numbers, but several pointers may lead to one");
  memset(&child, 0, sizeof child);
  memset(&one, 0, sizeof one);
  one.name = "a root";
  for (i = 0; i < nroots && status == PC_OK; ++i) {
    results[i] = NULL;
    if (words[2 * i] == PC_TOKEN_NULL && words[2 * i + 1] == 0) continue;
    child.type = types[i];
    if (words[2 * i] > UINTPTR_MAX || words[2 * i + 1] > LLONG_MAX)
      return pc_load_fail(loader, one.name, "its token is too large");
    one.cell = &results[i];
    /* It has to be what pc_free can be given: the first record. */
    if (!loader->nstack && PC_TOKEN_SORT(words[2 * i]) != PC_TOKEN_NEXT)
      return pc_load_fail(loader, one.name, "it is the first, but leads to an object that was not met");
    status = pc_load_token(loader, &one, (uintptr_t)words[2 * i], (long long)words[2 * i + 1], 0, &child);
  }
  to = loader->nstack;
  for (i = 0; i + 1 < to; ++i) { /* the first object comes first off the stack */
    const pc_load_frame frame = loader->stack[i];
    loader->stack[i] = loader->stack[--to];
    loader->stack[to] = frame;
  }
  while (loader->nstack && status == PC_OK) status = pc_load_next(loader);
  if (status == PC_OK) pc_load_all_rows(loader);
  if (status == PC_OK && (pc_image_align(loader->at, sizeof(uint64_t)) != loader->end ||
                          loader->loaded != header->objects || loader->nelsewhere != header->elsewhere))
    status = pc_fail(loader->call, PC_ERROR_IMAGE,
                     "the objects end at byte %zu and not at byte %zu, or are not as many as the image says",
                     loader->at, loader->end);
  for (i = 0; i < loader->nelsewhere && status == PC_OK; ++i) {
    uint64_t pair[2];
    memcpy(pair, loader->image + loader->end + i * sizeof pair, sizeof pair);
    status = pc_load_settle(loader, pair);
  }
  if (status == PC_OK) status = pc_load_check(loader);
  if (status != PC_OK) return status;
  /* Nothing fails from here on. */
  pc_lives_settle(&loader->lives, pc_load_keeper, loader);
  pc_load_all_customs(loader);
  return PC_OK;
}

/* Whether a header is one, and of an image of these types. Its checksum is not looked at. */
PC_UNUSED static int pc_check_header(pc_call *call, const pc_image_header *header, uint64_t hash,
                                     size_t nroots) {
  if (memcmp(header->magic, PC_IMAGE_MAGIC, sizeof header->magic))
    return pc_fail(call, PC_ERROR_IMAGE, "it is no image: it begins with other bytes");
  if (header->order != PC_IMAGE_ORDER)
    return pc_fail(call, header->order == UINT32_C(0x04030201) ? PC_ERROR_FOREIGN : PC_ERROR_IMAGE,
                   "the image has another byte order than this machine");
  if (header->version != PC_IMAGE_VERSION)
    return pc_fail(call, PC_ERROR_FOREIGN, "the image has version %u of the format, this program reads version %u",
                   (unsigned)header->version, (unsigned)PC_IMAGE_VERSION);
  if (header->pointer_bytes != sizeof(void *))
    return pc_fail(call, PC_ERROR_FOREIGN, "the image has pointers of %u bytes, this program of %u",
                   (unsigned)header->pointer_bytes, (unsigned)sizeof(void *));
  if (header->sum != pc_header_sum(header))
    return pc_fail(call, PC_ERROR_IMAGE, "the header of the image is damaged");
  if (header->hash != hash)
    return pc_fail(call, PC_ERROR_FOREIGN, "the image has other types than those that are to be read");
  if (header->roots != nroots)
    return pc_fail(call, PC_ERROR_FOREIGN, "the image has %llu sections, %zu are to be read",
                   (unsigned long long)header->roots, nroots);
  if (header->flags & ~(uint32_t)(PC_IMAGE_NUMBERED | PC_IMAGE_FRAMED))
    return pc_fail(call, PC_ERROR_FOREIGN, "the image has flags that this program does not know");
  return PC_OK;
}

/* Makes the block, with the records in it. The word before the first holds its address. */
PC_UNUSED static int pc_load_block(pc_loader *loader, void **memory) {
  const size_t align = loader->types.align, bytes = loader->end - loader->start;
  uintptr_t at;
  *memory = NULL;
  if (bytes > PTRDIFF_MAX - align - sizeof(void *)) return pc_no_memory(loader->call);
  *memory = malloc(bytes + align + sizeof(void *));
  if (!*memory) return pc_no_memory(loader->call);
  at = ((uintptr_t)*memory + sizeof(void *) + align - 1) & ~(uintptr_t)(align - 1);
  loader->block = (char *)at;
  memcpy(loader->block - sizeof(void *), memory, sizeof(void *));
  memcpy(loader->block, loader->image + loader->start, bytes);
  return PC_OK;
}

PC_UNUSED static void pc_free_loader(pc_loader *loader, int status, void *memory) {
  size_t i;
  if (status != PC_OK) {
    pc_lives_undo(&loader->lives, &loader->types);
    for (i = 0; i < loader->nseparate; ++i) free(loader->separate[i]);
    free(memory);
  }
  pc_free_lives(&loader->lives);
  pc_free_image_types(&loader->types);
  pc_free_bare(&loader->bare);
  free(loader->stack);
  free(loader->objects);
  free(loader->lengths);
  free(loader->elsewhere);
  free(loader->rows);
  free(loader->row_notes.list);
  free(loader->customs);
  free(loader->custom.memory);
  free(loader->separate);
}

#ifdef __cplusplus
}
#endif

#endif
