/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The calls that clang's -fsanitize=thread makes, counted.
 */
#include "access.h"

/* A copy of a length is one load and one store of that length. */
static inline void pc_copy_access(void *to, const void *from, size_t bytes, const void *code) {
  pc_access((uintptr_t)from, bytes, LOAD, code);
  pc_access((uintptr_t)to, bytes, STORE, (const char *)code + 1);
}

static inline void pc_function_entry(void *caller) {
  Thread *t = pc_self;
  if (!pc_ready || (!t && !(t = pc_enlist()))) return;
  if (t->depth < STACK_DEPTH) t->calls[t->depth] = caller;
  t->depth++;
}

static inline void pc_function_exit(void) {
  Thread *t = pc_self;
  if (t && t->depth > 0) t->depth--;
}

#include "hooks.h"
