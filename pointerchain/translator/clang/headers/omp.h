/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Stands before the compiler's omp.h when a source is read, never when it is compiled: OpenMP's directives are
 * not switched on then, and LLVM's header has functions that only its 'declare variant' keeps apart.
 */
#pragma push_macro("_OPENMP")
#undef _OPENMP
#define _OPENMP 201511
#include_next <omp.h>
#pragma pop_macro("_OPENMP")
