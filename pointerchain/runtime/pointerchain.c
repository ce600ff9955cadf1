/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * libpointerchain: the functions of deepcopy.h, transfer.h and transfer_file.h. C99 and C++11, POSIX threads.
 *
 * Compile it without a programming model: sources bring the device that they are compiled for. Options that change how
 * all code of a program has to be compiled (sanitizers, the target, the size of enumerations) go here, too.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#define PC_BUILDS_LIBRARY
#include <pointerchain/transfer_file.h>
