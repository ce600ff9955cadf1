/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Where the functions of the runtime come from. Not for users, who define PC_HEADER_ONLY or nothing.
 *
 * Nothing defined: the headers declare the functions, and libpointerchain has them (of MPI: libpointerchain-mpi).
 * PC_HEADER_ONLY: each source that includes a header has functions of its own, and no library is linked.
 * PC_BUILDS_LIBRARY, PC_BUILDS_MPI_LIBRARY: these libraries themselves are compiled.
 * PC_DEEPCOPY_DECLARATIONS: the same declarations without the device; the translator checks calls against them.
 *
 * All that have functions share one state, whose layout is checked when the program starts (detail/built.h).
 */
#ifndef POINTERCHAIN_DETAIL_LINKAGE_H
#define POINTERCHAIN_DETAIL_LINKAGE_H

#include "attributes.h"

/* Part of the names that the linker sees: a source that was compiled for another version finds no function. Raised
 * when a function, or what it is given, changes. */
#define PC_RUNTIME_VERSION 3

#if defined PC_HEADER_ONLY || defined PC_BUILDS_LIBRARY || defined PC_BUILDS_MPI_LIBRARY
#define PC_HAS_BODIES
#endif

#ifdef __USER_LABEL_PREFIX__
#define PC_LABEL_PREFIX __USER_LABEL_PREFIX__
#else
#define PC_LABEL_PREFIX
#endif
#define PC_TEXT_OF(text) #text
#define PC_TEXT(text) PC_TEXT_OF(text)
#define PC_LABEL(name, ending) __asm__(PC_TEXT(PC_LABEL_PREFIX) #name "_abi" PC_TEXT(PC_RUNTIME_VERSION) ending)

/* A public function: PC_API int f(int) PC_SYMBOL(f); */
#if defined PC_HAS_BODIES && !defined PC_BUILDS_LIBRARY
#define PC_API PC_UNUSED static
#define PC_SYMBOL(name)
#else
#define PC_API PC_NOT_COUNTED extern __attribute__((visibility("default")))
#define PC_SYMBOL(name) PC_LABEL(name, "")
#endif

/* One that needs MPI. */
#if defined PC_HAS_BODIES && !defined PC_BUILDS_MPI_LIBRARY
#define PC_MPI_API PC_UNUSED static
#define PC_MPI_SYMBOL(name)
#else
#define PC_MPI_API PC_NOT_COUNTED extern __attribute__((visibility("default")))
#define PC_MPI_SYMBOL(name) PC_LABEL(name, "_mpi")
#endif

#endif
