/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Writes a whole image: roots, records, what leads elsewhere, the header. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_IMAGE_WRITE_H
#define POINTERCHAIN_DETAIL_IMAGE_WRITE_H

#include "../deepcopy_types.h"
#include "attributes.h"
#include "image_elsewhere.h"
#include "image_format.h"
#include "image_marks.h"
#include "image_out.h"
#include "image_pack.h"
#include "image_sharing.h"
#include "image_types.h"
#include "image_wholes.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The first object found comes first off the stack. */
PC_UNUSED static void pc_pack_turn(pc_packer *packer) {
  size_t from, to = packer->nstack;
  for (from = 0; from + 1 < to; ++from) {
    const pc_pack_frame frame = packer->stack[from];
    packer->stack[from] = packer->stack[--to];
    packer->stack[to] = frame;
  }
}

/* What can be said of an image before it is written. */
PC_UNUSED static void pc_begin_header(pc_image_header *header, uint64_t hash, size_t nroots, uint32_t flags) {
  memset(header, 0, sizeof *header);
  memcpy(header->magic, PC_IMAGE_MAGIC, sizeof header->magic);
  header->version = PC_IMAGE_VERSION;
  header->order = PC_IMAGE_ORDER;
  header->pointer_bytes = sizeof(void *);
  header->flags = flags;
  header->hash = hash;
  header->roots = nroots;
  header->sum = pc_header_sum(header);
}

/* The header of what was written. */
PC_UNUSED static void pc_pack_header(const pc_packer *packer, size_t nroots) {
  pc_out *out = packer->out;
  const int streams = out->mode == PC_OUT_SUMS || out->framed;
  char *const image = out->buffer + (out->mode == PC_OUT_FRAMES ? sizeof(uint64_t) : 0);
  pc_image_header header;
  pc_begin_header(&header, packer->types.hash.now, nroots, packer->numbered ? PC_IMAGE_NUMBERED : 0);
  header.bytes = out->n;
  header.objects = packer->objects;
  header.elsewhere = packer->nelsewhere;
  if (streams) {
    pc_settle_out(out, 0);
  } else if (out->mode == PC_OUT_FRAMES) {
    pc_add_checksum(&out->sum, image + sizeof header, out->n - sizeof header);
  } else {
    pc_sum_out(out, 1);
  }
  header.checksum = pc_end_checksum(&out->sum);
  header.sum = pc_header_sum(&header);
  out->header = header;
  if (!streams) memcpy(image, &header, sizeof header);
}

/* The end of a stream of frames, or all of it where nothing has gone yet. */
PC_UNUSED static int pc_end_frames(const pc_packer *packer, size_t nroots) {
  pc_out *out = packer->out;
  const uint64_t end = PC_FRAME_END;
  if (out->framed && !pc_put_frame(out, 0)) return 0;
  pc_pack_header(packer, nroots);
  if (!out->framed) return pc_put_out(out, out->buffer + sizeof end, out->held);
  return pc_put_out(out, &end, sizeof end) && pc_put_out(out, &out->header, sizeof out->header);
}

/* Says to who reads that what came is void. */
PC_UNUSED static void pc_void_frames(pc_out *out, uint64_t word) {
  if (out->mode == PC_OUT_FRAMES && out->framed) (void)pc_put_out(out, &word, sizeof word);
}

