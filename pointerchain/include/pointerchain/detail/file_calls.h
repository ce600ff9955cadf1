/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The calls of transfer_file.h. Not for users.
 *
 * Writing walks once. What fits into the buffer is written as an image; of what is larger neither the length nor the
 * checksum is known when its first byte goes, so it goes in frames (image_format.h). What is read lies in the block
 * that the caller gets.
 */
#ifndef POINTERCHAIN_DETAIL_FILE_CALLS_H
#define POINTERCHAIN_DETAIL_FILE_CALLS_H

#include "../deepcopy_types.h"
#include "../transfer_types.h"
#include "attributes.h"
#include "image_format.h"
#include "image_load.h"
#include "image_out.h"
#include "image_types.h"
#include "image_write.h"
#include "layouts.h"
#include "linkage.h"
#include "state.h"
#include "transfer_calls.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* pc_end_exchange; a failure that nobody is told of may end the program. */
PC_UNUSED static int pc_end_stream(const pc_call *call, int status, unsigned flags) {
  if (status != PC_OK && flags & PC_MUST && !PC_STATE->handler) {
    fprintf(stderr, "%s:%d: error: %s: %s\n", call->file, call->line, call->verb, call->text);
    abort();
  }
  return pc_end_exchange(call, status);
}

PC_COLD static int pc_stream_failed(pc_call *call, const char *what, int error, unsigned long long at) {
  return pc_fail(call, PC_ERROR_FILE, "%s failed at byte %llu of the image: %s", what, at,
                 strerror(error));
}

/* A stream, and how many of its bytes have gone. */
typedef struct pc_counted {
  const pc_stream *stream;
  unsigned long long n;
} pc_counted;

/* Others may use the runtime meanwhile: who reads from a pipe that is full, say. */
PC_UNUSED static int pc_put_counted(void *data, const void *bytes, size_t n) {
  pc_counted *counted = (pc_counted *)data;
  size_t done = n;
  int error;
  pthread_mutex_unlock(PC_LOCK);
  error = counted->stream->put(counted->stream->data, bytes, n, &done);
  pthread_mutex_lock(PC_LOCK);
  counted->n += done < n ? done : n;
  return error || done >= n ? error : EIO;
}

PC_API int pc_write(const pc_root *roots, size_t nroots, const pc_stream *to, unsigned flags,
                              const char *file, int line) {
  pc_call call;
  pc_out out;
  pc_counted counted;
  int status;
  memset(&out, 0, sizeof out);
  counted.stream = to;
  counted.n = 0;
  pc_begin_exchange(&call, "write", file, line);
  out.mode = PC_OUT_FRAMES;
  out.put = pc_put_counted;
  out.put_data = &counted;
  status = pc_pack_image(&call, roots, nroots, &out);
  if (out.put_error) status = pc_stream_failed(&call, "writing", out.put_error, counted.n);
  if (status == PC_OK && to->flush) {
    int error;
    pthread_mutex_unlock(PC_LOCK);
    error = to->flush(to->data);
    pthread_mutex_lock(PC_LOCK);
    if (error) status = pc_stream_failed(&call, "writing what was buffered", error, counted.n);
  }
  pc_free_out(&out);
  return pc_end_stream(&call, status, flags);
}

/* Reads `n` bytes, which are those from `at` of an image of `all`; ULLONG_MAX: in frames; 0: of its header. */
PC_UNUSED static int pc_get_bytes(pc_call *call, const pc_stream *from, void *to, size_t n, unsigned long long at,
                                  unsigned long long all) {
  size_t got = 0;
  const int error = from->get(from->data, to, n, &got);
  if (error) return pc_stream_failed(call, "reading", error, at + got);
  if (got == n) return PC_OK;
  if (!all && !got) return pc_fail(call, PC_ERROR_FILE, "there is no image: the file ends here");
  if (!all) return pc_fail(call, PC_ERROR_FILE, "the file ends at byte %llu of the image, in its header", at + got);
  if (all == ULLONG_MAX) return pc_fail(call, PC_ERROR_FILE, "the file ends at byte %llu, before the image does", at + got);
  return pc_fail(call, PC_ERROR_FILE, "the file ends at byte %llu of an image of %llu bytes", at + got, all);
}

/* An image while it is read: its bytes up to `n`, in memory that grows with them, and their sum. */
typedef struct pc_got {
  char *memory;
  size_t n, capacity;
  unsigned long long at; /* bytes of the stream */
  pc_checksum sum;
} pc_got;

