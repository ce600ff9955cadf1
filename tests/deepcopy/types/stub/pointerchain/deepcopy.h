/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A runtime that copies nothing: it has the real one's interface, and does nothing.
 */
#ifndef POINTERCHAIN_DEEPCOPY_H
#define POINTERCHAIN_DEEPCOPY_H

#include <pointerchain/descriptor.h>

#include <stdio.h>
#include <string.h>

typedef struct pc_root {
  const pc_type *type;
  const void *base;
  long long count;
  const char *text;
  pc_direction direction;
  const void *at;
} pc_root;
typedef enum pc_technique { PC_AUTO, PC_BASE, PC_BASE_PLUS, PC_TCPY, PC_PCPY, PC_ARENA } pc_technique;

#define PC_DEEPCOPY_VERSION 2
#define PC_DELETE 1u

#ifndef PC_STUB_LOG
#define PC_STUB_LOG(what, roots, nroots, option, line) ((void)(roots), (void)(nroots), (void)(option), (void)(line), 0)
#endif

static inline int pc_deepcopy_enter(const pc_root *roots, size_t nroots, pc_technique technique, const char *file,
                                    int line) {
  (void)file;
  return PC_STUB_LOG("enter", roots, nroots, (unsigned)technique, line);
}

static inline int pc_deepcopy_enter_on(const pc_root *roots, size_t nroots, pc_technique technique, int device,
                                       const char *file, int line) {
  (void)file, (void)technique;
  return PC_STUB_LOG("enter on", roots, nroots, (unsigned)device, line);
}

static inline int pc_deepcopy_exit(const pc_root *roots, size_t nroots, unsigned flags, const char *file, int line) {
  (void)file;
  return PC_STUB_LOG("exit", roots, nroots, flags, line);
}

static inline int pc_deepcopy_update_host(const pc_root *roots, size_t nroots, const char *file, int line) {
  (void)file;
  return PC_STUB_LOG("host", roots, nroots, 0u, line);
}

static inline int pc_deepcopy_update_device(const pc_root *roots, size_t nroots, const char *file, int line) {
  (void)file;
  return PC_STUB_LOG("device", roots, nroots, 0u, line);
}

static inline int pc_deepcopy_update_structure(const pc_root *roots, size_t nroots, const char *file, int line) {
  (void)file;
  return PC_STUB_LOG("structure", roots, nroots, 0u, line);
}

static inline long long pc_string_length(const char *text) {
  return text ? (long long)strlen(text) : PC_LENGTH_UNREADABLE;
}

#endif
