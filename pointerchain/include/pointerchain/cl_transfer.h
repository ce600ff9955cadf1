/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Transfers between OpenCL buffers and files as commands of an OpenCL queue, with wait lists and events.
 *
 * Header-only, C99 and C++11; needs OpenCL 1.2 and POSIX.1-2008: link with -lOpenCL -pthread. After
 * "clDataTransfer" (an OpenCL extension for joint programming of MPI, stdio and OpenCL), whose functions for files keep
 * their names and arguments. docs/cl_transfer.md is the reference.
 *
 * What the functions have in common with clEnqueueReadBuffer they share with it: `queue`, `buffer` (a sub-buffer will
 * do), `offset` and `size` in bytes of the buffer, `blocking`, the wait list, and `event`, which may be null. They
 * return CL_SUCCESS, or an error of OpenCL's for arguments that are wrong and for a wait list that has failed already. A
 * command that fails after it was enqueued ends with a negative execution status; why is told to the handler, as an error
 * of OpenCL's or a PC_CL_ERROR (cl_transfer_types.h). A call that blocks returns that.
 */
#ifndef POINTERCHAIN_CL_TRANSFER_H
#define POINTERCHAIN_CL_TRANSFER_H

#include "cl_transfer_types.h"

#include <CL/cl.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* Raised when a call changes, or what the translation units of one program share. */
#define PC_CL_TRANSFER_VERSION 3

#ifdef __cplusplus
extern "C" {
#endif

/* Sets the handler of the program; null, as at the beginning, for none. */
static void pc_cl_set_error_handler(pc_cl_handler handler, void *data);

/* Sets it for all commands that start later. `block`: 0 leaves it as it is, at the beginning 4 MiB. At the beginning it
 * is what the environment variables PC_CL_STAGING (auto, mapped, serial, pipelined) and PC_CL_BLOCK (bytes) say.
 * Returns CL_INVALID_VALUE for another `staging`. */
static cl_int pc_cl_set_staging(int staging, size_t block);

/* The runtime keeps a queue and staging buffers of a context for later commands, and with them the context. This
 * releases those of which no command makes use now; null: those of all contexts. */
static void pc_cl_release(cl_context context);

/* Writes `size` bytes of the buffer to the stream, at its position, which is behind them afterwards; the stream is
 * flushed before. Commands of one stream run one at a time, in the order in which they become ready. Until the
 * command has ended the stream must stay open; other threads that use it wait. */
static cl_int clEnqueueReadBufferToStdioFile(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                             size_t size, FILE *stream, cl_uint num_events, const cl_event *wait_list,
                                             cl_event *event);

/* Reads `size` bytes from the stream to the buffer. Where the stream has fewer, the command fails with
 * PC_CL_ERROR_SHORT_FILE, and what that part of the buffer holds is not defined. */
static cl_int clEnqueueWriteBufferFromStdioFile(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                                size_t size, FILE *stream, cl_uint num_events,
                                                const cl_event *wait_list, cl_event *event);

/* The same with a descriptor of a file that has positions, at `position`, which its own offset has no part in. */
static cl_int clEnqueueReadBufferToDescriptor(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                              size_t size, int descriptor, off_t position, cl_uint num_events,
                                              const cl_event *wait_list, cl_event *event);
static cl_int clEnqueueWriteBufferFromDescriptor(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                                 size_t size, int descriptor, off_t position, cl_uint num_events,
                                                 const cl_event *wait_list, cl_event *event);

/* The same with a path, which is opened when the command starts and closed before it ends. For writing the file is made
 * where it is not there, and is not truncated. */
static cl_int clEnqueueReadBufferToPath(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                        size_t size, const char *path, off_t position, cl_uint num_events,
                                        const cl_event *wait_list, cl_event *event);
static cl_int clEnqueueWriteBufferFromPath(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                           size_t size, const char *path, off_t position, cl_uint num_events,
                                           const cl_event *wait_list, cl_event *event);

/* The same between a box of the buffer and a box of the file, which `region` and both origins and pitches give as to
 * clEnqueueReadBufferRect: rows of region[0] bytes, region[1] of them a slice, region[2] slices; a row pitch of 0 is region[0],
 * a slice pitch of 0 as many rows as the region has. Origins count from `position`, or from where the stream is, which
 * afterwards is behind the last byte of the box. What lies between rows is neither read nor written. In a stream that has no
 * positions (a pipe, one that appends) a box without gaps at its very beginning is transferred, and any other fails. */
static cl_int clEnqueueReadBufferRectToStdioFile(
    cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *buffer_origin, const size_t *file_origin,
    const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t file_row_pitch,
    size_t file_slice_pitch, FILE *stream, cl_uint num_events, const cl_event *wait_list, cl_event *event);
static cl_int clEnqueueWriteBufferRectFromStdioFile(
    cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *buffer_origin, const size_t *file_origin,
    const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t file_row_pitch,
    size_t file_slice_pitch, FILE *stream, cl_uint num_events, const cl_event *wait_list, cl_event *event);
static cl_int clEnqueueReadBufferRectToDescriptor(
    cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *buffer_origin, const size_t *file_origin,
    const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t file_row_pitch,
    size_t file_slice_pitch, int descriptor, off_t position, cl_uint num_events, const cl_event *wait_list, cl_event *event);
static cl_int clEnqueueWriteBufferRectFromDescriptor(
    cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *buffer_origin, const size_t *file_origin,
    const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t file_row_pitch,
    size_t file_slice_pitch, int descriptor, off_t position, cl_uint num_events, const cl_event *wait_list, cl_event *event);
static cl_int clEnqueueReadBufferRectToPath(
    cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *buffer_origin, const size_t *file_origin,
    const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t file_row_pitch,
    size_t file_slice_pitch, const char *path, off_t position, cl_uint num_events, const cl_event *wait_list, cl_event *event);
static cl_int clEnqueueWriteBufferRectFromPath(
    cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *buffer_origin, const size_t *file_origin,
    const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t file_row_pitch,
    size_t file_slice_pitch, const char *path, off_t position, cl_uint num_events, const cl_event *wait_list, cl_event *event);

#ifdef __cplusplus
}
#endif

#include "detail/cl_file_calls.h"
#include "detail/cl_file_rect.h"

#endif
