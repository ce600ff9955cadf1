/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The file leg of a transfer: bytes of a stream, a descriptor or a path. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_CL_FILES_H
#define POINTERCHAIN_DETAIL_CL_FILES_H

#include "attributes.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

/* syscall() is not of POSIX; with 64-bit registers the position is one argument, and what is above it 0. */
#if defined(__linux__) && defined(_DEFAULT_SOURCE) && defined(__LP64__)
#include <sys/syscall.h>
#include <sys/uio.h>
#ifdef SYS_preadv2
#define PC_CL_READS_AT_ONCE
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The most that one system call is asked for; Linux does 2 GiB at most. */
enum { PC_CL_MOST_AT_ONCE = 1 << 30 };

typedef struct pc_cl_file {
  FILE *stream;   /* else null */
  const char *path; /* else null */
  int descriptor;
  off_t position;
  int writes;
  int placed; /* bytes go to and come from `position` of the descriptor; else through the stream's own calls */
} pc_cl_file;

/* Each of these returns 0, or an errno value. */
PC_UNUSED static int pc_cl_open(pc_cl_file *file) {
  file->placed = 1;
  if (file->path) {
    do {
      file->descriptor = open(file->path, (file->writes ? O_WRONLY | O_CREAT : O_RDONLY) | O_CLOEXEC, 0666);
    } while (file->descriptor < 0 && errno == EINTR);
    return file->descriptor < 0 ? errno : 0;
  }
  if (file->stream) {
    int flags;
    flockfile(file->stream);
    /* Of a pipe there are no positions, and O_APPEND has its own: the stream's calls know what to do. */
    file->descriptor = fileno(file->stream);
    flags = file->descriptor < 0 ? -1 : fcntl(file->descriptor, F_GETFL);
    file->placed = flags >= 0 && !(flags & O_APPEND) && (file->position = ftello(file->stream)) >= 0;
    if (file->placed && file->writes && fflush(file->stream)) return errno;
    /* Between what was written and what is read, and the other way, a stream wants this; a pipe has no need of it. */
    if (!file->placed) (void)fseeko(file->stream, 0, SEEK_CUR);
  }
  return 0;
}

/* Whether a descriptor appends: Linux's pwrite then does, whatever the position is. */
PC_UNUSED static int pc_cl_appends(const pc_cl_file *file) {
  const int flags = file->stream || file->path || !file->writes ? 0 : fcntl(file->descriptor, F_GETFL);
  return flags >= 0 && flags & O_APPEND;
}

PC_UNUSED static int pc_cl_close(pc_cl_file *file) {
  int failed = 0;
  if (file->path) {
    if (file->descriptor >= 0 && close(file->descriptor) && errno != EINTR) failed = errno;
  } else if (file->stream) {
    if (file->placed && fseeko(file->stream, file->position, SEEK_SET)) failed = errno;
    if (!file->placed && file->writes && fflush(file->stream)) failed = errno;
    funlockfile(file->stream);
  }
  return failed;
}

/* As many of `n` bytes as there are; fewer at the end only. */
PC_UNUSED static int pc_cl_get(pc_cl_file *file, void *bytes, size_t n, size_t *done) {
  *done = 0;
  if (!file->placed) {
    clearerr(file->stream);
    *done = fread(bytes, 1, n, file->stream);
    return *done < n && ferror(file->stream) ? errno : 0;
  }
  while (*done < n) {
    const size_t left = n - *done;
    const ssize_t got = pread(file->descriptor, (char *)bytes + *done,
                              left < PC_CL_MOST_AT_ONCE ? left : (size_t)PC_CL_MOST_AT_ONCE, file->position);
    if (got == 0) break;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    *done += (size_t)got;
    file->position += got;
  }
  return 0;
}

/* Whether `n` bytes at the position of the descriptor could be read without waiting for any, as those in the page cache
 * can. Where not, `bytes` may have changed. */
PC_UNUSED static int pc_cl_get_at_once(const pc_cl_file *file, void *bytes, size_t n) {
#ifdef PC_CL_READS_AT_ONCE
  struct iovec where;
  where.iov_base = bytes;
  where.iov_len = n;
  return syscall(SYS_preadv2, (long)file->descriptor, &where, 1L, (long)file->position, 0L, 8L /* RWF_NOWAIT */) == (long)n;
#else
  (void)file, (void)bytes, (void)n;
  return 0;
#endif
}

/* The same of a stream, at its position, which is then behind them. Nobody who has it locked is waited for. */
PC_UNUSED static int pc_cl_stream_at_once(FILE *stream, void *bytes, size_t n) {
  pc_cl_file file = {stream, NULL, -1, 0, 0, 1};
  off_t end;
  int flags, done = 0;
  if (ftrylockfile(stream)) return 0;
  file.descriptor = fileno(stream);
  flags = file.descriptor < 0 ? -1 : fcntl(file.descriptor, F_GETFL);
  if (flags >= 0 && !(flags & O_APPEND) && (file.position = ftello(stream)) >= 0 &&
      !__builtin_add_overflow(file.position, n, &end))
    done = pc_cl_get_at_once(&file, bytes, n) && !fseeko(stream, end, SEEK_SET);
  funlockfile(stream);
  return done;
}

PC_UNUSED static int pc_cl_put(pc_cl_file *file, const void *bytes, size_t n, size_t *done) {
  *done = 0;
  if (!file->placed) {
    *done = fwrite(bytes, 1, n, file->stream);
    return *done < n ? errno : 0;
  }
  while (*done < n) {
    const size_t left = n - *done;
    const ssize_t put = pwrite(file->descriptor, (const char *)bytes + *done,
                               left < PC_CL_MOST_AT_ONCE ? left : (size_t)PC_CL_MOST_AT_ONCE, file->position);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return put ? errno : EIO;
    *done += (size_t)put;
    file->position += put;
  }
  return 0;
}

/* Whether it may have to wait for others, as at a pipe, or for who has locked the stream. */
PC_UNUSED static int pc_cl_may_wait(const pc_cl_file *file) {
  struct stat about;
  if (file->stream) {
    if (ftrylockfile(file->stream)) return 1;
    funlockfile(file->stream);
  }
  if (file->path) return !stat(file->path, &about) && !S_ISREG(about.st_mode) && !S_ISBLK(about.st_mode);
  if (fstat(file->stream ? fileno(file->stream) : file->descriptor, &about)) return file->stream != NULL;
  return !S_ISREG(about.st_mode) && !S_ISBLK(about.st_mode);
}

#ifdef __cplusplus
}
#endif

#endif
