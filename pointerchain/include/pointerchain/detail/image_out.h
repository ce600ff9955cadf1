/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Where an image is written: a buffer that grows, one of the user, or nowhere, where it is only measured.
 * Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_IMAGE_OUT_H
#define POINTERCHAIN_DETAIL_IMAGE_OUT_H

#include "attributes.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pc_out_mode {
  PC_OUT_GROWS,
  PC_OUT_FIXED,   /* the user's buffer */
  PC_OUT_MEASURES /* the buffer holds one record after the other */
} pc_out_mode;

typedef struct pc_out {
  char *buffer;
  size_t n, capacity; /* bytes written, and room in the buffer */
  pc_out_mode mode;
  int full; /* the user's buffer is too small */
} pc_out;

PC_COLD static int pc_grow_out(pc_out *out, size_t used, size_t bytes) {
  size_t capacity = out->capacity < 4096 ? 4096 : out->capacity;
  char *buffer;
  if (out->mode == PC_OUT_FIXED) {
    out->full = 1;
    return 0;
  }
  if (bytes > PTRDIFF_MAX - used) return 0;
  while (capacity - used < bytes) capacity = capacity > PTRDIFF_MAX / 2 ? PTRDIFF_MAX : capacity * 2;
  buffer = (char *)realloc(out->buffer, capacity);
  if (!buffer) return 0;
  out->buffer = buffer;
  out->capacity = capacity;
  return 1;
}

/* Room for so many bytes, until the next is asked for. Null: no memory, or out->full. */
PC_UNUSED static char *pc_out_room(pc_out *out, size_t bytes) {
  const size_t used = out->mode == PC_OUT_MEASURES ? 0 : out->n;
  if (bytes > PTRDIFF_MAX - out->n) return NULL;
  if (out->capacity - used < bytes && !pc_grow_out(out, used, bytes)) return NULL;
  out->n += bytes;
  return out->buffer + used;
}

/* Zeros up to the next multiple of `align`, a power of two. */
PC_UNUSED static int pc_out_align(pc_out *out, size_t align) {
  const size_t over = out->n & (align - 1);
  char *room;
  if (!over) return 1;
  room = pc_out_room(out, align - over);
  if (!room) return 0;
  memset(room, 0, align - over);
  return 1;
}

/* A few bytes, mostly: words that the compiler may copy by itself. */
PC_UNUSED static void pc_copy_record(char *to, const char *from, size_t bytes) {
  if (bytes > 128) {
    memcpy(to, from, bytes);
    return;
  }
  for (; bytes >= 8; bytes -= 8, to += 8, from += 8) memcpy(to, from, 8);
  for (; bytes; --bytes) *to++ = *from++;
}

/* Data without pointers, from where they lie. */
PC_UNUSED static int pc_out_data(pc_out *out, const char *from, size_t bytes) {
  char *room;
  if (out->mode == PC_OUT_MEASURES) {
    if (bytes > PTRDIFF_MAX - out->n) return 0;
    out->n += bytes;
    return 1;
  }
  room = pc_out_room(out, bytes);
  if (!room) return 0;
  pc_copy_record(room, from, bytes);
  return 1;
}

#ifdef __cplusplus
}
#endif

#endif
