/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Deep copy of linked data structures to a device, driven by type descriptors (descriptor.h).
 *
 * The `deepcopy` directives of pointerchain become calls of the functions below; they can be called by
 * hand as well. C99 and C++11. The functions are in libpointerchain (`pointerchain --libs`); where PC_HEADER_ONLY is
 * defined before the first header of pointerchain the source has its own. All translation units of a program share one
 * state, behind one lock. docs/internals/deepcopy-runtime.md explains the rules.
 *
 * After "Automatic deep copy in a Fortran OpenMP compiler" (see the document for the reference).
 */
#ifndef POINTERCHAIN_DEEPCOPY_H
#define POINTERCHAIN_DEEPCOPY_H

#include "deepcopy_device.h"
#include "deepcopy_types.h"
#include "descriptor.h"
#include "detail/linkage.h"

#include <stddef.h>
#ifdef __cplusplus
#include <typeinfo>

/* Whether an object is of a class, and not of one that derives from it. Without -frtti nobody can tell. */
#if defined __cpp_rtti || defined __GXX_RTTI
#define PC_IS_EXACTLY(object, ...) (typeid(*(object)) == typeid(__VA_ARGS__))
#else
#define PC_IS_EXACTLY(object, ...) ((void)(object), true)
#endif
#endif

/* Raised when a call below changes; generated code refuses to compile against another version. */
#define PC_DEEPCOPY_VERSION 2

#if PC_DESCRIPTOR_VERSION != 4
#error "this deep-copy runtime follows the descriptors of version 4"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Copies everything reachable from the roots to the device, unless it is mapped already, and counts one
 * more root for each extent reached. All or nothing: on an error nothing stays mapped. Returns a pc_status.
 */
PC_API int pc_deepcopy_enter(const pc_root *roots, size_t nroots, pc_technique technique, const char *file,
                             int line)
    PC_SYMBOL(pc_deepcopy_enter);

/* The same with `flags`: 0 or PC_UNCOUNTED. */
PC_API int pc_deepcopy_enter_flags(const pc_root *roots, size_t nroots, pc_technique technique,
                                   unsigned flags, const char *file, int line)
    PC_SYMBOL(pc_deepcopy_enter_flags);

/* The same on a device by its number, as the programming model counts them, or PC_CURRENT_DEVICE. */
PC_API int pc_deepcopy_enter_on(const pc_root *roots, size_t nroots, pc_technique technique, int device,
                                const char *file, int line)
    PC_SYMBOL(pc_deepcopy_enter_on);

/* Undoes one enter of each root. What no root reaches any more is copied back, except pointers and except
 * with PC_DELETE, and leaves the device. All or nothing: on an error everything stays mapped. */
PC_API int pc_deepcopy_exit(const pc_root *roots, size_t nroots, unsigned flags, const char *file, int line)
    PC_SYMBOL(pc_deepcopy_exit);

/* Copies everything that entered with the roots, except pointers, to the host or to the device; of a root
 * that was not entered itself what it names, with all that leads to. */
PC_API int pc_deepcopy_update_host(const pc_root *roots, size_t nroots, const char *file, int line)
    PC_SYMBOL(pc_deepcopy_update_host);
PC_API int pc_deepcopy_update_device(const pc_root *roots, size_t nroots, const char *file, int line)
    PC_SYMBOL(pc_deepcopy_update_device);

/* Makes the device's image of entered roots what the host's structure is now, whatever has changed in it: as
 * if they were exited with PC_DELETE and entered again, but all or nothing. What the roots no longer lead to
 * leaves the device; it is not looked at on the host, where it may have been freed. A root is known by its
 * address and type; its count may have changed. */
PC_API int pc_deepcopy_update_structure(const pc_root *roots, size_t nroots, const char *file, int line)
    PC_SYMBOL(pc_deepcopy_update_structure);

/* For a pc_count_function: strlen(text). PC_LENGTH_UNREADABLE where it is null, or leads outside the
 * program's memory before a zero comes. */
PC_API long long pc_string_length(const char *text)
    PC_SYMBOL(pc_string_length);

