/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * malloc and its likes, and C++'s new: what the program's own code allocates becomes an object.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "profiler.h"

#include <dlfcn.h>
#include <errno.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

#define EXPORT __attribute__((visibility("default")))
#define SITE __builtin_return_address(0)

static void *noted(void *memory, size_t bytes, const void *site) {
  if (pc_ready && pc_is_user(site)) pc_allocated(memory, bytes, site);
  return memory;
}

EXPORT void *malloc(size_t bytes) { return noted(__libc_malloc(bytes), bytes, SITE); }

EXPORT void *calloc(size_t count, size_t size) { return noted(__libc_calloc(count, size), count * size, SITE); }

EXPORT void free(void *memory) {
  if (pc_ready) pc_freed(memory);
  __libc_free(memory);
}

EXPORT void *realloc(void *old, size_t bytes) {
  void *memory;
  /* Before the call: another thread may get the old memory as soon as it returns. */
  if (pc_ready) pc_freed(old);
  memory = __libc_realloc(old, bytes);
  return noted(memory, bytes, SITE);
}

EXPORT void *memalign(size_t alignment, size_t bytes) { return noted(__libc_memalign(alignment, bytes), bytes, SITE); }

EXPORT void *aligned_alloc(size_t alignment, size_t bytes) {
  return noted(__libc_memalign(alignment, bytes), bytes, SITE);
}

EXPORT int posix_memalign(void **result, size_t alignment, size_t bytes) {
  void *memory;
  if (alignment < sizeof(void *) || (alignment & (alignment - 1))) return EINVAL;
  memory = __libc_memalign(alignment, bytes);
  if (!memory) return ENOMEM;
  *result = noted(memory, bytes, SITE);
  return 0;
}

/* What a program's own 'operator new' has taken from elsewhere is what it is there. */
static void *noted_new(void *memory, size_t bytes, const void *site) {
  Found found;
  return pc_ready && pc_find((uintptr_t)memory, &found) ? memory : noted(memory, bytes, site);
}

/* C++'s new, by the names of the Itanium ABI; the library's own throw where there is no memory. */
#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))
typedef void *(*New)(size_t);
typedef void *(*AlignedNew)(size_t, size_t);

EXPORT void *_Znwm(size_t bytes) {
  static New next;
  if (!next) next = NEXT(New, "_Znwm");
  return noted_new(next(bytes), bytes, SITE);
}

EXPORT void *_Znam(size_t bytes) {
  static New next;
  if (!next) next = NEXT(New, "_Znam");
  return noted_new(next(bytes), bytes, SITE);
}

EXPORT void *_ZnwmSt11align_val_t(size_t bytes, size_t alignment) {
  static AlignedNew next;
  if (!next) next = NEXT(AlignedNew, "_ZnwmSt11align_val_t");
  return noted_new(next(bytes, alignment), bytes, SITE);
}

EXPORT void *_ZnamSt11align_val_t(size_t bytes, size_t alignment) {
  static AlignedNew next;
  if (!next) next = NEXT(AlignedNew, "_ZnamSt11align_val_t");
  return noted_new(next(bytes, alignment), bytes, SITE);
}
