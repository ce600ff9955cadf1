/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Deep copy of linked data structures to a device, driven by type descriptors (descriptor.h).
 *
 * The `deepcopy` directives of pointerchain become calls of the functions below; they can be called by
 * hand as well. Header-only, C99 and C++11; all translation units of a program share one state, behind
 * one lock. docs/deepcopy-runtime.md explains the rules.
 *
 * After "Automatic deep copy in a Fortran OpenMP compiler" (see the document for the reference).
 */
#ifndef POINTERCHAIN_DEEPCOPY_H
#define POINTERCHAIN_DEEPCOPY_H

#include "deepcopy_device.h"
#include "descriptor.h"

#include <stddef.h>

/* Raised when a call below changes; generated code refuses to compile against another version. */
#define PC_DEEPCOPY_VERSION 1

#if PC_DESCRIPTOR_VERSION != 1
#error "this deep-copy runtime follows the descriptors of version 1"
#endif

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
  PC_ERROR_STRAY        /* verify: a pointer in the device image leads outside the image */
} pc_status;

enum {
  PC_DELETE = 1,   /* exit: no copy back */
  PC_UNCOUNTED = 2 /* enter: what is mapped already is taken as it is, neither walked nor counted (the
                     * paper's section 3.2: the user promises that it outlives this) */
};

/* Copies everything reachable from the roots to the device, unless it is mapped already, and counts one
 * more root for each extent reached. All or nothing: on an error nothing stays mapped. Returns a pc_status. */
static int pc_deepcopy_enter(const pc_root *roots, size_t nroots, pc_technique technique, const char *file,
                             int line);

/* The same with `flags`: 0 or PC_UNCOUNTED. */
static int pc_deepcopy_enter_flags(const pc_root *roots, size_t nroots, pc_technique technique,
                                   unsigned flags, const char *file, int line);

/* Undoes one enter of each root. What no root reaches any more is copied back, except pointers and except
 * with PC_DELETE, and leaves the device. All or nothing: on an error everything stays mapped. */
static int pc_deepcopy_exit(const pc_root *roots, size_t nroots, unsigned flags, const char *file, int line);

/* Copies everything that entered with the roots, except pointers, to the host or to the device. */
static int pc_deepcopy_update_host(const pc_root *roots, size_t nroots, const char *file, int line);
static int pc_deepcopy_update_device(const pc_root *roots, size_t nroots, const char *file, int line);

/* The structured form: `end` exits what the latest unfinished `begin` of this thread entered. */
static int pc_deepcopy_begin(const pc_root *roots, size_t nroots, pc_technique technique, const char *file,
                             int line);
static int pc_deepcopy_end(unsigned flags, const char *file, int line);

/* Reads back the device image of the roots and checks that each of its pointers is null or lies inside
 * (or one past the end of) what is mapped. */
static int pc_deepcopy_verify(const pc_root *roots, size_t nroots, const char *file, int line);

/* Where `host` lies on the device; null where it is not mapped. `host` itself where the device shares the
 * host's memory. */
static void *pc_deepcopy_device_pointer(const void *host);

/* Gets the status and `file:line: error: ...`, without a newline, after the lock was released; the call
 * then returns the status. Null: the default, which prints the message and aborts. */
typedef void (*pc_error_handler)(int status, const char *message, void *data);
static void pc_set_error_handler(pc_error_handler handler, void *data);

/* Chooses the device for all translation units, instead of the one that the first of them was compiled
 * for. Null: that one again. Returns PC_OK, or PC_ERROR_DEVICE where something is mapped. */
static int pc_set_device(pc_device *device);

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
static pc_stats pc_get_stats(void);
static void pc_reset_stats(void);

#ifdef __cplusplus
}
#endif

#include "deepcopy_calls.h"
#include "deepcopy_verify.h"

#endif
