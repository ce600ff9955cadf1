/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The calls of transfer_file.h. Not for users.
 *
 * Writing walks twice: once for the header, which stands first and holds the length and the checksum, and once for the
 * bytes. Nothing but what is on its way is copied. What is read lies in the block that the caller gets.
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
  pthread_mutex_unlock(&pc_lock_v2);
  error = counted->stream->put(counted->stream->data, bytes, n, &done);
  pthread_mutex_lock(&pc_lock_v2);
  counted->n += done < n ? done : n;
  return error || done >= n ? error : EIO;
}

PC_UNUSED static int pc_write(const pc_root *roots, size_t nroots, const pc_stream *to, unsigned flags,
                              const char *file, int line) {
  pc_call call;
  pc_out out;
  pc_counted counted;
  int status;
  memset(&out, 0, sizeof out);
  counted.stream = to;
  counted.n = 0;
  pc_begin_exchange(&call, "write", file, line);
  out.mode = PC_OUT_SUMS;
  status = pc_pack_image(&call, roots, nroots, &out);
  if (status == PC_OK) {
    out.mode = PC_OUT_STREAMS;
    out.put = pc_put_counted;
    out.put_data = &counted;
    status = pc_pack_image(&call, roots, nroots, &out);
    if (out.put_error) status = pc_stream_failed(&call, "writing", out.put_error, counted.n);
  }
  if (status == PC_OK && to->flush) {
    int error;
    pthread_mutex_unlock(&pc_lock_v2);
    error = to->flush(to->data);
    pthread_mutex_lock(&pc_lock_v2);
    if (error) status = pc_stream_failed(&call, "writing what was buffered", error, counted.n);
  }
  free(out.buffer);
  return pc_end_stream(&call, status, flags);
}

/* Reads `n` bytes, which are those from `at` of an image of `all`. */
PC_UNUSED static int pc_get_bytes(pc_call *call, const pc_stream *from, void *to, size_t n, unsigned long long at,
                                  unsigned long long all) {
  size_t got = 0;
  const int error = from->get(from->data, to, n, &got);
  if (error) return pc_stream_failed(call, "reading", error, at + got);
  if (got == n) return PC_OK;
  if (!all && !got) return pc_fail(call, PC_ERROR_FILE, "there is no image: the file ends here");
  if (!all) return pc_fail(call, PC_ERROR_FILE, "the file ends at byte %llu of the image, in its header", at + got);
  return pc_fail(call, PC_ERROR_FILE, "the file ends at byte %llu of an image of %llu bytes", at + got, all);
}

/* The bytes behind the header, in memory that grows with them. `*memory` is the image then. */
PC_UNUSED static int pc_get_image(pc_call *call, const pc_stream *from, const pc_image_header *header, void **memory) {
  size_t capacity = sizeof *header, n = sizeof *header, bytes;
  if (header->bytes < n || header->bytes > PTRDIFF_MAX)
    return pc_fail(call, PC_ERROR_IMAGE, "the header says that the image has %llu bytes",
                   (unsigned long long)header->bytes);
  bytes = (size_t)header->bytes;
  do {
    void *more;
    int status;
    capacity = n < PC_STREAM_BYTES ? (size_t)PC_STREAM_BYTES : n > bytes / 2 ? bytes : 2 * n;
    if (capacity > bytes) capacity = bytes;
    more = realloc(*memory, capacity);
    if (!more) return pc_no_memory(call);
    if (!*memory) memcpy(more, header, n);
    *memory = more;
    status = pc_get_bytes(call, from, (char *)more + n, capacity - n, n, bytes);
    if (status != PC_OK) return status;
    n = capacity;
  } while (n < bytes);
  return PC_OK;
}

