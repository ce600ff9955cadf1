/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The device that a source is compiled for, told to the library that does its deep copies. Not for users.
 *
 * The library is compiled without a programming model. The functions of a device are few, so each source brings those
 * of the model that it is compiled with, by its own compiler and options. A source that calls nothing links no library.
 */
#ifndef POINTERCHAIN_DETAIL_DEVICE_OFFER_H
#define POINTERCHAIN_DETAIL_DEVICE_OFFER_H

#include "../deepcopy_device.h"
#include "attributes.h"
#include "device_choice.h"
#include "linkage.h"

#ifdef PC_COMPILED_FOR_DEVICE
#ifdef __cplusplus
extern "C" {
#endif

/* The library has it where it is linked. The first device that is offered is the program's. */
extern __attribute__((weak)) void pc_offer_device(pc_device *device) PC_SYMBOL(pc_offer_device);

/* Before the constructors of C++, which may make calls. */
__attribute__((constructor(101))) PC_UNUSED static void pc_offer_compiled_device(void) {
  if (pc_offer_device) pc_offer_device(pc_compiled_device());
}

#ifdef __cplusplus
}
#endif
#endif

#endif
