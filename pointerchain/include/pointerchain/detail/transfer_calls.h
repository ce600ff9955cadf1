/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The calls of transfer.h. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_TRANSFER_CALLS_H
#define POINTERCHAIN_DETAIL_TRANSFER_CALLS_H

#include "../deepcopy_types.h"
#include "../transfer_types.h"
#include "attributes.h"
#include "background.h"
#include "image_format.h"
#include "image_load.h"
#include "image_loader.h"
#include "image_out.h"
#include "image_sharing.h"
#include "image_types.h"
#include "image_wholes.h"
#include "image_write.h"
#include "layouts.h"
#include "linkage.h"
#include "state.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Takes the lock: the functions that measure strings look at what the runtime knows of the program's pages. */
PC_UNUSED static void pc_begin_exchange(pc_call *call, const char *verb, const char *file, int line) {
  memset(call, 0, sizeof *call);
  call->verb = verb;
  call->file = file ? file : "?";
  call->line = line;
  pc_settle_jobs(); /* they may be copying to what is read here */
  pthread_mutex_lock(PC_LOCK);
  ++PC_STATE->calls;
}

/* Releases the lock and tells the handler of a failure. */
PC_UNUSED static int pc_end_exchange(const pc_call *call, int status) {
  const pc_error_handler handler = PC_STATE->handler;
  void *data = PC_STATE->handler_data;
  char message[700];
  pthread_mutex_unlock(PC_LOCK);
  if (status == PC_OK || !handler) return status;
  snprintf(message, sizeof message, "%s:%d: error: %s: %s", call->file, call->line, call->verb, call->text);
  handler(status, message, data);
  return status;
}

PC_API int pc_image_size(const pc_root *roots, size_t nroots, size_t *bytes, const char *file,
                                   int line) {
  pc_call call;
  pc_out out;
  int status;
  pc_begin_exchange(&call, "image size", file, line);
  memset(&out, 0, sizeof out);
  out.mode = PC_OUT_MEASURES;
  status = pc_pack_image(&call, roots, nroots, &out);
  *bytes = status == PC_OK ? out.n : 0;
  pc_free_out(&out);
  return pc_end_exchange(&call, status);
}

/* pc_pack under the lock. */
PC_UNUSED static int pc_pack_memory(pc_call *call, const pc_root *roots, size_t nroots, void **image, size_t *bytes) {
  pc_out out;
  int status;
  memset(&out, 0, sizeof out);
  if (*image) {
    out.mode = PC_OUT_FIXED;
    out.buffer = (char *)*image;
    out.capacity = *bytes;
  }
  status = pc_pack_within(call, roots, nroots, &out);
  if (status == PC_OK) {
    *image = out.buffer;
    *bytes = out.n;
  } else if (out.mode == PC_OUT_GROWS) {
    free(out.buffer);
  }
  pc_free_wholes(&out.wholes);
  return status;
}

PC_API int pc_pack(const pc_root *roots, size_t nroots, void **image, size_t *bytes,
                             const char *file, int line) {
  pc_call call;
  pc_begin_exchange(&call, "pack", file, line);
  return pc_end_exchange(&call, pc_pack_memory(&call, roots, nroots, image, bytes));
}

/* Not for users: that the checksum was found to be right. */
enum { PC_SUMMED = 1 << 9 };

PC_UNUSED static int pc_check_sum(pc_call *call, pc_checksum *sum, const pc_image_header *header) {
  if (pc_end_checksum(sum) == header->checksum) return PC_OK;
  return pc_fail(call, PC_ERROR_IMAGE, "the image is damaged: its checksum is another");
}

