/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Where an image is written: a buffer that grows, one of the user, a stream, or nowhere, where it is only
 * measured. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_IMAGE_OUT_H
#define POINTERCHAIN_DETAIL_IMAGE_OUT_H

#include "attributes.h"
#include "image_format.h"
#include "image_memory.h"
#include "image_wholes.h"

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
  PC_OUT_MEASURES, /* the buffer holds one record after the other */
  PC_OUT_SUMS,     /* the same, for the header of what is streamed */
  PC_OUT_STREAMS,  /* behind that header; the buffer holds what has not gone yet */
  PC_OUT_FRAMES    /* a stream that begins before the length is known. The buffer holds room for a word, and the same */
} pc_out_mode;

enum {
  PC_STREAM_BYTES = 1 << 20,
  PC_STREAM_DIRECT = 1 << 16,
  PC_SUM_DIRECT = 1 << 8, /* and more are not copied for that */
  PC_SUM_BYTES = 1 << 17, /* of an image in memory are summed up at a time, while the processor has them at hand */
  PC_FRAME_ROOM = 2 * sizeof(uint64_t) /* words before and behind a frame in the buffer */
};

typedef struct pc_out {
  char *buffer;
  size_t n, capacity; /* bytes written, and room in the buffer */
  size_t limit;       /* a buffer that grows: to no more than that; 0: as far as there is memory */
  size_t held;        /* streams: bytes in the buffer. Sums and an image in memory: those that are not in the checksum
                       * yet, without the header */
  char *next;         /* in the buffer, behind what was written last */
  size_t easy;        /* bytes there of which none has to be asked about */
  size_t ready;       /* a large buffer that grows: bytes of which the system was asked for the pages */
  pc_out_mode mode;
  int full; /* the user's buffer, or the limit, is too small */
  pc_image_header header;
  pc_checksum sum;
  int (*put)(void *data, const void *bytes, size_t n); /* an errno value, or 0 */
  void *put_data;
  int put_error;
  pc_wholes wholes; /* that the walks to here have noted */
  int framed;    /* frames: the first has gone */
  size_t behind; /* frames: bytes of the header at the beginning of what is held */
} pc_out;

PC_UNUSED static void pc_begin_out(pc_out *out) {
  out->n = out->behind = out->held = out->easy = out->ready = 0;
  pc_start_checksum(&out->sum);
}

PC_UNUSED static void pc_free_out(pc_out *out) {
  pc_free_wholes(&out->wholes);
  free(out->buffer);
  out->buffer = NULL;
}

PC_UNUSED static int pc_put_out(pc_out *out, const void *bytes, size_t n) {
  if (n && !out->put_error) out->put_error = out->put(out->put_data, bytes, n);
  return !out->put_error;
}

/* What is held goes as a frame, and the word of one of `more` bytes that follows, where that is not 0. */
PC_UNUSED static int pc_put_frame(pc_out *out, uint64_t more) {
  char *from = out->buffer + sizeof more + out->behind;
  const uint64_t n = out->held - out->behind;
  size_t bytes = (size_t)n;
  if (!out->framed && !pc_put_out(out, &out->header, sizeof out->header)) return 0;
  out->framed = 1;
  pc_add_checksum(&out->sum, from, bytes);
  if (more) memcpy(from + bytes, &more, sizeof more);
  if (more) bytes += sizeof more;
  if (n) {
    from -= sizeof n; /* the room for it, or the end of the header */
    memcpy(from, &n, sizeof n);
    bytes += sizeof n;
  }
  out->held = out->behind = out->easy = 0;
  return pc_put_out(out, from, bytes);
}

/* What was given room is complete: it is summed up, or goes where there is no room for more. 0: it cannot. */
PC_UNUSED static int pc_settle_out(pc_out *out, size_t bytes) {
  const size_t held = out->held;
  out->easy = 0;
  if (out->mode == PC_OUT_MEASURES) {
    out->held = 0;
  } else if (out->mode == PC_OUT_SUMS) {
    pc_add_checksum(&out->sum, out->buffer, held);
    out->held = 0;
  } else if (out->mode == PC_OUT_STREAMS && held && (held > out->capacity || out->capacity - held < bytes)) {
    out->held = 0;
    return pc_put_out(out, out->buffer, held);
  } else if (out->mode == PC_OUT_FRAMES && held > out->behind &&
             (held + PC_FRAME_ROOM > out->capacity || out->capacity - PC_FRAME_ROOM - held < bytes)) {
    return pc_put_frame(out, 0);
  }
  return 1;
}

/* An image in memory: sums up what is complete, where that is `least` bytes or more. */
PC_UNUSED static void pc_sum_out(pc_out *out, size_t least) {
  if (out->held < least) return;
  pc_add_checksum(&out->sum, out->buffer + out->n - out->held, out->held);
  out->held = 0;
}

