/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Whether the functions of OpenMP's device memory are linked. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_OPENMP_LINKED_H
#define POINTERCHAIN_DETAIL_OPENMP_LINKED_H

#include "attributes.h"

#ifdef _OPENMP
#include <omp.h>

/* clang links the library that has these only where the command names devices (-fopenmp-targets). */
#pragma weak omp_target_alloc
#pragma weak omp_target_free
#pragma weak omp_target_memcpy
#pragma weak omp_target_associate_ptr
#pragma weak omp_target_disassociate_ptr

PC_UNUSED static int pc_openmp_linked(void) {
  return omp_target_alloc && omp_target_free && omp_target_memcpy && omp_target_associate_ptr &&
         omp_target_disassociate_ptr;
}
#endif

#endif
