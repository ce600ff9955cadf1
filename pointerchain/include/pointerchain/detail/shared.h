/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Memory that all functions of the runtime in a process share, however many files it was linked into. Not for users.
 *
 * The program and each library that it loads may hold the functions. What the linker and the loader make one symbol of
 * depends on how these are linked and opened (RTLD_LOCAL, -Bsymbolic, version scripts, hidden symbols); so nothing here does.
 * Each file that is loaded has a note, which the loader keeps in memory, and which leads to the file's records:
 * who starts first makes the memory, who starts later finds it by the notes of those that have.
 * Where there are no such notes (not ELF) the records are one symbol.
 */
#ifndef POINTERCHAIN_DETAIL_SHARED_H
#define POINTERCHAIN_DETAIL_SHARED_H

#include "attributes.h"
#include "linkage.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __ELF__
#include <elf.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* A piece of shared memory, as one file knows it. The same in every version. */
typedef struct pc_shared {
  char name[16];
  unsigned version;
  unsigned long long layout; /* what the sizes of the records in it make */
  void *memory;              /* null until the file has started; not freed, for a file may be unloaded before others */
} pc_shared;

#ifdef __ELF__
/* A record is one in each file, and has a note: its owner, 13 bytes; how far it is from there to the record. */
#define PC_NOTED __attribute__((weak, visibility("hidden"), used))
#define PC_NOTE_OWNER "pointerchain"
#define PC_NOTE_OF(record)                                                                                 \
  __asm__(".pushsection .note.pointerchain,\"a\"\n\t.balign 4\n\t.long 13\n\t.long 8\n\t.long 1\n\t"         \
          ".asciz \"" PC_NOTE_OWNER "\"\n\t.balign 4\n\t.quad " PC_TEXT(PC_LABEL_PREFIX) #record " - .\n\t" \
          ".popsection")

/* A file that is loaded: how dl_iterate_phdr's argument begins everywhere. <link.h> declares that for who has defined
 * _GNU_SOURCE before any header. */
typedef struct pc_loaded {
  uintptr_t address;
  const char *name;
  const void *headers;
  uint16_t nheaders;
} pc_loaded;

extern int pc_each_loaded(int (*visit)(const pc_loaded *loaded, size_t bytes, void *data), void *data)
    __asm__(PC_TEXT(PC_LABEL_PREFIX) "dl_iterate_phdr");

#if UINTPTR_MAX == UINT64_MAX
typedef Elf64_Phdr pc_program_header;
#else
typedef Elf32_Phdr pc_program_header;
#endif

/* What is looked for, and what there is of it. */
typedef struct pc_search {
  const pc_shared *own;
  const pc_shared *other; /* of a file that has started */
  const char *file;       /* which */
  int seen;               /* the own note was found */
} pc_search;

/* Looks at one record. */
PC_UNUSED static void pc_see_shared(pc_search *search, const pc_shared *record, const char *file) {
  if (record == search->own) {
    search->seen = 1;
  } else if (record->memory && !search->other && strcmp(record->name, search->own->name) == 0) {
    search->other = record;
    search->file = file;
  }
}

/* Looks at the notes of a file. */
PC_UNUSED static int pc_visit_loaded(const pc_loaded *loaded, size_t bytes, void *data) {
  const pc_program_header *headers = (const pc_program_header *)loaded->headers;
  size_t i;
  (void)bytes;
  for (i = 0; i < loaded->nheaders; ++i) {
    const char *at = (const char *)(loaded->address + (uintptr_t)headers[i].p_vaddr), *end = at + headers[i].p_memsz;
    const size_t align = headers[i].p_align == 8 ? 8 : 4;
    if (headers[i].p_type != PT_NOTE) continue;
    while ((size_t)(end - at) >= sizeof(Elf64_Nhdr)) {
      Elf64_Nhdr note; /* that of both sizes */
      const char *owner = at + sizeof note, *text;
      int64_t distance;
      memcpy(&note, at, sizeof note);
      text = owner + (note.n_namesz + align - 1) / align * align;
      at = text + (note.n_descsz + align - 1) / align * align;
      if (at > end || at < text) break;
      if (note.n_namesz != sizeof PC_NOTE_OWNER || memcmp(owner, PC_NOTE_OWNER, sizeof PC_NOTE_OWNER) != 0 ||
          note.n_descsz != sizeof distance)
        continue;
      memcpy(&distance, text, sizeof distance);
      pc_see_shared((pc_search *)data, (const pc_shared *)((uintptr_t)text + (uintptr_t)distance), loaded->name);
    }
  }
  return 0;
}
#else
#define PC_NOTED PC_ONCE
#define PC_NOTE_OF(record) extern pc_shared record
#endif