/* Sums an image up to its end, and makes the block meanwhile where `memory` is not null. */
PC_UNUSED static int pc_sum_image(pc_loader *loader, size_t bytes, const pc_image_header *header, void **memory) {
  const char *const from = loader->image;
  pc_checksum sum;
  int status = PC_OK;
  pc_start_checksum(&sum);
  if (memory) {
    pc_add_checksum(&sum, from + sizeof *header, loader->start - sizeof *header);
    status = pc_load_block(loader, &sum, memory);
    if (status == PC_OK) pc_add_checksum(&sum, from + loader->end, bytes - loader->end);
  } else {
    pc_add_checksum(&sum, from + sizeof *header, bytes - sizeof *header);
  }
  return status == PC_OK ? pc_check_sum(loader->call, &sum, header) : status;
}

/* Checks an image of memory up to its first record, and, unless that is done, the sum of all; makes the block where `memory`
 * is not null. `words` and `numbers` are made. */
PC_UNUSED static int pc_unpack_begin(pc_loader *loader, const pc_arrival *arrivals, size_t narrivals,
                                     const void *image, size_t bytes, int summed, pc_image_header *header,
                                     uint64_t **words, uint32_t **numbers, void **memory) {
  const char *from = (const char *)image;
  size_t i;
  int status;
  if (narrivals > PTRDIFF_MAX / (4 * sizeof **words)) return pc_no_memory(loader->call);
  *words = (uint64_t *)calloc(2 * narrivals + 1, sizeof **words);
  *numbers = (uint32_t *)calloc(narrivals + 1, sizeof **numbers);
  if (!*words || !*numbers) return pc_no_memory(loader->call);
  for (i = 0; i < narrivals; ++i) {
    (*numbers)[i] = pc_number_image_type(&loader->types, arrivals[i].type);
    if (!(*numbers)[i]) return pc_no_memory(loader->call);
  }
  status = pc_finish_image_types(loader->call, &loader->types);
  if (status != PC_OK) return status;
  if (bytes < sizeof *header)
    return pc_fail(loader->call, PC_ERROR_IMAGE, "%zu bytes are no image: it is cut off, or none", bytes);
  memcpy(header, from, sizeof *header);
  status = pc_check_header(loader->call, header, loader->types.hash, narrivals);
  if (status != PC_OK) return status;
  if (header->flags & PC_IMAGE_FRAMED)
    return pc_fail(loader->call, PC_ERROR_IMAGE, "the image is in frames, as in a file: 'pc_read' reads those");
  loader->start = pc_image_align(sizeof *header + 2 * narrivals * sizeof **words, loader->types.align);
  loader->at = loader->start;
  if (bytes < loader->start)
    return pc_fail(loader->call, PC_ERROR_IMAGE, "the image ends in its sections, at byte %zu", bytes);
  if (header->bytes != bytes)
    return pc_fail(loader->call, PC_ERROR_IMAGE, "the image is of %llu bytes, %zu are there",
                   (unsigned long long)header->bytes, bytes);
  if (header->elsewhere > (bytes - loader->start) / (2 * sizeof **words))
    return pc_fail(loader->call, PC_ERROR_IMAGE, "the image has no room for the pointers that it says it has");
  loader->end = bytes - (size_t)header->elsewhere * 2 * sizeof **words;
  loader->image = from;
  if (loader->types.lives || loader->start == loader->end) memory = NULL; /* no block */
  status = summed ? memory ? pc_load_block(loader, NULL, memory) : PC_OK : pc_sum_image(loader, bytes, header, memory);
  memcpy(*words, from + sizeof *header, 2 * narrivals * sizeof **words);
  return status;
}

/* Refuses an image whose sections, of which the words are, have other numbers of elements than are wanted. */
PC_UNUSED static int pc_check_counts(pc_call *call, const pc_arrival *arrivals, size_t narrivals,
                                     const uint64_t *words) {
  size_t i;
  for (i = 0; i < narrivals; ++i, words += 2) {
    if (arrivals[i].count >= 0 && words[0] != PC_TOKEN_NULL && words[1] != (uint64_t)arrivals[i].count)
      return pc_fail(call, PC_ERROR_LENGTH, "section %zu has %llu elements, %lld are wanted", i + 1,
                     (unsigned long long)words[1], arrivals[i].count);
    if (arrivals[i].count > 1 && words[0] == PC_TOKEN_NULL)
      return pc_fail(call, PC_ERROR_LENGTH, "section %zu is null, %lld elements are wanted", i + 1,
                     arrivals[i].count);
  }
  return PC_OK;
}