PC_COLD static int pc_grow_out(pc_out *out, size_t used, size_t bytes) {
  const size_t least = out->mode >= PC_OUT_STREAMS ? PC_STREAM_BYTES : out->mode == PC_OUT_SUMS ? PC_SUM_BYTES : 4096;
  size_t capacity = out->capacity < least ? least : out->capacity;
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

/* Pages for `bytes` more, and for what may be written before there is something to ask about again. */
PC_UNUSED static void pc_ready_out(pc_out *out, size_t bytes) {
  const size_t from = out->ready > out->n ? out->ready : out->n;
  if (out->capacity < PC_LARGE_BYTES || out->n + bytes + PC_SUM_BYTES <= out->ready) return;
  out->ready = out->capacity - out->n - bytes > PC_READY_BYTES ? out->n + bytes + PC_READY_BYTES : out->capacity;
  pc_ready_memory(out->buffer + from, out->ready - from);
}

/* pc_out_room where there is something to ask about. */
PC_RARE static char *pc_out_more(pc_out *out, size_t bytes) {
  const size_t spare = out->mode == PC_OUT_FRAMES ? PC_FRAME_ROOM : 0, header = !out->n;
  size_t used = out->n, most;
  char *room;
  out->easy = 0;
  if (bytes > PTRDIFF_MAX - out->n) return NULL;
  if (out->limit && out->n + bytes > out->limit) {
    out->full = 1;
    return NULL;
  }
  if (out->mode >= PC_OUT_MEASURES) {
    if (!pc_settle_out(out, bytes)) return NULL;
    used = out->mode >= PC_OUT_STREAMS ? out->held : 0;
  } else {
    pc_sum_out(out, PC_SUM_BYTES);
  }
  if (out->mode == PC_OUT_FRAMES && header) out->behind = bytes;
  if ((out->capacity < used + spare || out->capacity - used - spare < bytes) && !pc_grow_out(out, used, bytes + spare))
    return NULL;
  room = out->buffer + used + spare / 2;
  if (out->mode == PC_OUT_GROWS) pc_ready_out(out, bytes);
  out->n += bytes;
  out->next = room + bytes;
  if (header && out->mode < PC_OUT_STREAMS) return room; /* is not summed up */
  out->held += bytes;
  most = out->capacity - spare - used - bytes;
  if (out->mode < PC_OUT_STREAMS && most + out->held > PC_SUM_BYTES)
    most = out->held < PC_SUM_BYTES ? PC_SUM_BYTES - out->held : 0;
  if (out->limit && out->limit - out->n < most) most = out->limit - out->n;
  out->easy = most < PTRDIFF_MAX - out->n ? most : PTRDIFF_MAX - out->n;
  return room;
}

/* Room for so many bytes, until the next is asked for. Null: no memory, out->full or out->put_error. */
PC_UNUSED static char *pc_out_room(pc_out *out, size_t bytes) {
  char *const room = out->next;
  if (bytes > out->easy) return pc_out_more(out, bytes);
  out->easy -= bytes;
  out->next += bytes;
  out->n += bytes;
  out->held += bytes;
  return room;
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

/* Data without pointers, as a frame of their own. What is summed up goes while the processor has it at hand. */
PC_UNUSED static int pc_put_direct(pc_out *out, const char *from, size_t bytes) {
  if (bytes > PTRDIFF_MAX - out->n || !pc_put_frame(out, bytes)) return 0;
  out->n += bytes;
  while (bytes) {
    const size_t n = bytes < PC_STREAM_BYTES ? bytes : (size_t)PC_STREAM_BYTES;
    pc_add_checksum(&out->sum, from, n);
    if (!pc_put_out(out, from, n)) return 0;
    from += n, bytes -= n;
  }
  return 1;
}

/* Data without pointers, from where they lie. */
PC_UNUSED static int pc_out_data(pc_out *out, const char *from, size_t bytes) {
  char *room;
  if (out->mode == PC_OUT_FRAMES && bytes >= PC_STREAM_DIRECT) return pc_put_direct(out, from, bytes);
  if (out->mode == PC_OUT_MEASURES || (out->mode == PC_OUT_SUMS && bytes >= PC_SUM_DIRECT) ||
      (out->mode == PC_OUT_STREAMS && bytes >= PC_STREAM_DIRECT)) {
    if (bytes > PTRDIFF_MAX - out->n || !pc_settle_out(out, SIZE_MAX)) return 0;
    if (out->mode == PC_OUT_SUMS) pc_add_checksum(&out->sum, from, bytes);
    if (out->mode == PC_OUT_STREAMS && !pc_put_out(out, from, bytes)) return 0;
    out->n += bytes;
    return 1;
  }
  if (out->mode < PC_OUT_MEASURES && bytes > PC_SUM_BYTES) pc_sum_out(out, 1);
  room = pc_out_room(out, bytes);
  if (!room) return 0;
  for (; bytes > PC_SUM_BYTES && out->mode < PC_OUT_MEASURES; from += PC_SUM_BYTES, bytes -= PC_SUM_BYTES) {
    memcpy(room, from, PC_SUM_BYTES);
    pc_add_checksum(&out->sum, room, PC_SUM_BYTES);
    room += PC_SUM_BYTES, out->held -= PC_SUM_BYTES;
  }
  pc_copy_record(room, from, bytes);
  return 1;
}

#ifdef __cplusplus
}
#endif

#endif
