/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The calls that clang makes for OpenMP's constructs, of which OMPT's events leave out where they stand and what they
 * map. A runtime that is linked to the program includes this once, behind <dlfcn.h>; it is loaded before LLVM's own.
 */
#ifndef PC_CONSTRUCTS_H
#define PC_CONSTRUCTS_H

#include <stdint.h>
#include <string.h>

/* The construct that this thread executes: the code behind its call, its place as the compiler says it
 * (";file;function;line;column;;"), and what it maps, each with its variable's place (";name;file;line;column;;"). */
static __thread struct {
  const void *called_from;
  const char *where;
  int n;
  void **begins, **names;
} construct __attribute__((tls_model("initial-exec")));

typedef struct Ident {
  int32_t reserved_1, flags, reserved_2, reserved_3;
  const char *source;
} Ident;

/* The beginning of LLVM's KernelArgsTy, in versions 1 to 3. */
typedef struct KernelArguments {
  uint32_t version, n;
  void **bases, **begins;
  int64_t *sizes, *types;
  void **names;
} KernelArguments;

static void enter_construct(const void *called_from, const Ident *ident, int n, void **begins, void **names) {
  construct.called_from = called_from;
  construct.where = ident && ident->source && strncmp(ident->source, ";unknown", 8) != 0 ? ident->source : NULL;
  construct.n = begins && names ? n : 0;
  construct.begins = begins;
  construct.names = names;
}

#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))
typedef int (*Kernel)(Ident *, int64_t, int32_t, int32_t, void *, KernelArguments *);
typedef void (*Begin)(Ident *, int64_t, int32_t, void **, void **, int64_t *, int64_t *, void **, void **);

__attribute__((visibility("default"))) int __tgt_target_kernel(Ident *ident, int64_t device, int32_t teams,
                                                               int32_t threads, void *entry,
                                                               KernelArguments *arguments) {
  static Kernel next;
  int result;
  if (!next) next = NEXT(Kernel, "__tgt_target_kernel");
  enter_construct(__builtin_return_address(0), ident, (int)arguments->n, arguments->begins, arguments->names);
  result = next(ident, device, teams, threads, entry, arguments);
  enter_construct(NULL, NULL, 0, NULL, NULL);
  return result;
}

__attribute__((visibility("default"))) void __tgt_target_data_begin_mapper(Ident *ident, int64_t device, int32_t n,
                                                                           void **bases, void **begins,
                                                                           int64_t *sizes, int64_t *types,
                                                                           void **names, void **mappers) {
  static Begin next;
  if (!next) next = NEXT(Begin, "__tgt_target_data_begin_mapper");
  enter_construct(__builtin_return_address(0), ident, n, begins, names);
  next(ident, device, n, bases, begins, sizes, types, names, mappers);
  enter_construct(NULL, NULL, 0, NULL, NULL);
}

/* The variable that the construct maps from an address, or NULL. */
static const char *name_of(const void *begin) {
  int i;
  for (i = 0; i < construct.n; i++)
    if (construct.begins[i] == begin && construct.names[i]) return (const char *)construct.names[i];
  return NULL;
}

#endif
