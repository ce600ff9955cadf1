/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Linked data structures as bytes: an image of all that pointers lead to, made and read back by means of type
 * descriptors (descriptor.h), those of deep copy.
 *
 * C99 and C++11; link libpointerchain, or define PC_HEADER_ONLY (deepcopy.h). docs/transfer.md explains the rules. After "Implementing generalized deep-copy in
 * MPI" (MEL).
 *
 * Each call returns a pc_status. A failure is also told to the error handler (pc_set_error_handler), where there
 * is one; it is never the end of the program. The calls need no device. They wait for each other, and for those
 * of deepcopy.h.
 */
#ifndef POINTERCHAIN_TRANSFER_H
#define POINTERCHAIN_TRANSFER_H

#include "deepcopy_types.h"
#include "detail/kept.h"
#include "detail/linkage.h"
#include "detail/lives.h"
#include "transfer_types.h"

#include <stddef.h>

/* Raised when a call below changes; generated code refuses to compile against another version. */
#define PC_TRANSFER_VERSION 1

/* Generated descriptors name its templates. */
#if PC_KEPT_VERSION != 1
#error "detail/kept.h is of another version of pointerchain than transfer.h"
#endif
#if PC_LIVES_VERSION != 1
#error "detail/lives.h is of another version of pointerchain than transfer.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The bytes of the image of all that the roots lead to; 0 on an error. A root's `direction` and `at` have no
 * meaning here, and those of types neither: all data are in the image. Nobody may change the structure
 * meanwhile; its pointers have to lead where they say. */
PC_API int pc_image_size(const pc_root *roots, size_t nroots, size_t *bytes, const char *file, int line)
    PC_SYMBOL(pc_image_size);

/* Writes that image. Where `*image` is null it is set to memory from malloc, for the caller to free; otherwise
 * the image is written there, where `*bytes` bytes have to be enough. `*bytes` is set to what it took. On an
 * error `*image` and `*bytes` stay as they were; what lies at `*image` is then not defined. */
PC_API int pc_pack(const pc_root *roots, size_t nroots, void **image, size_t *bytes, const char *file, int line)
    PC_SYMBOL(pc_pack);

/* Makes a new structure from an image of `bytes` bytes with as many sections as there are arrivals, whose types
 * have to be those of pc_pack. `flags`: 0, and all of it lies in one block that pc_free gives back, or the
 * constants above. The image may be from anywhere: it is checked, and on an error nothing is changed and nothing
 * leaks. It need not be aligned, and it may be freed afterwards.
 */
PC_API int pc_unpack(pc_arrival *arrivals, size_t narrivals, const void *image, size_t bytes, unsigned flags,
                     const char *file, int line)
    PC_SYMBOL(pc_unpack);

/* Gives back what one pc_unpack without PC_SEPARATE made: `first` is the first of its pointers that is not
 * null. Null: nothing. */
PC_API void pc_free(void *first)
    PC_SYMBOL(pc_free);

/* Which map the walks of this process that write, send or measure an image note shared objects in, from the next call
 * on; null: the runtime's own. `sharing` is copied, not its `data`. PC_ERROR_UNSUPPORTED where one of its functions is null, and
 * then nothing changes. */
PC_API int pc_set_sharing(const pc_sharing *sharing)
    PC_SYMBOL(pc_set_sharing);

#ifdef __cplusplus
}
#endif

#ifdef PC_HAS_BODIES
#include "detail/built.h"
#include "detail/transfer_calls.h"
#endif

#endif
