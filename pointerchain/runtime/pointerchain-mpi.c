/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * libpointerchain-mpi: the functions of transfer_mpi.h. It shares its state with libpointerchain. C99 and C++11, MPI.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#define PC_BUILDS_MPI_LIBRARY
#include <pointerchain/transfer_mpi.h>