/* One pass over everything. `words` has room for two words a root. */
PC_UNUSED static int pc_pack_pass(pc_packer *packer, const pc_root *roots, size_t nroots, uint64_t *words) {
  pc_out *out = packer->out;
  size_t i;
  int status = PC_OK;
  char *room;
  pc_begin_out(out);
  packer->nstack = packer->nelsewhere = packer->rows.n = 0;
  packer->objects = 0;
  packer->again = 0;
  if (!pc_begin_packed(&packer->packed)) return pc_no_memory(packer->call);
  for (i = 0; i < nroots && status == PC_OK; ++i) {
    pc_pack_frame frame;
    uintptr_t token = PC_TOKEN_NULL;
    size_t kind = 0;
    memset(&frame, 0, sizeof frame);
    frame.base = (const char *)roots[i].base;
    frame.type = pc_number_image_type(&packer->types, roots[i].type);
    packer->within = roots[i].text;
    if (frame.base) status = pc_pack_kind(packer, NULL, roots[i].count, &frame, &kind);
    if (status == PC_OK && (frame.base || roots[i].count < 0))
      status = pc_pack_measure(packer, NULL, roots[i].count, &frame);
    if (status == PC_OK && frame.base && frame.bytes)
      status = pc_pack_object(packer, NULL, &frame, kind, kind != 0, &token);
    words[2 * i] = token;
    words[2 * i + 1] = token == PC_TOKEN_NULL ? 0 : (uint64_t)roots[i].count;
  }
  if (status != PC_OK) return status;
  room = pc_out_room(out, sizeof(pc_image_header));
  if (room) memcpy(room, &out->header, sizeof(pc_image_header)); /* zeros, but of a stream */
  if (!room || !pc_out_data(out, (const char *)words, 2 * nroots * sizeof *words) ||
      !pc_out_align(out, packer->types.align))
    return pc_pack_full(packer);
  pc_pack_turn(packer);
  while (packer->nstack && status == PC_OK) status = pc_pack_next(packer);
  if (status == PC_OK && !packer->again) status = pc_pack_all_elsewhere(packer);
  if (status == PC_OK && packer->again) status = PC_PACK_AGAIN;
  if (status == PC_PACK_AGAIN && out->mode == PC_OUT_STREAMS)
    return pc_fail(packer->call, PC_ERROR_CHANGED, "the structure has changed while it was written");
  if (status != PC_OK || out->mode == PC_OUT_MEASURES) return status;
  if (out->mode == PC_OUT_FRAMES) return pc_end_frames(packer, nroots) ? PC_OK : pc_pack_full(packer);
  if (out->mode != PC_OUT_STREAMS) {
    pc_pack_header(packer, nroots);
  } else if (out->n != out->header.bytes || packer->objects != out->header.objects) {
    return pc_fail(packer->call, PC_ERROR_CHANGED, "the structure has changed while it was written");
  } else if (!pc_settle_out(out, SIZE_MAX)) {
    return pc_pack_full(packer);
  }
  return status;
}

/* Writes the image of all that the roots lead to. */
PC_UNUSED static int pc_pack_image(pc_call *call, const pc_root *roots, size_t nroots, pc_out *out) {
  pc_packer packer;
  uint64_t *words;
  size_t i;
  int status = PC_OK;
  memset(&packer, 0, sizeof packer);
  packer.call = call;
  packer.out = out;
  if (nroots > PTRDIFF_MAX / (4 * sizeof *words)) return pc_no_memory(call);
  words = (uint64_t *)calloc(2 * nroots + 1, sizeof *words);
  if (!words) return pc_no_memory(call);
  for (i = 0; i < nroots && status == PC_OK; ++i)
    if (!pc_number_image_type(&packer.types, roots[i].type)) status = pc_no_memory(call);
  if (status == PC_OK) status = pc_finish_image_types(call, &packer.types);
  if (status == PC_OK) {
    packer.numbered = packer.types.numbered || (out->header.flags & PC_IMAGE_NUMBERED) != 0;
    if (out->mode == PC_OUT_FRAMES) pc_begin_header(&out->header, packer.types.hash.now, nroots, PC_IMAGE_FRAMED);
    do {
      if (status == PC_PACK_AGAIN) pc_void_frames(out, PC_FRAME_AGAIN);
      pc_free_marks(&packer.marks);
      pc_sort_wholes(&out->wholes);
      status = pc_pack_pass(&packer, roots, nroots, words);
    } while (status == PC_PACK_AGAIN); /* for numbers, or for wholes that were not known */
    if (status != PC_OK) pc_void_frames(out, PC_FRAME_GIVEN_UP);
  }
  pc_free_marks(&packer.marks);
  pc_free_packed(&packer.packed);
  pc_free_image_types(&packer.types);
  pc_free_bare(&packer.bare);
  free(packer.stack);
  free(packer.elsewhere);
  free(packer.rows.list);
  free(packer.custom.memory);
  free(words);
  return status;
}

/* The same, to no more bytes than there may be. A walk that has to begin again may need more than the image does: then that
 * one is left out. */
PC_UNUSED static int pc_pack_within(pc_call *call, const pc_root *roots, size_t nroots, pc_out *out) {
  int status = pc_pack_image(call, roots, nroots, out);
  pc_out measured;
  if (status == PC_OK || !out->full) return status;
  memset(&measured, 0, sizeof measured);
  measured.mode = PC_OUT_MEASURES;
  measured.wholes = out->wholes;
  memset(&out->wholes, 0, sizeof out->wholes);
  if (pc_pack_image(call, roots, nroots, &measured) == PC_OK && measured.wholes.n) {
    out->wholes = measured.wholes;
    memset(&measured.wholes, 0, sizeof measured.wholes);
    out->full = 0;
  }
  pc_free_out(&measured);
  return pc_pack_image(call, roots, nroots, out);
}

#ifdef __cplusplus
}
#endif

#endif
