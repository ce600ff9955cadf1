/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Linked data structures from and to OpenCL buffers as commands of an OpenCL queue: a buffer holds the image of one
 * (transfer.h), a row of bytes that may go on to files, messages and other buffers.
 *
 * Header-only, C99 and C++11, beside cl_transfer.h and transfer_file.h, whose calls the structures are given to as they are
 * here. Kernels cannot follow the pointers of an image. docs/cl_transfer.md is the reference.
 */
#ifndef POINTERCHAIN_CL_TRANSFER_STRUCTURE_H
#define POINTERCHAIN_CL_TRANSFER_STRUCTURE_H

#if defined POINTERCHAIN_DETAIL_LINKAGE_H && !defined PC_HEADER_ONLY
#error "cl_transfer_structure.h needs the functions of the runtime: define PC_HEADER_ONLY before any of its headers"
#elif !defined PC_HEADER_ONLY
#define PC_HEADER_ONLY
#endif

#include "cl_transfer.h"
#include "deepcopy_types.h"
#include "transfer_file.h"
#include "transfer_types.h"

#include <CL/cl.h>
#include <stddef.h>

#if PC_CL_TRANSFER_VERSION != 3 || PC_TRANSFER_FILE_VERSION != 1
#error "cl_transfer.h and transfer_file.h are of another version of pointerchain than cl_transfer_structure.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the image of all that the roots lead to, as pc_pack makes it, into the buffer at `offset`, where it may take `size`
 * bytes: pc_image_size says how many it takes. What is behind it stays. The roots are copied; the structure, and the types
 * and names of the roots, may not change until the command has ended. `*bytes` is set to what it took before that; null: nothing.
 * What cannot be packed, or is too large, fails with PC_CL_ERROR_STRUCTURE, and those `size` bytes are then not defined. */
static cl_int clEnqueueWriteBufferFromStructure(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                                size_t size, const pc_root *roots, size_t nroots, size_t *bytes,
                                                cl_uint num_events, const cl_event *wait_list, cl_event *event);

/* Makes a structure of the image at `offset`, as pc_read does: an image of pc_pack or one that pc_write wrote to a
 * file, in `size` bytes or fewer. `flags`: PC_SEPARATE and PC_TRUSTED, or 0. The arrivals have to stay until the command has
 * ended; then their pointers are set. The image may be anybody's: it is checked, and where it is refused, with
 * PC_CL_ERROR_STRUCTURE, no pointer is changed and nothing leaks. */
static cl_int clEnqueueReadBufferToStructure(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                             size_t size, pc_arrival *arrivals, size_t narrivals, unsigned flags,
                                             cl_uint num_events, const cl_event *wait_list, cl_event *event);

#ifdef __cplusplus
}
#endif

#include "detail/cl_structure_calls.h"

#endif