PC_COLD static void pc_fail_built(unsigned version, const char *file, unsigned own) {
  fprintf(stderr,
          "pointerchain: error: this program holds the deep-copy runtime in two versions, %u%s%s%s and %u: compile its "
          "sources with PC_HEADER_ONLY, and link its libraries, anew, with one version of pointerchain\n",
          version, *file ? " (in '" : "", file, *file ? "')" : "", own);
  abort();
}

/* Gives a record of this file its memory: that of another file, or new, as `begin` is. Ends the program where some unit
 * was compiled with another version or layout, or where it cannot be known whether there is another file. */
PC_COLD static void pc_share(pc_shared *record, unsigned version, unsigned long long layout, const void *begin,
                             size_t bytes) {
  /* Where units of one file disagree the linker has taken the record of one of them. */
  if (record->version != version || record->layout != layout) pc_fail_built(record->version, "", version);
  if (record->memory) return;
#ifdef __ELF__
  {
    pc_search search = {record, NULL, "", 0};
    pc_each_loaded(pc_visit_loaded, &search);
    if (!search.seen) {
      fprintf(stderr,
              "pointerchain: error: a file of this program holds the deep-copy runtime without its note, "
              "'.note.pointerchain', by which all of them find what they share: link it anew, without a script or an option "
              "that leaves out notes\n");
      abort();
    }
    if (search.other && (search.other->version != version || search.other->layout != layout))
      pc_fail_built(search.other->version, search.file, version);
    if (search.other) record->memory = search.other->memory;
  }
#endif
  if (record->memory) return;
  record->memory = malloc(bytes);
  if (!record->memory) {
    fprintf(stderr, "pointerchain: error: there is no memory for the deep-copy runtime\n");
    abort();
  }
  memcpy(record->memory, begin, bytes);
}

#ifdef __ELF__
/* Which of the files that are loaded is asked about, and an address. */
typedef struct pc_neighbours {
  uintptr_t one, other;
  int together; /* they lie in one file, which is not the program itself */
} pc_neighbours;

PC_UNUSED static int pc_see_neighbours(const pc_loaded *loaded, size_t bytes, void *data) {
  pc_neighbours *asked = (pc_neighbours *)data;
  const pc_program_header *headers = (const pc_program_header *)loaded->headers;
  int one = 0, other = 0;
  size_t i;
  (void)bytes;
  for (i = 0; i < loaded->nheaders; ++i) {
    const uintptr_t begin = loaded->address + (uintptr_t)headers[i].p_vaddr;
    if (headers[i].p_type != PT_LOAD) continue;
    one |= asked->one - begin < headers[i].p_memsz;
    other |= asked->other - begin < headers[i].p_memsz;
  }
  asked->together = one && other && loaded->name && *loaded->name;
  return one;
}
#endif

/* Whether something lies in the file of a record, and that may be unloaded. */
PC_COLD static int pc_goes_with(const pc_shared *record, uintptr_t address) {
#ifdef __ELF__
  pc_neighbours asked = {(uintptr_t)record, address, 0};
  pc_each_loaded(pc_see_neighbours, &asked);
  return asked.together;
#else
  (void)record;
  (void)address;
  return 0;
#endif
}

#ifdef __cplusplus
}
#endif

#endif
