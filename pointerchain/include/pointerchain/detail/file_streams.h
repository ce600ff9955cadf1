/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Streams of C++ for transfer_file.h: templates, which no library has. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_FILE_STREAMS_H
#define POINTERCHAIN_DETAIL_FILE_STREAMS_H

#ifdef __cplusplus
#include "../deepcopy_types.h"
#include "../transfer_types.h"
#include "attributes.h"
#include "linkage.h"

#include <errno.h>
#include <stddef.h>

#ifdef PC_HAS_BODIES
#include "file_calls.h"
#else
extern "C" {
/* As in transfer_file.h. */
PC_API int pc_write(const pc_root *roots, size_t nroots, const pc_stream *to, unsigned flags, const char *file,
                    int line)
    PC_SYMBOL(pc_write);
PC_API int pc_read(pc_arrival *arrivals, size_t narrivals, const pc_stream *from, unsigned flags,
                   const char *file, int line)
    PC_SYMBOL(pc_read);
}
#endif

/* What one read or write takes at most. */
#define PC_CXX_STREAM_BYTES ((size_t)1 << 30)

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
      const size_t rest = n - *done, most = rest < PC_CXX_STREAM_BYTES ? rest : PC_CXX_STREAM_BYTES;
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
      const size_t rest = n - *done, most = rest < PC_CXX_STREAM_BYTES ? rest : PC_CXX_STREAM_BYTES;
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