/* The hash of the arrivals' types, and the alignment that they ask for. */
PC_UNUSED static int pc_hash_arrivals(pc_call *call, const pc_arrival *arrivals, size_t narrivals, uint64_t *hash,
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

/* All bytes of an image, after its header was judged. */
PC_UNUSED static int pc_get_all(pc_call *call, size_t narrivals, const pc_stream *from, uint64_t hash,
                                pc_image_header *header, void **memory) {
  int status = pc_get_bytes(call, from, header, sizeof *header, 0, 0);
  if (status == PC_OK) status = pc_check_header(call, header, hash, narrivals);
  if (status == PC_OK) status = pc_get_image(call, from, header, memory);
  return status;
}

PC_UNUSED static int pc_read(pc_arrival *arrivals, size_t narrivals, const pc_stream *from, unsigned flags,
                             const char *file, int line) {
  pc_call call;
  pc_image_header header;
  void *memory = NULL;
  uint64_t hash;
  size_t align;
  int status;
  pc_begin_exchange(&call, "read", file, line);
  status = pc_hash_arrivals(&call, arrivals, narrivals, &hash, &align);
  if (status == PC_OK) {
    pthread_mutex_unlock(&pc_lock_v2); /* bytes may have to be waited for */
    status = pc_get_all(&call, narrivals, from, hash, &header, &memory);
    pthread_mutex_lock(&pc_lock_v2);
    ++PC_STATE->calls;
  }
  if (status == PC_OK) {
    void *const taken = align <= PC_DEVICE_ALIGNMENT ? memory : NULL;
    status = pc_unpack_image(&call, arrivals, narrivals, memory, (size_t)header.bytes, flags, 1, taken);
    if (taken) memory = NULL;
  }
  free(memory);
  return pc_end_stream(&call, status, flags);
}

/* --- a FILE * --- */

PC_UNUSED static int pc_put_file(void *data, const void *bytes, size_t n, size_t *done) {
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

PC_UNUSED static int pc_write_file(const pc_root *roots, size_t nroots, FILE *to, unsigned flags, const char *file,
                                   int line) {
  const pc_stream stream = pc_file_stream(to);
  return pc_write(roots, nroots, &stream, flags, file, line);
}

PC_UNUSED static int pc_read_file(pc_arrival *arrivals, size_t narrivals, FILE *from, unsigned flags,
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

PC_UNUSED static int pc_write_descriptor(const pc_root *roots, size_t nroots, int to, unsigned flags,
                                         const char *file, int line) {
  const pc_stream stream = pc_descriptor_stream(&to);
  return pc_write(roots, nroots, &stream, flags, file, line);
}

PC_UNUSED static int pc_read_descriptor(pc_arrival *arrivals, size_t narrivals, int from, unsigned flags,
                                        const char *file, int line) {
  const pc_stream stream = pc_descriptor_stream(&from);
  return pc_read(arrivals, narrivals, &stream, flags, file, line);
}

#ifdef __cplusplus
}

/* --- a stream of C++ --- */

/* Says that a stream has failed, and not by an exception. */
template <class Stream> static int pc_fail_stream(Stream &stream) {
  const int error = errno ? errno : EIO;
  PC_TRY { stream.setstate(Stream::badbit); }
  PC_CATCH {}
  return error;
}

template <class Stream> static int pc_put_stream(void *data, const void *bytes, size_t n, size_t *done) {
  Stream &to = *static_cast<Stream *>(data);
  static_assert(sizeof(typename Stream::char_type) == 1, "a stream of bytes");
  *done = 0;
  errno = 0;
  if (!to.good() || !to.rdbuf()) return pc_fail_stream(to);
  PC_TRY {
    while (*done < n) {
      const size_t rest = n - *done, most = rest < PC_DESCRIPTOR_BYTES ? rest : PC_DESCRIPTOR_BYTES;
      const long long gone = to.rdbuf()->sputn(static_cast<const char *>(bytes) + *done, static_cast<int>(most));
      if (gone <= 0) break;
      *done += static_cast<size_t>(gone);
    }
  }
  PC_CATCH {}
  return *done == n ? 0 : pc_fail_stream(to);
}

template <class Stream> static int pc_flush_stream(void *data) {
  Stream &to = *static_cast<Stream *>(data);
  bool flushed = false;
  errno = 0;
  PC_TRY { flushed = to.rdbuf()->pubsync() != -1; }
  PC_CATCH {}
  return flushed ? 0 : pc_fail_stream(to);
}

template <class Stream> static int pc_get_stream(void *data, void *bytes, size_t n, size_t *done) {
  Stream &from = *static_cast<Stream *>(data);
  static_assert(sizeof(typename Stream::char_type) == 1, "a stream of bytes");
  *done = 0;
  errno = 0;
  if (!from.good() || !from.rdbuf()) return pc_fail_stream(from);
  PC_TRY {
    while (*done < n) {
      const size_t rest = n - *done, most = rest < PC_DESCRIPTOR_BYTES ? rest : PC_DESCRIPTOR_BYTES;
      const long long come = from.rdbuf()->sgetn(static_cast<char *>(bytes) + *done, static_cast<int>(most));
      if (come <= 0) break;
      *done += static_cast<size_t>(come);
    }
  }
  PC_CATCH { return pc_fail_stream(from); }
  if (*done == n) return 0;
  if (errno) return pc_fail_stream(from);
  PC_TRY { from.setstate(Stream::eofbit | Stream::failbit); }
  PC_CATCH {}
  return 0;
}

template <class Stream>
PC_UNUSED static int pc_write_stream(const pc_root *roots, size_t nroots, Stream &to, unsigned flags,
                                     const char *file, int line) {
  const pc_stream stream = {pc_put_stream<Stream>, pc_flush_stream<Stream>, NULL, &to};
  return pc_write(roots, nroots, &stream, flags, file, line);
}

template <class Stream>
PC_UNUSED static int pc_read_stream(pc_arrival *arrivals, size_t narrivals, Stream &from, unsigned flags,
                                    const char *file, int line) {
  const pc_stream stream = {NULL, NULL, pc_get_stream<Stream>, &from};
  return pc_read(arrivals, narrivals, &stream, flags, file, line);
}
#endif

#endif