/* `bytes` more of it, of which the stream has `all`, or 0 where that is not known. */
PC_UNUSED static int pc_get_more(pc_call *call, const pc_stream *from, pc_got *got, unsigned long long bytes,
                                 unsigned long long all) {
  while (bytes) {
    const size_t n = bytes < PC_STREAM_BYTES ? (size_t)bytes : (size_t)PC_STREAM_BYTES;
    int status;
    if (got->capacity - got->n < n) { /* never more than twice of what came and a MiB */
      const size_t most = PTRDIFF_MAX - PC_STREAM_BYTES;
      size_t capacity = got->n > most / 2 ? most : 2 * got->n;
      char *more;
      if (capacity < got->n + n) capacity = got->n + n;
      if (all && capacity > all) capacity = (size_t)all;
      if (got->n > most) return pc_no_memory(call);
      more = (char *)realloc(got->memory, capacity);
      if (!more) return pc_no_memory(call);
      got->memory = more;
      got->capacity = capacity;
    }
    status = pc_get_bytes(call, from, got->memory + got->n, n, got->at, all ? all : ULLONG_MAX);
    if (status != PC_OK) return status;
    pc_add_checksum(&got->sum, got->memory + got->n, n);
    got->n += n, got->at += n, bytes -= n;
  }
  return PC_OK;
}

/* The frames behind a header, and the header that ends them. */
PC_UNUSED static int pc_get_frames(pc_call *call, const pc_stream *from, pc_image_header *header, pc_type_hash hash,
                                   size_t narrivals, pc_got *got) {
  for (;;) {
    uint64_t word = 0;
    int status = pc_get_bytes(call, from, &word, sizeof word, got->at, ULLONG_MAX);
    if (status != PC_OK) return status;
    got->at += sizeof word;
    if (word == PC_FRAME_GIVEN_UP)
      return pc_fail(call, PC_ERROR_IMAGE, "there is no image: who wrote it could not go on at byte %llu", got->at);
    if (word == PC_FRAME_AGAIN) {
      got->n = sizeof *header;
      pc_start_checksum(&got->sum);
      continue;
    }
    if (word != PC_FRAME_END) {
      if (word > PTRDIFF_MAX)
        return pc_fail(call, PC_ERROR_IMAGE, "before byte %llu: a frame of %llu bytes", got->at, (unsigned long long)word);
      status = pc_get_more(call, from, got, word, 0);
      if (status != PC_OK) return status;
      continue;
    }
    status = pc_get_bytes(call, from, header, sizeof *header, got->at, ULLONG_MAX);
    if (status == PC_OK) status = pc_check_header(call, header, hash, narrivals);
    if (status == PC_OK && (header->flags & PC_IMAGE_FRAMED || header->bytes != got->n))
      status = pc_fail(call, PC_ERROR_IMAGE, "the frames have %zu bytes, and not as many as the image says", got->n);
    return status;
  }
}

/* All of an image. `got->memory` is it then, from malloc; or has to be freed. */
PC_UNUSED static int pc_get_image(pc_call *call, size_t narrivals, const pc_stream *from, pc_type_hash hash,
                                  pc_image_header *header, pc_got *got) {
  char *memory;
  int status = pc_get_bytes(call, from, header, sizeof *header, 0, 0);
  if (status == PC_OK) status = pc_check_header(call, header, hash, narrivals);
  if (status != PC_OK) return status;
  if (!(header->flags & PC_IMAGE_FRAMED) && (header->bytes < sizeof *header || header->bytes > PTRDIFF_MAX))
    return pc_fail(call, PC_ERROR_IMAGE, "the header says that the image has %llu bytes",
                   (unsigned long long)header->bytes);
  got->memory = (char *)malloc(sizeof *header);
  if (!got->memory) return pc_no_memory(call);
  got->capacity = got->n = sizeof *header;
  got->at = sizeof *header;
  pc_start_checksum(&got->sum);
  status = header->flags & PC_IMAGE_FRAMED
               ? pc_get_frames(call, from, header, hash, narrivals, got)
               : pc_get_more(call, from, got, header->bytes - sizeof *header, header->bytes);
  if (status == PC_OK) status = pc_check_sum(call, &got->sum, header);
  if (status != PC_OK) return status;
  memcpy(got->memory, header, sizeof *header);
  memory = (char *)realloc(got->memory, got->n);
  if (memory) got->memory = memory;
  return PC_OK;
}

/* The hash of the arrivals' types, and the alignment that they ask for. */
PC_UNUSED static int pc_hash_arrivals(pc_call *call, const pc_arrival *arrivals, size_t narrivals, pc_type_hash *hash,
                                      size_t *align) {
  pc_image_types types;
  size_t i;
  int status = PC_OK;
  memset(&types, 0, sizeof types);
  for (i = 0; i < narrivals && status == PC_OK; ++i)
    if (!pc_number_image_type(&types, arrivals[i].type)) status = pc_no_memory(call);
  if (status == PC_OK) status = pc_finish_image_types(call, &types);
  *hash = types.hash;
  *align = types.align;
  pc_free_image_types(&types);
  return status;
}

