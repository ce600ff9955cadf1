/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the deep-copy calls of deepcopy.h are given and what they give back.
 */
#ifndef POINTERCHAIN_DEEPCOPY_TYPES_H
#define POINTERCHAIN_DEEPCOPY_TYPES_H

#include "descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One `chain[start:count]`: `base` is chain + start, `text` spells it for messages. A null base or a count
 * of 0 names nothing and is no error; a negative count is one. */
typedef struct pc_root {
  const pc_type *type;
  const void *base;
  long long count;
  const char *text;
  pc_direction direction; /* enter: of all that it leads to, together with those of the pointers on the way */
  const void *at; /* enter: the address of the pointer that `chain` is, a member of some object, else null.
                   * If that object is mapped, its pointer is attached */
} pc_root;

/* How the bytes travel. The first four are the paper's, section 3.1. */
typedef enum pc_technique {
  PC_AUTO,      /* arena, but large extents go straight from where they lie; see the document */
  PC_BASE,      /* allocate each extent, send it, then send each of its pointers; back: each run of data */
  PC_BASE_PLUS, /* the same in one block of device memory */
  PC_TCPY,      /* send a fixed-up temporary copy of each extent that has pointers */
  PC_PCPY,      /* save the pointers, fix them up in place, send, restore: nobody may read them meanwhile */
  PC_ARENA      /* pack everything into one fixed-up block and send that */
} pc_technique;

/* What the calls return, and what the error handler is given. */
typedef enum pc_status {
  PC_OK = 0,
  PC_ERROR_LENGTH,      /* a number of elements is negative or too large to be addressed */
  PC_ERROR_RANGE,       /* a pointer with its length leads outside the program's memory */
  PC_ERROR_OVERLAP,     /* overlaps what is mapped already, but does not lie inside it */
  PC_ERROR_TYPE,        /* lies inside what is mapped as something with other pointers */
  PC_ERROR_TECHNIQUE,   /* lies inside what was entered with another technique, or on another device */
  PC_ERROR_NOT_ENTERED, /* exit, update or verify of what was not entered */
  PC_ERROR_CHANGED,     /* a pointer was changed on the host while its target was mapped */
  PC_ERROR_READ_ONLY,   /* pcpy of read-only memory */
  PC_ERROR_DEVICE_FULL, /* the device has no memory left */
  PC_ERROR_DEVICE,      /* a transfer or another request of the device failed */
  PC_ERROR_HOST_FULL,   /* the host has no memory left for the runtime's own records */
  PC_ERROR_STRAY,       /* verify: a pointer in the device image leads outside the image */
  PC_ERROR_UNSUPPORTED, /* transfer: what an image cannot hold yet (docs/transfer.md) */
  PC_ERROR_FOREIGN,     /* transfer: an image of another version, byte order, pointer size, or of other types */
  PC_ERROR_IMAGE,       /* transfer: no image, a damaged one, one that is cut off; a buffer that is too small */
  PC_ERROR_FILE,        /* transfer: a stream of bytes failed */
  PC_ERROR_MPI          /* transfer: a call of MPI failed, or who sends has failed */
} pc_status;

/* pc_deepcopy_enter_on: the device that data entered now goes to anyway. */
#define PC_CURRENT_DEVICE (-0x7FFFFFFF - 1) /* no number of a device: OpenMP's initial device is -1 */

/* The queue of asynchronous calls that name none; and of pc_deepcopy_wait: all of them. */
#define PC_NO_QUEUE (-1)
#define PC_ALL_QUEUES (-2)

enum {
  PC_DELETE = 1,   /* exit: no copy back */
  PC_UNCOUNTED = 2 /* enter: what is mapped already is taken as it is, neither walked nor counted (the
                    * paper's section 3.2: the user promises that it outlives this) */
};

/* Gets the status and `file:line: error: ...`, without a newline, after the lock was released; the call
 * then returns the status. */
typedef void (*pc_error_handler)(int status, const char *message, void *data);

/* What was done since the last pc_reset_stats, and what the records take. */
typedef struct pc_stats {
  long long transfers_to, bytes_to;     /* host to device */
  long long transfers_from, bytes_from; /* device to host */
  long long host_copies;                /* bytes copied between host buffers, for the sake of the transfers */
  long long allocations;                /* of device memory */
  long long extents, pointers;          /* entered, not counting what was mapped already */
  long long records, peak_records;      /* bytes of the runtime's records: now, and the most since the reset;
                                         * staging buffers are not counted */
} pc_stats;

#ifdef __cplusplus
}
#endif

#endif
