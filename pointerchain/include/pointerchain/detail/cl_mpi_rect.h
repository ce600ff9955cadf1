/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The calls of cl_transfer_mpi.h for boxes of buffers, which are packed into staging buffers. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_CL_MPI_RECT_H
#define POINTERCHAIN_DETAIL_CL_MPI_RECT_H

#include "attributes.h"
#include "cl_commands.h"
#include "cl_mpi_calls.h"
#include "cl_staging.h"
#include "cl_state.h"

#include <CL/cl.h>
#include <mpi.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

PC_UNUSED static cl_int pc_cl_box_part(pc_cl_part *part, cl_mem buffer, const size_t *origin, const size_t *region,
                                       size_t row_pitch, size_t slice_pitch, int receives, int peer, int tag) {
  *part = pc_cl_part_of(buffer, 0, 0, receives, peer, tag);
  return pc_cl_make_box(origin, region, row_pitch, slice_pitch, &part->load.box, &part->load.offset, &part->load.size);
}

/* A message of one box. */
PC_UNUSED static cl_int pc_cl_enqueue_box(const char *name, cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                          const size_t *origin, const size_t *region, size_t row_pitch,
                                          size_t slice_pitch, int receives, int peer, int tag, MPI_Comm comm,
                                          cl_uint num_events, const cl_event *wait_list, cl_event *event) {
  pc_cl_part part;
  const cl_int status = pc_cl_box_part(&part, buffer, origin, region, row_pitch, slice_pitch, receives, peer, tag);
  if (status != CL_SUCCESS) return status;
  return pc_cl_enqueue_message(name, queue, blocking, &part, 1, comm, num_events, wait_list, event);
}

PC_UNUSED static cl_int clEnqueueSendBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                                const size_t *origin, const size_t *region, size_t row_pitch,
                                                size_t slice_pitch, int dest, int tag, MPI_Comm comm,
                                                cl_uint num_events, const cl_event *wait_list, cl_event *event) {
  return pc_cl_enqueue_box("clEnqueueSendBufferRect", queue, buffer, blocking, origin, region, row_pitch, slice_pitch, 0,
                           dest, tag, comm, num_events, wait_list, event);
}

PC_UNUSED static cl_int clEnqueueRecvBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                                const size_t *origin, const size_t *region, size_t row_pitch,
                                                size_t slice_pitch, int source, int tag, MPI_Comm comm,
                                                cl_uint num_events, const cl_event *wait_list, cl_event *event) {
  return pc_cl_enqueue_box("clEnqueueRecvBufferRect", queue, buffer, blocking, origin, region, row_pitch, slice_pitch, 1,
                           source, tag, comm, num_events, wait_list, event);
}

/* Whether two boxes of one buffer and shape, that fit into their pitches, have a byte in common. */
PC_UNUSED static int pc_cl_boxes_overlap(const pc_cl_box *one, const pc_cl_box *other) {
  int i, overlap = 1;
  for (i = 0; i < 3; i++)
    overlap &= one->origin[i] < other->origin[i] ? other->origin[i] - one->origin[i] < one->region[i]
                                                 : one->origin[i] - other->origin[i] < other->region[i];
  return overlap;
}

/* Whether boxes of one size and pitches may have a byte in common that begin `from` and `to` in some memory: the other of them
 * no less than the one. */
PC_UNUSED static int pc_cl_spans_overlap(const pc_cl_box *box, size_t from, size_t to) {
  const size_t row = box->region[0], slice = (box->region[1] - 1) * box->row_pitch + row;
  const size_t apart = to - from, in_row = apart % box->row_pitch, in_slice = apart % box->slice_pitch;
  return apart < pc_cl_box_span(box) && (in_row < row || box->row_pitch - in_row < row) &&
         (in_slice < slice || box->slice_pitch - in_slice < slice);
}

PC_UNUSED static int pc_cl_box_fits(const pc_cl_box *box) {
  return box->origin[0] <= box->row_pitch - box->region[0] &&
         box->origin[1] <= box->slice_pitch / box->row_pitch - box->region[1];
}

PC_UNUSED static cl_int clEnqueueSendrecvBufferRect(cl_command_queue queue, cl_mem send_buffer, cl_mem recv_buffer,
                                                    cl_bool blocking, const size_t *send_origin,
                                                    const size_t *recv_origin, const size_t *region, size_t row_pitch,
                                                    size_t slice_pitch, int dest, int send_tag, int source,
                                                    int recv_tag, MPI_Comm comm, cl_uint num_events,
                                                    const cl_event *wait_list, cl_event *event) {
  pc_cl_part parts[2];
  size_t from, to;
  cl_int status =
      pc_cl_box_part(&parts[0], recv_buffer, recv_origin, region, row_pitch, slice_pitch, 1, source, recv_tag);
  if (status == CL_SUCCESS)
    status = pc_cl_box_part(&parts[1], send_buffer, send_origin, region, row_pitch, slice_pitch, 0, dest, send_tag);
  if (status != CL_SUCCESS) return status;
  if (send_buffer != recv_buffer && pc_cl_share(recv_buffer, send_buffer, &from, &to)) {
    from += parts[0].load.offset;
    to += parts[1].load.offset;
    if (pc_cl_spans_overlap(&parts[0].load.box, from < to ? from : to, from < to ? to : from)) return CL_MEM_COPY_OVERLAP;
  }
  if (send_buffer == recv_buffer) {
    if (!pc_cl_box_fits(&parts[0].load.box) || !pc_cl_box_fits(&parts[1].load.box)) return CL_INVALID_VALUE;
    if (pc_cl_boxes_overlap(&parts[0].load.box, &parts[1].load.box)) return CL_MEM_COPY_OVERLAP;
  }
  return pc_cl_enqueue_message("clEnqueueSendrecvBufferRect", queue, blocking, parts, 2, comm, num_events, wait_list,
                               event);
}

#ifdef __cplusplus
}
#endif

#endif
