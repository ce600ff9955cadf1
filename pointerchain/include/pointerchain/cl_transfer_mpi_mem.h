/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Calls of MPI that take a cl_mem: a cl_mem and the datatype MPI_CL_MEM stand in pc_cl_mpi_send, recv, isend, irecv, bcast
 * and allgather for a buffer of the host and its datatype; with other datatypes they do what MPI's calls do.
 *
 * Where PC_CL_MPI_CALLS is defined, MPI_Send, MPI_Recv, MPI_Isend, MPI_Irecv, MPI_Bcast, MPI_Allgather and MPI_Get_count
 * are macros for these from here on. Other calls refuse
 * MPI_CL_MEM with MPI_ERR_TYPE; no datatype may be made of it. Include it behind <mpi.h>, in the
 * units that use it; MPI_CL_MEM then wants a cl_mem (a sub-buffer will do) wherever it stands, from whose first byte on
 * the count is in bytes, and a buffer of the host wants MPI_BYTE. Commands that use the buffer must have ended before the
 * call, and may not begin before it returns, or before MPI_Wait and its like say that its request has ended.
 *
 * Errors go to the communicator's error handler, as MPI's own: MPI_ERR_BUFFER for what is no buffer that is large enough
 * and that the host may read or write, MPI_ERR_OTHER for what OpenCL says (the handler of cl_transfer.h is told what). A
 * request cannot be cancelled. MPI_THREAD_MULTIPLE is needed; with less the call fails with MPI_ERR_OTHER.
 */
#ifndef POINTERCHAIN_CL_TRANSFER_MPI_MEM_H
#define POINTERCHAIN_CL_TRANSFER_MPI_MEM_H

#include "cl_transfer_mpi.h"

#include <CL/cl.h>
#include <mpi.h>

#if PC_CL_TRANSFER_MPI_VERSION != 3
#error "cl_transfer_mpi.h is of another version of pointerchain than cl_transfer_mpi_mem.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* MPI_Reduce of `count` elements of `datatype`, which are in the buffer `send` and at the root go to the buffer
 * `receive`, which elsewhere may be null. The sum and the like are the host's work. Not a macro, since MPI_CL_MEM does not
 * say what the elements are. */
static int pc_cl_reduce(cl_mem send, cl_mem receive, int count, MPI_Datatype datatype, MPI_Op op, int root,
                        MPI_Comm comm);

#ifdef __cplusplus
}
#endif

#include "detail/cl_mpi_mem.h"

#undef MPI_CL_MEM
#define MPI_CL_MEM pc_cl_mem_type()

#ifdef PC_CL_MPI_CALLS
#define MPI_Send pc_cl_mpi_send
#define MPI_Recv pc_cl_mpi_recv
#define MPI_Isend pc_cl_mpi_isend
#define MPI_Irecv pc_cl_mpi_irecv
#define MPI_Bcast pc_cl_mpi_bcast
#define MPI_Allgather pc_cl_mpi_allgather
#define MPI_Get_count pc_cl_mpi_get_count
#endif

#endif
