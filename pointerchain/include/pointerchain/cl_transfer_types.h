/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The constants of cl_transfer.h and cl_transfer_mpi.h, and what they need of the system.
 */
#ifndef POINTERCHAIN_CL_TRANSFER_TYPES_H
#define POINTERCHAIN_CL_TRANSFER_TYPES_H

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
  PC_CL_ERROR_FILE = -9901,          /* the file cannot be opened, read, written or closed */
  PC_CL_ERROR_SHORT_FILE = -9902,    /* it ends before `size` bytes */
  PC_CL_ERROR_MPI = -9903,           /* MPI says so, and its error handler returned */
  PC_CL_ERROR_SHORT_MESSAGE = -9904, /* a message has fewer bytes than were to be received */
  PC_CL_ERROR_THREAD_LEVEL = -9905,  /* MPI was not initialised with MPI_THREAD_MULTIPLE */
  PC_CL_ERROR_FINALIZED = -9906,     /* MPI is not initialised, or was finalised before the command had ended */
  PC_CL_ERROR_STRUCTURE = -9907      /* a structure cannot be packed, or what is in the buffer is no image of one */
};

/* Is told of each failure, in a sentence, in the thread that found it. It may call nothing of cl_transfer.h. */
typedef void (*pc_cl_handler)(cl_int status, const char *message, void *data);

/* How data are staged between a device and files or messages. */
enum {
  PC_CL_AUTO = 0,     /* mapped on devices with CL_DEVICE_HOST_UNIFIED_MEMORY, else pipelined */
  PC_CL_MAPPED = 1,   /* the buffer is mapped, and the file or MPI reads and writes there */
  PC_CL_SERIAL = 2,   /* through one staging buffer of the size of the transfer */
  PC_CL_PIPELINED = 3 /* through two staging buffers of `block` bytes, so that both legs overlap. Messages: as
                       * PC_CL_SERIAL */
};

#ifdef __cplusplus
}
#endif

#endif
