/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Linked data structures in files: the images of transfer.h, written to and read from streams of bytes.
 *
 * C99 and C++11; link libpointerchain, or define PC_HEADER_ONLY (deepcopy.h). The `deepcopy write` and `deepcopy read` directives of pointerchain become calls of
 * the functions below; they can be called by hand as well. docs/transfer.md explains the rules.
 */
#ifndef POINTERCHAIN_TRANSFER_FILE_H
#define POINTERCHAIN_TRANSFER_FILE_H

#include "deepcopy.h"
#include "deepcopy_types.h"
#include "detail/linkage.h"
#include "transfer.h"
#include "transfer_types.h"

#include <stddef.h>
#include <stdio.h>

#define PC_TRANSFER_FILE_VERSION 1

/* Of directives of both sorts in one source this is the only header. */
#if PC_DEEPCOPY_VERSION != 2 || PC_TRANSFER_VERSION != 1
#error "deepcopy.h and transfer.h are of another version of pointerchain than transfer_file.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the image of all that the roots lead to behind what is written already; several may follow each other.
 * `flags`: 0 or PC_MUST. On an error a part of the image may have been written, which pc_read refuses. */
PC_API int pc_write(const pc_root *roots, size_t nroots, const pc_stream *to, unsigned flags, const char *file,
                    int line)
    PC_SYMBOL(pc_write);

/* Reads one image, as pc_unpack does, and not a byte more. On entry each arrival's `count` is the number of
 * elements that its section has to have, where it names anything, or PC_ANY_COUNT. `flags`: those of pc_unpack, and
 * PC_MUST. Memory is asked for as bytes come, so that an image that lies about its length asks for no more than
 * twice of what is there. On an error nothing is changed but the place in the file. */
PC_API int pc_read(pc_arrival *arrivals, size_t narrivals, const pc_stream *from, unsigned flags,
                   const char *file, int line)
    PC_SYMBOL(pc_read);

/* The same on a FILE *, which is flushed after the last byte, and on a file descriptor: a file, a pipe or a socket.
 */
PC_API int pc_write_file(const pc_root *roots, size_t nroots, FILE *to, unsigned flags, const char *file,
                         int line)
    PC_SYMBOL(pc_write_file);
PC_API int pc_read_file(pc_arrival *arrivals, size_t narrivals, FILE *from, unsigned flags, const char *file,
                        int line)
    PC_SYMBOL(pc_read_file);
PC_API int pc_write_descriptor(const pc_root *roots, size_t nroots, int to, unsigned flags, const char *file,
                               int line)
    PC_SYMBOL(pc_write_descriptor);
PC_API int pc_read_descriptor(pc_arrival *arrivals, size_t narrivals, int from, unsigned flags,
                              const char *file, int line)
    PC_SYMBOL(pc_read_descriptor);

#ifdef __cplusplus
}

/* The same on a stream of C++ whose characters are `char`: a std::ostream or std::istream, or one that derives from
 * them, opened as binary. It is flushed after the last byte. What its buffer throws is a failure, and exceptions that the
 * stream is asked for are not thrown; its state says that it has failed. */
template <class Stream>
static int pc_write_stream(const pc_root *roots, size_t nroots, Stream &to, unsigned flags, const char *file,
                           int line);
template <class Stream>
static int pc_read_stream(pc_arrival *arrivals, size_t narrivals, Stream &from, unsigned flags, const char *file,
                          int line);
#endif

#ifdef PC_HAS_BODIES
#include "detail/file_calls.h"
#endif
#ifndef PC_DEEPCOPY_DECLARATIONS
#include "detail/file_streams.h"
#endif

#endif
