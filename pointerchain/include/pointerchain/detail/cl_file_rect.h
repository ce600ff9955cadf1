/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The calls of cl_transfer.h between boxes of buffers and boxes of files. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_CL_FILE_RECT_H
#define POINTERCHAIN_DETAIL_CL_FILE_RECT_H

#include "attributes.h"
#include "cl_file_calls.h"
#include "cl_files.h"
#include "cl_staging.h"
#include "cl_state.h"

#include <CL/cl.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

PC_UNUSED static cl_int pc_cl_enqueue_file_rect(const char *name, cl_command_queue queue, cl_mem buffer,
                                                cl_bool blocking, const size_t *buffer_origin,
                                                const size_t *file_origin, const size_t *region,
                                                size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                                size_t file_row_pitch, size_t file_slice_pitch, const pc_cl_file *file,
                                                cl_uint n, const cl_event *wait_list, cl_event *event) {
  pc_cl_load load = {buffer, 0, 0, {{0, 0, 0}, {0, 0, 0}, 0, 0}, NULL};
  pc_cl_box box;
  size_t first, bytes;
  cl_int status = pc_cl_make_box(buffer_origin, region, buffer_row_pitch, buffer_slice_pitch, &load.box, &load.offset,
                                 &load.size);
  if (status == CL_SUCCESS)
    status = pc_cl_make_box(file_origin, region, file_row_pitch, file_slice_pitch, &box, &first, &bytes);
  if (status != CL_SUCCESS) return status;
  pc_cl_flatten(&load);
  return pc_cl_enqueue_box_of_file(name, queue, blocking, &load, file, &box, first, 1, n, wait_list, event);
}

PC_UNUSED static cl_int clEnqueueReadBufferRectToStdioFile(
    cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *buffer_origin, const size_t *file_origin,
    const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t file_row_pitch,
    size_t file_slice_pitch, FILE *stream, cl_uint num_events, const cl_event *wait_list, cl_event *event) {
  const pc_cl_file file = {stream, NULL, -1, 0, 1, 0};
  return pc_cl_enqueue_file_rect("clEnqueueReadBufferRectToStdioFile", queue, buffer, blocking, buffer_origin, file_origin,
                                 region, buffer_row_pitch, buffer_slice_pitch, file_row_pitch, file_slice_pitch, &file,
                                 num_events, wait_list, event);
}

PC_UNUSED static cl_int clEnqueueWriteBufferRectFromStdioFile(
    cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *buffer_origin, const size_t *file_origin,
    const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t file_row_pitch,
    size_t file_slice_pitch, FILE *stream, cl_uint num_events, const cl_event *wait_list, cl_event *event) {
  const pc_cl_file file = {stream, NULL, -1, 0, 0, 0};
  return pc_cl_enqueue_file_rect("clEnqueueWriteBufferRectFromStdioFile", queue, buffer, blocking, buffer_origin, file_origin,
                                 region, buffer_row_pitch, buffer_slice_pitch, file_row_pitch, file_slice_pitch, &file,
                                 num_events, wait_list, event);
}

PC_UNUSED static cl_int clEnqueueReadBufferRectToDescriptor(
    cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *buffer_origin, const size_t *file_origin,
    const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t file_row_pitch,
    size_t file_slice_pitch, int descriptor, off_t position, cl_uint num_events, const cl_event *wait_list, cl_event *event) {
  const pc_cl_file file = {NULL, NULL, descriptor, position, 1, 0};
  return pc_cl_enqueue_file_rect("clEnqueueReadBufferRectToDescriptor", queue, buffer, blocking, buffer_origin, file_origin,
                                 region, buffer_row_pitch, buffer_slice_pitch, file_row_pitch, file_slice_pitch, &file,
                                 num_events, wait_list, event);
}

PC_UNUSED static cl_int clEnqueueWriteBufferRectFromDescriptor(
    cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *buffer_origin, const size_t *file_origin,
    const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t file_row_pitch,
    size_t file_slice_pitch, int descriptor, off_t position, cl_uint num_events, const cl_event *wait_list, cl_event *event) {
  const pc_cl_file file = {NULL, NULL, descriptor, position, 0, 0};
  return pc_cl_enqueue_file_rect("clEnqueueWriteBufferRectFromDescriptor", queue, buffer, blocking, buffer_origin, file_origin,
                                 region, buffer_row_pitch, buffer_slice_pitch, file_row_pitch, file_slice_pitch, &file,
                                 num_events, wait_list, event);
}

PC_UNUSED static cl_int clEnqueueReadBufferRectToPath(
    cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *buffer_origin, const size_t *file_origin,
    const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t file_row_pitch,
    size_t file_slice_pitch, const char *path, off_t position, cl_uint num_events, const cl_event *wait_list, cl_event *event) {
  const pc_cl_file file = {NULL, path, -1, position, 1, 0};
  return pc_cl_enqueue_file_rect("clEnqueueReadBufferRectToPath", queue, buffer, blocking, buffer_origin, file_origin,
                                 region, buffer_row_pitch, buffer_slice_pitch, file_row_pitch, file_slice_pitch, &file,
                                 num_events, wait_list, event);
}

PC_UNUSED static cl_int clEnqueueWriteBufferRectFromPath(
    cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *buffer_origin, const size_t *file_origin,
    const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t file_row_pitch,
    size_t file_slice_pitch, const char *path, off_t position, cl_uint num_events, const cl_event *wait_list, cl_event *event) {
  const pc_cl_file file = {NULL, path, -1, position, 0, 0};
  return pc_cl_enqueue_file_rect("clEnqueueWriteBufferRectFromPath", queue, buffer, blocking, buffer_origin, file_origin,
                                 region, buffer_row_pitch, buffer_slice_pitch, file_row_pitch, file_slice_pitch, &file,
                                 num_events, wait_list, event);
}

#ifdef __cplusplus
}
#endif

#endif
