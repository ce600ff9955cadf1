/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the OpenMP runtime does (OMPT; OpenMP 5.2, chapter 19), and what the C library does in its own code: memory
 * that is new has no copy that is older, input is a store, output is a load.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "stale.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <omp-tools.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

#define EXPORT __attribute__((visibility("default")))
#define SITE __builtin_return_address(0)

#include "constructs.h" /* pointerchain/build */

/* --- allocations ----------------------------------------------------------------------------------- */

static void *fresh(void *memory, size_t bytes) {
  if (pc_stale_on && memory) pc_stale_forget((uintptr_t)memory, bytes);
  return memory;
}

EXPORT void *malloc(size_t bytes) { return fresh(__libc_malloc(bytes), bytes); }

EXPORT void *calloc(size_t count, size_t size) {
  void *memory = __libc_calloc(count, size);
  fresh(memory, count * size);
  if (pc_stale_on && memory) pc_stale_store((uintptr_t)memory, count * size, SITE);
  return memory;
}

EXPORT void *realloc(void *old, size_t bytes) {
  const size_t had = old && pc_stale_on ? malloc_usable_size(old) : 0;
  void *memory = __libc_realloc(old, bytes);
  if (!pc_stale_on || !memory || memory == old) return memory;
  pc_stale_forget((uintptr_t)memory, bytes);
  pc_stale_moved((uintptr_t)memory, (uintptr_t)old, had < bytes ? had : bytes);
  return memory;
}

EXPORT void *memalign(size_t alignment, size_t bytes) { return fresh(__libc_memalign(alignment, bytes), bytes); }

EXPORT void *aligned_alloc(size_t alignment, size_t bytes) { return fresh(__libc_memalign(alignment, bytes), bytes); }

EXPORT int posix_memalign(void **result, size_t alignment, size_t bytes) {
  void *memory;
  if (alignment < sizeof(void *) || (alignment & (alignment - 1))) return EINVAL;
  memory = __libc_memalign(alignment, bytes);
  if (!memory) return ENOMEM;
  *result = fresh(memory, bytes);
  return 0;
}

/* --- input and output ------------------------------------------------------------------------------ */

EXPORT size_t fread(void *to, size_t size, size_t count, FILE *file) {
  static size_t (*next)(void *, size_t, size_t, FILE *);
  size_t read;
  if (!next) next = NEXT(size_t (*)(void *, size_t, size_t, FILE *), "fread");
  read = next(to, size, count, file);
  if (pc_stale_on) pc_stale_store((uintptr_t)to, size * read, SITE);
  return read;
}

EXPORT ssize_t read(int file, void *to, size_t bytes) {
  static ssize_t (*next)(int, void *, size_t);
  ssize_t read;
  if (!next) next = NEXT(ssize_t(*)(int, void *, size_t), "read");
  read = next(file, to, bytes);
  if (pc_stale_on && read > 0) pc_stale_store((uintptr_t)to, (size_t)read, SITE);
  return read;
}

EXPORT size_t fwrite(const void *from, size_t size, size_t count, FILE *file) {
  static size_t (*next)(const void *, size_t, size_t, FILE *);
  if (!next) next = NEXT(size_t (*)(const void *, size_t, size_t, FILE *), "fwrite");
  if (pc_stale_on) pc_stale_load((uintptr_t)from, size * count, SITE);
  return next(from, size, count, file);
}

EXPORT ssize_t write(int file, const void *from, size_t bytes) {
  static ssize_t (*next)(int, const void *, size_t);
  if (!next) next = NEXT(ssize_t(*)(int, const void *, size_t), "write");
  if (pc_stale_on) pc_stale_load((uintptr_t)from, bytes, SITE);
  return next(file, from, bytes);
}

/* --- constructs ------------------------------------------------------------------------------------ */

static __thread int depth __attribute__((tls_model("initial-exec"))); /* of the constructs that this thread executes */
const void *volatile pc_stale_construct;

/* Places of constructs as the compiler says them, which debug information may leave out. */
enum { CONSTRUCTS = 4096 };
static struct {
  const void *code;
  const char *where;
} wheres[CONSTRUCTS];

const char *pc_stale_where(const void *code) {
  const size_t at = ((uintptr_t)code >> 2) % CONSTRUCTS;
  return wheres[at].code == code ? wheres[at].where : NULL;
}

/* --- variables that the device has from the start ---------------------------------------------------- */

/* LLVM's __tgt_offload_entry and __tgt_bin_desc. */
typedef struct Entry {
  void *at;
  char *name;
  size_t bytes;
  int32_t flags, reserved;
} Entry;

typedef struct Binary {
  int32_t nimages;
  void *images;
  Entry *begin, *end;
} Binary;

