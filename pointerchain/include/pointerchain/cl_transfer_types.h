/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The constants of cl_transfer.h, and what it needs of the system.
 */
#ifndef POINTERCHAIN_CL_TRANSFER_TYPES_H
#define POINTERCHAIN_CL_TRANSFER_TYPES_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>
#include <unistd.h>

#if !defined(_POSIX_C_SOURCE) || _POSIX_C_SOURCE < 200809L
#error "cl_transfer.h needs POSIX.1-2008: compile with -std=gnu99 or later, or with -D_POSIX_C_SOURCE=200809L"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Why a command failed, beside the errors of OpenCL. CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST: an event that it
 * depended on did. */
enum {
  PC_CL_ERROR_FILE = -9901,      /* the file cannot be opened, read, written or closed */
  PC_CL_ERROR_SHORT_FILE = -9902 /* it ends before `size` bytes */
};

/* Is told of each failure, in a sentence, in the thread that found it. It may call nothing of cl_transfer.h. */
typedef void (*pc_cl_handler)(cl_int status, const char *message, void *data);

/* How data are staged between a device and files. */
enum {
  PC_CL_AUTO = 0,     /* mapped on devices with CL_DEVICE_HOST_UNIFIED_MEMORY, else pipelined */
  PC_CL_MAPPED = 1,   /* the buffer is mapped, and the file is read to and written from there */
  PC_CL_SERIAL = 2,   /* through one staging buffer of the size of the transfer */
  PC_CL_PIPELINED = 3 /* through two staging buffers of `block` bytes, so that both legs overlap */
};

#ifdef __cplusplus
}
#endif

#endif
