/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the calls of transfer.h, transfer_file.h and transfer_mpi.h are given, besides the roots of
 * deepcopy_types.h.
 */
#ifndef POINTERCHAIN_TRANSFER_TYPES_H
#define POINTERCHAIN_TRANSFER_TYPES_H

#include "descriptor.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  PC_SEPARATE = 1, /* pc_unpack: one object each from malloc, for the caller to free one by one, instead of one
                    * block */
  PC_TRUSTED = 2,  /* pc_unpack: lengths that are read through pointers are taken from the image. The functions that
                    * compute them are then called with what the image has, and may read where that leads */
  PC_BUFFERED = 4,  /* pc_send, pc_bcast: the whole image is made before its first byte goes */
  PC_UNBUFFERED = 8, /* the same: it goes as it is made, which takes a few MiB beside the structure, and walks twice */
  PC_MUST = 1 << 8 /* files, MPI: a failure ends the program with its message, where no error handler is set. Directives
                    * ask for it, for nobody sees the status of theirs */
};

/* Where one section of an image goes. */
typedef struct pc_arrival {
  const pc_type *type; /* that of the section when it was packed */
  void *at;            /* the address of the pointer that is to lead to its first element */
  long long count;     /* is set to its number of elements; 0 where it named nothing, and the pointer is null */
} pc_arrival;

/* A map of one's own in which a walk notes the objects that several pointers may lead to (pc_set_sharing): from the
 * address of an object to its number. One map a walk; the functions are called with the runtime's lock held, and must
 * neither call the runtime nor throw. `type`: of the object, or of what a pointer is to lead to. What a map has forgotten or
 * confused is looked up again: that costs time, or the structure is refused, but no image is wrong. */
typedef struct pc_sharing {
  void *(*begin)(void *data); /* a map with nothing in it; null: there is no memory */
  int (*insert)(void *map, const void *object, const pc_type *type, size_t number); /* 0: there is no memory */
  int (*find)(void *map, const void *object, const pc_type *type, size_t *number);  /* whether it is there */
  void (*end)(void *map); /* of each map that was begun */
  void *data;
} pc_sharing;

/* Where bytes go to and come from. `put` takes all `n` bytes, or says in `*done` how many it has taken; `flush`
 * (null: nothing to do) makes sure of them, and `get` gives as many of `n` as there are, setting `*done`: fewer at
 * the end only. Each returns 0, or an errno value. They are called without the runtime's lock. */
typedef struct pc_stream {
  int (*put)(void *data, const void *bytes, size_t n, size_t *done);
  int (*flush)(void *data);
  int (*get)(void *data, void *bytes, size_t n, size_t *done);
  void *data;
} pc_stream;

enum {
  PC_ANY_COUNT = -1 /* pc_read: the `count` of an arrival that any number of elements will do for */
};

/* A transfer over MPI that goes on. PC_REQUEST_NULL: none. */
typedef struct pc_delivery pc_delivery;
typedef pc_delivery *pc_request;
#define PC_REQUEST_NULL NULL

#ifdef __cplusplus
}
#endif

#endif