/* The structured form: `end` exits what the latest unfinished `begin` of this thread entered. */
PC_API int pc_deepcopy_begin(const pc_root *roots, size_t nroots, pc_technique technique, const char *file,
                             int line)
    PC_SYMBOL(pc_deepcopy_begin);
PC_API int pc_deepcopy_end(unsigned flags, const char *file, int line)
    PC_SYMBOL(pc_deepcopy_end);

/* The same calls done in the background: they return at once, and are done one after the other, in the order in
 * which they were made. Until pc_deepcopy_wait has returned, the host neither changes nor reads what the roots
 * lead to, nor the roots, and no kernel uses it. `queue` is a number that pc_deepcopy_wait may name, or
 * PC_NO_QUEUE; on an OpenACC device the caller waits first for what it has given to the device's queue of that
 * number. Errors are told, by the thread that does the calls, with the place of the call. Any other call waits
 * for all of these first. A program that ends without waiting may lose them. */
PC_API int pc_deepcopy_enter_async(const pc_root *roots, size_t nroots, pc_technique technique, int device,
                                   int queue, const char *file, int line)
    PC_SYMBOL(pc_deepcopy_enter_async);
PC_API int pc_deepcopy_exit_async(const pc_root *roots, size_t nroots, unsigned flags, int queue,
                                  const char *file, int line)
    PC_SYMBOL(pc_deepcopy_exit_async);
PC_API int pc_deepcopy_update_host_async(const pc_root *roots, size_t nroots, int queue, const char *file,
                                         int line)
    PC_SYMBOL(pc_deepcopy_update_host_async);
PC_API int pc_deepcopy_update_device_async(const pc_root *roots, size_t nroots, int queue, const char *file,
                                           int line)
    PC_SYMBOL(pc_deepcopy_update_device_async);
PC_API int pc_deepcopy_update_structure_async(const pc_root *roots, size_t nroots, int queue, const char *file,
                                              int line)
    PC_SYMBOL(pc_deepcopy_update_structure_async);

/* Waits for the calls of a queue, or of PC_ALL_QUEUES. Returns the status of the first one that has failed since
 * the queue was waited for last, which the error handler was told already. */
PC_API int pc_deepcopy_wait(int queue)
    PC_SYMBOL(pc_deepcopy_wait);

/* Reads back the device image of the roots and checks that each of its pointers is null or lies inside
 * (or one past the end of) what is mapped. */
PC_API int pc_deepcopy_verify(const pc_root *roots, size_t nroots, const char *file, int line)
    PC_SYMBOL(pc_deepcopy_verify);

/* Where `host` lies on the device; null where it is not mapped. `host` itself where the device shares the
 * host's memory. */
PC_API void *pc_deepcopy_device_pointer(const void *host)
    PC_SYMBOL(pc_deepcopy_device_pointer);

/* Sets what every failure is reported to. Null: the default, which prints the message and aborts. */
PC_API void pc_set_error_handler(pc_error_handler handler, void *data)
    PC_SYMBOL(pc_set_error_handler);

/* Chooses the device for all translation units, instead of the one that the first of them that includes this header was
 * compiled for. Null: that one again. Returns PC_OK, or PC_ERROR_DEVICE where something is mapped. */
PC_API int pc_set_device(pc_device *device)
    PC_SYMBOL(pc_set_device);

/* Gives back the host memory that calls keep for the next ones: buffers through which data travel, and what records took. */
PC_API void pc_trim(void)
    PC_SYMBOL(pc_trim);

/* What was done since the last pc_reset_stats. */
PC_API pc_stats pc_get_stats(void)
    PC_SYMBOL(pc_get_stats);
PC_API void pc_reset_stats(void)
    PC_SYMBOL(pc_reset_stats);

#ifdef __cplusplus
}
#endif

#if defined PC_HAS_BODIES
#include "detail/async.h"
#include "detail/built.h"
#include "detail/calls.h"
#include "detail/verify.h"
#elif !defined PC_DEEPCOPY_DECLARATIONS
#include "detail/device_offer.h"
#endif

#endif
