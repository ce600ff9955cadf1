/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Linked data structures over MPI: the images of transfer.h as messages.
 *
 * C99 and C++11; needs MPI 3.0; link libpointerchain-mpi and libpointerchain, or define PC_HEADER_ONLY (deepcopy.h). The `deepcopy send`, `recv` and `bcast` directives of pointerchain become
 * calls of the functions below; they can be called by hand as well. docs/transfer.md explains the rules.
 *
 * `comm`, `dest`, `source`, `tag` and `root` mean what they mean to MPI_Send, MPI_Recv and MPI_Bcast, MPI_ANY_SOURCE,
 * MPI_ANY_TAG, MPI_PROC_NULL and intercommunicators included. An error of MPI goes to the communicator's error handler
 * first; where that returns it is PC_ERROR_MPI. Where who sends fails before its first byte, who receives gets
 * PC_ERROR_MPI with the sender's message, and does not wait for ever. `flags`: 0 or a sum of those that are named, and
 * PC_MUST.
 */
#ifndef POINTERCHAIN_TRANSFER_MPI_H
#define POINTERCHAIN_TRANSFER_MPI_H

#include "deepcopy.h"
#include "deepcopy_types.h"
#include "detail/linkage.h"
#include "transfer.h"
#include "transfer_file.h"
#include "transfer_types.h"

#include <mpi.h>
#include <stddef.h>

/* Of directives of several sorts in one source this is the only header. */
#if PC_DEEPCOPY_VERSION != 2 || PC_TRANSFER_VERSION != 1 || PC_TRANSFER_FILE_VERSION != 1
#error "deepcopy.h, transfer.h and transfer_file.h are of another version of pointerchain than transfer_mpi.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Sends the image of all that the roots lead to. `flags`: PC_BUFFERED or PC_UNBUFFERED; with neither an image of up to
 * 64 MiB is buffered. `buffer`: the most bytes that may be buffered (PC_BUFFERED: a larger image is PC_ERROR_IMAGE), 0
 * for no limit. It returns when the structure may be changed again, as MPI_Send does: nobody may have received it.
 * Where who receives has begun to, and is in a call of MPI itself, a buffered image may be left under way, up to 64 MiB
 * at a time: the calls that wait later, and MPI_Finalize, see to it. */
PC_MPI_API int pc_send(const pc_root *roots, size_t nroots, int dest, int tag, MPI_Comm comm, size_t buffer,
                   unsigned flags, const char *file, int line)
    PC_MPI_SYMBOL(pc_send);

/* Receives one image, as pc_unpack does. On entry each arrival's `count` is the number of elements that its section has
 * to have, where it names anything, or PC_ANY_COUNT. `flags`: PC_SEPARATE, PC_TRUSTED. On an error no pointer is
 * changed; the message is consumed. */
PC_MPI_API int pc_recv(pc_arrival *arrivals, size_t narrivals, int source, int tag, MPI_Comm comm, unsigned flags,
                   const char *file, int line)
    PC_MPI_SYMBOL(pc_recv);

/* Sends what the sections of `root` lead to to all others, who receive it as pc_recv does. At the root each section's
 * pointer is read and leads to `count` elements; it stays as it is. `flags`: those of both. */
PC_MPI_API int pc_bcast(pc_arrival *sections, size_t nsections, int root, MPI_Comm comm, unsigned flags,
                    const char *file, int line)
    PC_MPI_SYMBOL(pc_bcast);

/* The same, begun only: pc_wait or pc_test has to end it. Roots and arrivals need not outlive the call, and the
 * structure that is sent may be changed, for it is buffered (PC_UNBUFFERED is PC_ERROR_UNSUPPORTED). The pointers that
 * receive have to stay, and are set by the end; the `count` of an arrival is not. A structure that cannot be packed is
 * an error of pc_wait, not of these calls. Every call of this header that waits moves on all that were begun, of any
 * thread; nothing else does. */
PC_MPI_API int pc_isend(const pc_root *roots, size_t nroots, int dest, int tag, MPI_Comm comm, size_t buffer,
                    unsigned flags, pc_request *request, const char *file, int line)
    PC_MPI_SYMBOL(pc_isend);
PC_MPI_API int pc_irecv(pc_arrival *arrivals, size_t narrivals, int source, int tag, MPI_Comm comm, unsigned flags,
                    pc_request *request, const char *file, int line)
    PC_MPI_SYMBOL(pc_irecv);
PC_MPI_API int pc_ibcast(pc_arrival *sections, size_t nsections, int root, MPI_Comm comm, unsigned flags,
                     pc_request *request, const char *file, int line)
    PC_MPI_SYMBOL(pc_ibcast);

/* Ends a transfer, and sets `*request` to PC_REQUEST_NULL whatever the status is. Messages and PC_MUST are those of the
 * call that began it. PC_REQUEST_NULL is no error. One thread at a time per request. */
PC_MPI_API int pc_wait(pc_request *request)
    PC_MPI_SYMBOL(pc_wait);

/* Moves a transfer on; `*done` says whether it has ended, and then this was pc_wait. */
PC_MPI_API int pc_test(pc_request *request, int *done)
    PC_MPI_SYMBOL(pc_test);

/* pc_write and pc_read (transfer_file.h) of a file of MPI, from where the process's own file pointer stands
 * (MPI_File_write, MPI_File_read). One process at a time writes; any number may read. Whether bytes are on a disk is
 * MPI_File_sync's matter. */
PC_MPI_API int pc_write_mpi_file(const pc_root *roots, size_t nroots, MPI_File to, unsigned flags, const char *file,
                             int line)
    PC_MPI_SYMBOL(pc_write_mpi_file);
PC_MPI_API int pc_read_mpi_file(pc_arrival *arrivals, size_t narrivals, MPI_File from, unsigned flags, const char *file,
                            int line)
    PC_MPI_SYMBOL(pc_read_mpi_file);

#ifdef __cplusplus
}
#endif

#if defined PC_HEADER_ONLY || defined PC_BUILDS_MPI_LIBRARY
#include "detail/mpi_calls.h"
#endif

#endif
