/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What an image looks like. Not for users.
 *
 * A header; two words a root, its token and its number of elements; records; two words for each pointer that
 * leads elsewhere, in the order in which the walk comes to them: 1 + the number of an object, and the bytes from
 * its beginning, or two zeros. Records stand in the order in which a depth-first walk comes to the objects, each
 * aligned as its type asks and as much as any type does, up to 16 bytes, with tokens for its pointers; the lengths are computed from the records. All words
 * have the byte order and the size of the machine that wrote them. The checksum finds accidents; who means harm
 * can compute it, too.
 */
#ifndef POINTERCHAIN_DETAIL_IMAGE_FORMAT_H
#define POINTERCHAIN_DETAIL_IMAGE_FORMAT_H

#include "attributes.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PC_IMAGE_MAGIC "\211PCIMG\r\n"
#define PC_IMAGE_ORDER UINT32_C(0x01020304)

enum {
  PC_IMAGE_VERSION = 3,
  PC_IMAGE_WITHOUT_MEMBERS = 2, /* a former version, whose hash says nothing of members that are no pointers */
  PC_IMAGE_NUMBERED = 1, /* tokens may name objects, by number in the order in which the walk sees them first */
  PC_IMAGE_FRAMED = 2    /* in a stream: what follows this header comes in frames */
};

/* A frame: a word, and so many bytes of the image. Instead of a number of bytes the word may be one of these. Behind
 * the end stands the header of the image, which is not framed any more. */
#define PC_FRAME_END UINT64_C(0)
#define PC_FRAME_AGAIN UINT64_MAX          /* the image begins again; what came is void */
#define PC_FRAME_GIVEN_UP (UINT64_MAX - 1) /* there is no image: who wrote it could not go on */

typedef struct pc_image_header {
  char magic[8];
  uint32_t version, order, pointer_bytes, flags;
  uint64_t hash;     /* of the types */
  uint64_t bytes;    /* of all the image */
  uint64_t objects;  /* records */
  uint64_t elsewhere; /* pairs of words behind the records */
  uint64_t roots;    /* pairs of words behind the header */
  uint64_t checksum; /* of all that follows the header */
  uint64_t sum;      /* of the header before this */
} pc_image_header;

/* The hash of types as images have it now, and as those of the former version have. */
typedef struct pc_type_hash {
  uint64_t now, former;
} pc_type_hash;

/* A token takes the place of a pointer. The last two bits say what it is. */
enum {
  PC_TOKEN_NULL = 0,
  PC_TOKEN_NEXT = 1, /* an object that is new. The other bits: its number of elements where that is read through
                      * a pointer, 1 + the number of its class where others derive from its type, else 0 */
  PC_TOKEN_MET = 2,  /* the beginning of the object whose number is in the other bits */
  PC_TOKEN_ELSEWHERE = 3 /* the next pair of words behind the records says where. The other bits: 1 + the number of
                          * its class where others derive from its type, unless it is an observer, else 0 */
};
#define PC_TOKEN_SORT(token) ((unsigned)((token) & 3))
#define PC_TOKEN_BITS(token) ((size_t)((token) >> 2))
#define PC_TOKEN_OF(number) ((uintptr_t)(number) << 2 | PC_TOKEN_MET)

/* A checksum that takes bytes as they come. Four sums side by side, which a processor computes together. */
typedef struct pc_checksum {
  uint64_t lanes[4], bytes;
  unsigned char rest[32];
} pc_checksum;

PC_UNUSED static void pc_start_checksum(pc_checksum *sum) {
  size_t i;
  memset(sum, 0, sizeof *sum);
  for (i = 0; i < 4; ++i) sum->lanes[i] = UINT64_C(0x9E3779B97F4A7C15) * (i + 1);
}

PC_UNUSED static uint64_t pc_checksum_step(uint64_t lane, uint64_t word) {
  lane = (lane ^ word) * UINT64_C(0xD6E8FEB86659FD93);
  return lane ^ lane >> 32;
}

PC_UNUSED static void pc_checksum_blocks(pc_checksum *sum, const unsigned char *from, size_t blocks) {
  uint64_t a = sum->lanes[0], b = sum->lanes[1], c = sum->lanes[2], d = sum->lanes[3], words[4];
  for (; blocks; --blocks, from += 32) {
    memcpy(words, from, sizeof words);
    a = pc_checksum_step(a, words[0]);
    b = pc_checksum_step(b, words[1]);
    c = pc_checksum_step(c, words[2]);
    d = pc_checksum_step(d, words[3]);
  }
  sum->lanes[0] = a, sum->lanes[1] = b, sum->lanes[2] = c, sum->lanes[3] = d;
}

PC_UNUSED static void pc_add_checksum(pc_checksum *sum, const void *bytes, size_t n) {
  const unsigned char *from = (const unsigned char *)bytes;
  const size_t had = (size_t)(sum->bytes % 32);
  sum->bytes += n;
  if (had) {
    const size_t more = n < 32 - had ? n : 32 - had;
    memcpy(sum->rest + had, from, more);
    from += more, n -= more;
    if (had + more < 32) return;
    pc_checksum_blocks(sum, sum->rest, 1);
  }
  pc_checksum_blocks(sum, from, n / 32);
  if (n % 32) memcpy(sum->rest, from + n / 32 * 32, n % 32);
}

PC_UNUSED static uint64_t pc_end_checksum(pc_checksum *sum) {
  uint64_t result = sum->bytes;
  size_t i;
  if (sum->bytes % 32) {
    memset(sum->rest + sum->bytes % 32, 0, 32 - (size_t)(sum->bytes % 32));
    pc_checksum_blocks(sum, sum->rest, 1);
  }
  for (i = 0; i < 4; ++i) result = pc_checksum_step(result, sum->lanes[i]);
  return result;
}

PC_UNUSED static uint64_t pc_header_sum(const pc_image_header *header) {
  pc_checksum sum;
  pc_start_checksum(&sum);
  pc_add_checksum(&sum, header, offsetof(pc_image_header, sum));
  return pc_end_checksum(&sum);
}

/* `align` is a power of two. */
PC_UNUSED static size_t pc_image_align(size_t at, size_t align) { return (at + align - 1) & ~(align - 1); }

#ifdef __cplusplus
}
#endif

#endif