/* pc_unpack under the lock. `wanted`: the counts of the arrivals are those that the sections have to have, or negative.
 * `taken` is null, or memory from malloc that the image is the beginning of, aligned as its
 * types ask: it becomes the block, and is freed where it does not. */
PC_UNUSED static int pc_unpack_image(pc_call *call, pc_arrival *arrivals, size_t narrivals, const void *image,
                                     size_t bytes, unsigned flags, int wanted, void *taken) {
  pc_loader loader;
  pc_image_header header;
  uint64_t *words = NULL;
  uint32_t *numbers = NULL;
  void **results = NULL, *memory = NULL;
  size_t i;
  int status;
  memset(&loader, 0, sizeof loader);
  loader.call = call;
  loader.trusted = (flags & PC_TRUSTED) != 0;
  status = pc_unpack_begin(&loader, arrivals, narrivals, image, bytes, (flags & PC_SUMMED) != 0, &header, &words, &numbers,
                           flags & PC_SEPARATE || taken ? NULL : &memory);
  if (status == PC_OK && wanted) status = pc_check_counts(call, arrivals, narrivals, words);
  if (status == PC_OK) {
    results = (void **)calloc(narrivals + 1, sizeof *results);
    if (!results) status = pc_no_memory(call);
  }
  if (status == PC_OK && flags & PC_SEPARATE && loader.types.align > PC_DEVICE_ALIGNMENT)
    status = pc_fail(call, PC_ERROR_UNSUPPORTED, "separate objects with an alignment of %zu: malloc gives %zu",
                     loader.types.align, PC_DEVICE_ALIGNMENT);
  if (status == PC_OK && !(flags & PC_SEPARATE) && loader.types.lives)
    status = pc_fail(call, PC_ERROR_UNSUPPORTED,
                     "containers own memory of their own, which is not in one block: ask for separate objects");
  if (status == PC_OK && !(flags & PC_SEPARATE) && loader.end > loader.start && taken) {
    memory = taken;
    taken = NULL;
    loader.block = (char *)memory + loader.start;
    memcpy(loader.block - sizeof memory, &memory, sizeof memory);
  }
  if (status == PC_OK) status = pc_load_walk(&loader, &header, words, numbers, results);
  for (i = 0; i < narrivals && status == PC_OK; ++i) {
    memcpy(arrivals[i].at, &results[i], sizeof results[i]);
    arrivals[i].count = results[i] ? (long long)words[2 * i + 1] : 0;
  }
  pc_free_loader(&loader, status, memory);
  free(words);
  free(numbers);
  free(results);
  free(taken);
  return status;
}

PC_API int pc_unpack(pc_arrival *arrivals, size_t narrivals, const void *image, size_t bytes,
                               unsigned flags, const char *file, int line) {
  pc_call call;
  pc_begin_exchange(&call, "unpack", file, line);
  return pc_end_exchange(&call, pc_unpack_image(&call, arrivals, narrivals, image, bytes, flags, 0, NULL));
}

PC_API int pc_set_sharing(const pc_sharing *sharing) {
  static const pc_sharing ours = {NULL, NULL, NULL, NULL, NULL};
  if (sharing && (!sharing->begin || !sharing->insert || !sharing->find || !sharing->end)) return PC_ERROR_UNSUPPORTED;
  pthread_mutex_lock(PC_LOCK);
  *PC_SHARING = sharing ? *sharing : ours;
  pthread_mutex_unlock(PC_LOCK);
  return PC_OK;
}

PC_API void pc_free(void *first) {
  void *memory;
  if (!first) return;
  memcpy(&memory, (const char *)first - sizeof memory, sizeof memory);
  free(memory);
}

#ifdef __cplusplus
}
#endif

#endif