/* pc_read under the lock. */
PC_UNUSED static int pc_read_image(pc_call *call, pc_arrival *arrivals, size_t narrivals, const pc_stream *from,
                                   unsigned flags) {
  pc_image_header header;
  pc_got got;
  pc_type_hash hash;
  size_t align;
  int status;
  memset(&got, 0, sizeof got);
  status = pc_hash_arrivals(call, arrivals, narrivals, &hash, &align);
  if (status == PC_OK) {
    pthread_mutex_unlock(PC_LOCK); /* bytes may have to be waited for */
    status = pc_get_image(call, narrivals, from, hash, &header, &got);
    pthread_mutex_lock(PC_LOCK);
    ++PC_STATE->calls;
  }
  if (status == PC_OK) {
    void *const taken = align <= PC_DEVICE_ALIGNMENT ? got.memory : NULL;
    status = pc_unpack_image(call, arrivals, narrivals, got.memory, (size_t)header.bytes, flags | PC_SUMMED, 1, taken);
    if (taken) got.memory = NULL;
  }
  free(got.memory);
  return status;
}

PC_API int pc_read(pc_arrival *arrivals, size_t narrivals, const pc_stream *from, unsigned flags,
                             const char *file, int line) {
  pc_call call;
  pc_begin_exchange(&call, "read", file, line);
  return pc_end_stream(&call, pc_read_image(&call, arrivals, narrivals, from, flags), flags);
}

/* --- a FILE * --- */

PC_UNUSED static int pc_put_file(void *data, const void *bytes, size_t n, size_t *done) {
  *done = 0;
  if (!data) return EBADF; /* it could not be opened */
  errno = 0;
  *done = fwrite(bytes, 1, n, (FILE *)data);
  if (*done == n) return 0;
  return errno ? errno : EIO;
}

PC_UNUSED static int pc_flush_file(void *data) {
  errno = 0;
  if (fflush((FILE *)data) == 0) return 0;
  return errno ? errno : EIO;
}

PC_UNUSED static int pc_get_file(void *data, void *bytes, size_t n, size_t *got) {
  FILE *file = (FILE *)data;
  if (!data) return EBADF;
  errno = 0;
  *got = fread(bytes, 1, n, file);
  if (*got == n || !ferror(file)) return 0;
  return errno ? errno : EIO;
}

PC_UNUSED static pc_stream pc_file_stream(FILE *file) {
  pc_stream stream;
  stream.put = pc_put_file;
  stream.flush = pc_flush_file;
  stream.get = pc_get_file;
  stream.data = file;
  return stream;
}

PC_API int pc_write_file(const pc_root *roots, size_t nroots, FILE *to, unsigned flags, const char *file,
                                   int line) {
  const pc_stream stream = pc_file_stream(to);
  return pc_write(roots, nroots, &stream, flags, file, line);
}

PC_API int pc_read_file(pc_arrival *arrivals, size_t narrivals, FILE *from, unsigned flags,
                                  const char *file, int line) {
  const pc_stream stream = pc_file_stream(from);
  return pc_read(arrivals, narrivals, &stream, flags, file, line);
}

/* --- a file descriptor --- */

/* What one read or write takes at most: Linux moves no more than 2 GiB less a page. */
#define PC_DESCRIPTOR_BYTES ((size_t)1 << 30)

PC_UNUSED static int pc_put_descriptor(void *data, const void *bytes, size_t n, size_t *done) {
  const char *from = (const char *)bytes;
  *done = 0;
  while (*done < n) {
    const size_t rest = n - *done;
    const ssize_t gone = write(*(const int *)data, from + *done, rest < PC_DESCRIPTOR_BYTES ? rest : PC_DESCRIPTOR_BYTES);
    if (gone < 0 && errno == EINTR) continue;
    if (gone < 0) return errno;
    if (gone == 0) return EIO;
    *done += (size_t)gone;
  }
  return 0;
}

PC_UNUSED static int pc_get_descriptor(void *data, void *bytes, size_t n, size_t *got) {
  char *to = (char *)bytes;
  *got = 0;
  while (*got < n) {
    const size_t rest = n - *got;
    const ssize_t done = read(*(const int *)data, to + *got, rest < PC_DESCRIPTOR_BYTES ? rest : PC_DESCRIPTOR_BYTES);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return errno;
    if (done == 0) break;
    *got += (size_t)done;
  }
  return 0;
}

PC_UNUSED static pc_stream pc_descriptor_stream(int *descriptor) {
  pc_stream stream;
  stream.put = pc_put_descriptor;
  stream.flush = NULL;
  stream.get = pc_get_descriptor;
  stream.data = descriptor;
  return stream;
}

PC_API int pc_write_descriptor(const pc_root *roots, size_t nroots, int to, unsigned flags,
                                         const char *file, int line) {
  const pc_stream stream = pc_descriptor_stream(&to);
  return pc_write(roots, nroots, &stream, flags, file, line);
}

PC_API int pc_read_descriptor(pc_arrival *arrivals, size_t narrivals, int from, unsigned flags,
                                        const char *file, int line) {
  const pc_stream stream = pc_descriptor_stream(&from);
  return pc_read(arrivals, narrivals, &stream, flags, file, line);
}

#ifdef __cplusplus
}
#endif

#endif