enum { BINARIES = 64, IMAGES = 64 };
static Binary *binaries[BINARIES];
static int nbinaries, nimages;
static void *images[IMAGES];
static unsigned long long added;

EXPORT void __tgt_register_lib(Binary *binary) {
  static void (*next)(Binary *);
  if (!next) next = NEXT(void (*)(Binary *), "__tgt_register_lib");
  if (nbinaries < BINARIES) binaries[nbinaries++] = binary;
  next(binary);
}

/* The variables of an image of the device's that was loaded since. */
static void pair_variables(void *image) {
  const Entry *entry;
  int i;
  for (i = 0; i < nbinaries; i++)
    for (entry = binaries[i]->begin; entry < binaries[i]->end; entry++) {
      void *device = entry->bytes ? dlsym(image, entry->name) : NULL;
      if (device && device != entry->at)
        pc_stale_alike(pc_stale_begin_pair((uintptr_t)entry->at, (uintptr_t)device, entry->bytes, NULL, entry->name));
    }
}

static int note_image(struct dl_phdr_info *info, size_t size, void *data) {
  char *names = (char *)data;
  (void)size;
  if (added == info->dlpi_adds) return 1;
  if (strncmp(info->dlpi_name, "/tmp/tmpfile_", 13) == 0 && strlen(names) + strlen(info->dlpi_name) < 4000)
    strcat(strcat(names, info->dlpi_name), "\n");
  return 0;
}

static int note_adds(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  added = info->dlpi_adds;
  return 1;
}

static void read_images(void) {
  char names[4096] = "", *name, *rest;
  dl_iterate_phdr(note_image, names);
  dl_iterate_phdr(note_adds, NULL);
  for (name = strtok_r(names, "\n", &rest); name; name = strtok_r(NULL, "\n", &rest)) {
    void *image = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    int i;
    for (i = 0; i < nimages && images[i] != image; i++) continue;
    if (!image || i < nimages || nimages == IMAGES) continue;
    images[nimages++] = image;
    pair_variables(image);
  }
}

/* --- OMPT ------------------------------------------------------------------------------------------ */

static void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t *task,
                      ompt_data_t *target_task, ompt_data_t *target, const void *code) {
  (void)kind, (void)device, (void)task, (void)target_task, (void)target;
  if (endpoint == ompt_scope_begin) {
    /* Behind a call that is made here, 'code' is of this library. */
    pc_stale_construct = construct.called_from ? construct.called_from : code;
    if (construct.where) {
      const size_t at = ((uintptr_t)pc_stale_construct >> 2) % CONSTRUCTS;
      wheres[at].where = construct.where;
      wheres[at].code = pc_stale_construct;
    }
    depth++;
    read_images();
  } else {
    depth--;
  }
}

static void on_data(ompt_scope_endpoint_t endpoint, ompt_data_t *task, ompt_data_t *target, ompt_id_t *operation,
                    ompt_target_data_op_t kind, void *from, int from_device, void *to, int to_device, size_t bytes,
                    const void *code) {
  const void *by = depth ? pc_stale_construct : code;
  const int begins = endpoint == ompt_scope_begin;
  (void)task, (void)target, (void)operation, (void)from_device, (void)to_device;
  switch (kind) {
    case ompt_target_data_alloc:
      if (!begins && from && to) pc_stale_begin_pair((uintptr_t)from, (uintptr_t)to, bytes, by, name_of(from));
      else if (!begins && to) pc_stale_forget((uintptr_t)to, bytes);
      break;
    case ompt_target_data_delete:
      if (begins) pc_stale_end_pair((uintptr_t)from, by);
      break;
    case ompt_target_data_transfer_to_device:
    case ompt_target_data_transfer_from_device:
      if (begins) pc_stale_transfer_begins((uintptr_t)to, (uintptr_t)from, bytes);
      else pc_stale_transfer_ends((uintptr_t)to, (uintptr_t)from, bytes, by, depth > 0);
      break;
    default:
      break;
  }
}

static int start(ompt_function_lookup_t look_up, int device, ompt_data_t *data) {
  const ompt_set_callback_t set = (ompt_set_callback_t)look_up("ompt_set_callback");
  (void)device, (void)data;
  if (set && pc_stale_on) {
    set(ompt_callback_target_emi, (ompt_callback_t)on_target);
    set(ompt_callback_target_data_op_emi, (ompt_callback_t)on_data);
  }
  return 1;
}

static void finish(ompt_data_t *data) { (void)data; }

EXPORT ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
  static ompt_start_tool_result_t result = {start, finish, {0}};
  (void)version, (void)runtime;
  return &result;
}
