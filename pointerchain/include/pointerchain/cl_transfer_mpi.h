/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Messages of MPI from and to OpenCL buffers as commands of an OpenCL queue, beside the files of cl_transfer.h.
 *
 * Header-only, C99 and C++11; needs MPI 3.0, initialised with MPI_THREAD_MULTIPLE. A command is one message of `size`
 * MPI_BYTEs, so that the other end may be any call of MPI. `dest`, `source`, `tag` and `comm` are those of MPI_Send and
 * MPI_Recv, wildcards and MPI_PROC_NULL included. The communicator must stay until the command has ended.
 */
#ifndef POINTERCHAIN_CL_TRANSFER_MPI_H
#define POINTERCHAIN_CL_TRANSFER_MPI_H

#include "cl_transfer.h"

#include <CL/cl.h>
#include <mpi.h>
#include <stddef.h>

#if PC_CL_TRANSFER_VERSION != 3
#error "cl_transfer.h is of another version of pointerchain than cl_transfer_mpi.h"
#endif

/* Raised with PC_CL_TRANSFER_VERSION, and when a call of this header changes. */
#define PC_CL_TRANSFER_MPI_VERSION 3

/* The datatype, in calls of MPI with a buffer of the host, of what a device at the other end sends or receives. The count
 * is in bytes. It does not make MPI take a cl_mem: cl_transfer_mpi_mem.h does. */
#define MPI_CL_MEM MPI_BYTE

#ifdef __cplusplus
extern "C" {
#endif

/* Sends `size` bytes of the buffer. */
static cl_int clEnqueueSendBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
                                  int dest, int tag, MPI_Comm comm, cl_uint num_events, const cl_event *wait_list,
                                  cl_event *event);

/* Receives `size` bytes. A message of fewer is PC_CL_ERROR_SHORT_MESSAGE; one of more is MPI's error. */
static cl_int clEnqueueRecvBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
                                  int source, int tag, MPI_Comm comm, cl_uint num_events, const cl_event *wait_list,
                                  cl_event *event);

/* Both at once. The buffers may be one, and its ranges may not overlap (CL_MEM_COPY_OVERLAP). */
static cl_int clEnqueueSendrecvBuffer(cl_command_queue queue, cl_mem send_buffer, cl_mem recv_buffer, cl_bool blocking,
                                      size_t send_offset, size_t send_size, int dest, int send_tag, size_t recv_offset,
                                      size_t recv_size, int source, int recv_tag, MPI_Comm comm, cl_uint num_events,
                                      const cl_event *wait_list, cl_event *event);

/* The same with a box of the buffer, which `origin`, `region` and pitches give as to clEnqueueReadBufferRect (pitches of 0
 * are those of `region`). It is one message of region[0] * region[1] * region[2] bytes, row behind row, so that the other
 * end may have another shape, or be the host. Of both at once, `region` and pitches are one; in one buffer the boxes may
 * not overlap, and have to fit into the pitches. */
static cl_int clEnqueueSendBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *origin,
                                      const size_t *region, size_t row_pitch, size_t slice_pitch, int dest, int tag,
                                      MPI_Comm comm, cl_uint num_events, const cl_event *wait_list, cl_event *event);
static cl_int clEnqueueRecvBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *origin,
                                      const size_t *region, size_t row_pitch, size_t slice_pitch, int source, int tag,
                                      MPI_Comm comm, cl_uint num_events, const cl_event *wait_list, cl_event *event);
static cl_int clEnqueueSendrecvBufferRect(cl_command_queue queue, cl_mem send_buffer, cl_mem recv_buffer,
                                          cl_bool blocking, const size_t *send_origin, const size_t *recv_origin,
                                          const size_t *region, size_t row_pitch, size_t slice_pitch, int dest,
                                          int send_tag, int source, int recv_tag, MPI_Comm comm, cl_uint num_events,
                                          const cl_event *wait_list, cl_event *event);

/* A user event that is complete when the request is. The request becomes the runtime's, and `*request` MPI_REQUEST_NULL; it
 * may not be a persistent one. Null on an error, which `*error` (may be null) says; the request is then as it was. */
static cl_event clCreateEventFromMPIRequest(cl_context context, MPI_Request *request, cl_int *error);

#ifdef __cplusplus
}
#endif

#include "detail/cl_mpi_calls.h"
#include "detail/cl_mpi_rect.h"

#endif
