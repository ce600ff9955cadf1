/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the calls of transfer.h are given, besides the roots of deepcopy_types.h.
 */
#ifndef POINTERCHAIN_TRANSFER_TYPES_H
#define POINTERCHAIN_TRANSFER_TYPES_H

#include "descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  PC_SEPARATE = 1, /* pc_unpack: one object each from malloc, for the caller to free one by one, instead of one
                    * block */
  PC_TRUSTED = 2   /* pc_unpack: lengths that are read through pointers are taken from the image. The functions that
                    * compute them are then called with what the image has, and may read where that leads */
};

/* Where one section of an image goes. */
typedef struct pc_arrival {
  const pc_type *type; /* that of the section when it was packed */
  void *at;            /* the address of the pointer that is to lead to its first element */
  long long count;     /* is set to its number of elements; 0 where it named nothing, and the pointer is null */
} pc_arrival;

#ifdef __cplusplus
}
#endif

#endif
