/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Whether all that have functions of the runtime, libpointerchain and sources with PC_HEADER_ONLY, agree on the state
 * that they share. A program in which they do not ends when it starts. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_BUILT_H
#define POINTERCHAIN_DETAIL_BUILT_H

#include "../deepcopy_device.h"
#include "../descriptor.h"
#include "attributes.h"
#include "background.h"
#include "linkage.h"
#include "state.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The name and these two numbers are the same in every version. */
typedef struct pc_built {
  unsigned version;
  unsigned long long layout;
} pc_built;

/* What the sizes of the shared records make. */
#define PC_BUILT_LAYOUT                                                                                     \
  ((((((((unsigned long long)sizeof(pc_state) * 1021 + sizeof(pc_plan)) * 1021 + sizeof(pc_extent)) * 1021 + \
       sizeof(pc_handle)) * 1021 + sizeof(pc_layout)) * 1021 + sizeof(pc_jobs)) * 1021 + sizeof(pc_device)) * \
       1021 + PC_DESCRIPTOR_VERSION)

/* That of the first of them that the linker finds. Not constant: who is compared reads it when the program runs. */
PC_ONCE pc_built pc_runtime_built = {PC_RUNTIME_VERSION, PC_BUILT_LAYOUT};

/* Before the constructors of C++. */
__attribute__((constructor(101))) PC_COLD static void pc_check_built(void) {
  if (pc_runtime_built.version == PC_RUNTIME_VERSION && pc_runtime_built.layout == PC_BUILT_LAYOUT) return;
  fprintf(stderr,
          "pointerchain: error: this program holds the deep-copy runtime in two versions, %u and %u: compile its sources "
          "with PC_HEADER_ONLY anew, with the headers of the libpointerchain that it links\n",
          pc_runtime_built.version, (unsigned)PC_RUNTIME_VERSION);
  abort();
}

#ifdef __cplusplus
}
#endif

#endif
