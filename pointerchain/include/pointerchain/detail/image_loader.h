/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What a load of an image knows while it runs (image_load.h). Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_IMAGE_LOADER_H
#define POINTERCHAIN_DETAIL_IMAGE_LOADER_H

#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
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

/* What was computed, as most lengths are, of an object alone. */
typedef struct pc_load_plain_length {
  pc_count_function count;
  const void *owner;
  long long value;
} pc_load_plain_length;

/* What else was computed: a length that is a row's or that the image tells, a condition, a class. */
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
  pc_load_plain_length *plain;
  pc_load_elsewhere *elsewhere;
  pc_load_row *rows;
  pc_row_notes row_notes;
  void **separate; /* memory of the objects */
  pc_load_lives lives;
  pc_bare bare;
  pc_load_custom *customs;
  pc_custom_room custom; /* for one copy */
  size_t ncustoms, capcustoms;
  size_t nstack, capstack, nobjects, capobjects, nlengths, caplengths, nplain, capplain, nseparate, capseparate;
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

/* The same, of an object alone. 0: no memory. */
PC_UNUSED static int pc_load_note_plain(pc_loader *loader, pc_count_function count, const void *owner, long long value) {
  pc_load_plain_length *length;
  if (!pc_image_grow(&loader->plain, &loader->capplain, loader->nplain, sizeof *loader->plain)) return 0;
  length = &loader->plain[loader->nplain++];
  length->count = count;
  length->owner = owner;
  length->value = value;
  return 1;
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
  free(loader->plain);
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
