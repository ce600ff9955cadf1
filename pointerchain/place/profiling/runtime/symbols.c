/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Static objects, from the symbol tables of the program and of the device's images; whose code an address is.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "profiler.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { IMAGES = 64 };

typedef struct Symbol {
  uintptr_t begin;
  uint64_t bytes;
  uint32_t object; /* NONE until it is touched */
  const char *name;
} Symbol;

typedef struct Image {
  uintptr_t begin, end, code_begin, code_end, base;
  int device, nsymbols, read;
  Symbol *symbols;
  char file[512];
} Image;

static Image images[IMAGES];
static volatile int nimages;
static unsigned long long added;

static int is_system(const char *name) {
  static const char *const folders[] = {"/usr/lib", "/lib", "/usr/local/lib", "/opt/", NULL};
  const char *base = strrchr(name, '/');
  int i;
  for (i = 0; folders[i]; i++)
    if (strncmp(name, folders[i], strlen(folders[i])) == 0) return 1;
  base = base ? base + 1 : name;
  return strncmp(base, "libomp", 6) == 0 || strncmp(base, "linux-vdso", 10) == 0 || strstr(base, "pointerchain-place");
}

static int ascending(const void *a, const void *b) {
  const Symbol *left = (const Symbol *)a, *right = (const Symbol *)b;
  if (left->begin != right->begin) return left->begin < right->begin ? -1 : 1;
  return left->bytes < right->bytes ? -1 : left->bytes > right->bytes;
}

/* The objects of a file's symbol table; none where it was stripped. */
static void read_symbols(Image *image) {
  const char *file = *image->file ? image->file : "/proc/self/exe";
  const int descriptor = open(file, O_RDONLY | O_CLOEXEC);
  struct stat status;
  const char *data;
  const Elf64_Ehdr *header;
  const Elf64_Shdr *sections;
  int i, pass;
  if (descriptor < 0 || fstat(descriptor, &status) != 0 || (size_t)status.st_size < sizeof *header) {
    if (descriptor >= 0) close(descriptor);
    return;
  }
  data = (const char *)mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  close(descriptor);
  if (data == (const char *)MAP_FAILED) return;
  header = (const Elf64_Ehdr *)(const void *)data;
  if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64 ||
      header->e_shoff + (uint64_t)header->e_shnum * sizeof *sections > (uint64_t)status.st_size)
    return;
  sections = (const Elf64_Shdr *)(const void *)(data + header->e_shoff);
  for (pass = 0; pass < 2 && !image->nsymbols; pass++)
    for (i = 0; i < header->e_shnum; i++) {
      const Elf64_Sym *symbols = (const Elf64_Sym *)(const void *)(data + sections[i].sh_offset);
      const uint64_t n = sections[i].sh_entsize ? sections[i].sh_size / sections[i].sh_entsize : 0;
      const char *names;
      uint64_t j;
      if (sections[i].sh_type != (pass ? SHT_DYNSYM : SHT_SYMTAB) || sections[i].sh_link >= header->e_shnum) continue;
      names = data + sections[sections[i].sh_link].sh_offset;
      image->symbols = (Symbol *)pc_more(image->symbols, ((size_t)image->nsymbols + n) * sizeof *image->symbols);
      for (j = 0; j < n; j++) {
        Symbol *symbol = &image->symbols[image->nsymbols];
        if (ELF64_ST_TYPE(symbols[j].st_info) != STT_OBJECT || !symbols[j].st_size || !symbols[j].st_shndx) continue;
        symbol->begin = image->base + symbols[j].st_value;
        symbol->bytes = symbols[j].st_size;
        symbol->object = (uint32_t)NONE;
        symbol->name = names + symbols[j].st_name; /* the file stays mapped */
        image->nsymbols++;
      }
    }
  if (image->nsymbols) qsort(image->symbols, (size_t)image->nsymbols, sizeof *image->symbols, ascending);
}

static int note_image(struct dl_phdr_info *info, size_t size, void *data) {
  Image *image = &images[nimages];
  int i;
  if (data && size >= offsetof(struct dl_phdr_info, dlpi_subs)) *(unsigned long long *)data = info->dlpi_adds;
  for (i = 0; i < nimages; i++)
    if (images[i].base == info->dlpi_addr && strcmp(images[i].file, info->dlpi_name) == 0) return 0;
  if ((*info->dlpi_name && is_system(info->dlpi_name)) || nimages == IMAGES) return 0;
  memset(image, 0, sizeof *image);
  image->base = info->dlpi_addr;
  image->begin = image->code_begin = UINTPTR_MAX;
  strncpy(image->file, info->dlpi_name, sizeof image->file - 1);
  image->device = strncmp(info->dlpi_name, "/tmp/tmpfile_", 13) == 0;
  for (i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD) {
      const uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr, end = begin + info->dlpi_phdr[i].p_memsz;
      if (begin < image->begin) image->begin = begin;
      if (end > image->end) image->end = end;
      if (info->dlpi_phdr[i].p_flags & PF_X) {
        if (begin < image->code_begin) image->code_begin = begin;
        if (end > image->code_end) image->code_end = end;
      }
    }
  read_symbols(image);
  nimages++;
  return 0;
}

void pc_read_images(void) {
  unsigned long long adds = 0;
  dl_iterate_phdr(note_image, &adds);
  added = adds;
}

int pc_is_user(const void *site) {
  const uintptr_t at = (uintptr_t)site;
  int i;
  for (i = 0; i < nimages; i++)
    if (at >= images[i].code_begin && at < images[i].code_end) return 1;
  return 0;
}

int pc_is_device_code(const void *pc) {
  const uintptr_t at = (uintptr_t)pc;
  int i;
  for (i = 0; i < nimages; i++)
    if (images[i].device && at >= images[i].code_begin && at < images[i].code_end) return 1;
  return 0;
}

const char *pc_image_of(const void *address, uint64_t *offset) {
  const uintptr_t at = (uintptr_t)address;
  int i;
  for (i = 0; i < nimages; i++)
    if (at >= images[i].begin && at < images[i].end) {
      *offset = at - images[i].base;
      return images[i].file;
    }
  return NULL;
}

/* The object of that name which the host has: the device's copy of a global variable is the same object. */
static uint32_t object_of(Image *image, Symbol *symbol) {
  int i;
  uint32_t object;
  if (image->device)
    for (i = 0; i < nimages; i++) {
      int j;
      if (images[i].device) continue;
      for (j = 0; j < images[i].nsymbols; j++) {
        Symbol *other = &images[i].symbols[j];
        if (other->bytes == symbol->bytes && strcmp(other->name, symbol->name) == 0) {
          if (other->object == (uint32_t)NONE) other->object = object_of(&images[i], other);
          return other->object;
        }
      }
    }
  object = pc_new_object(STATIC);
  pc_objects[object].name = (char *)(uintptr_t)symbol->name;
  pc_objects[object].address = symbol->begin - image->base;
  pc_objects[object].image = image->file;
  pc_objects[object].bytes = symbol->bytes;
  pc_objects[object].allocations = 1;
  return object;
}

int pc_find_static(uintptr_t at, Found *found) {
  int i;
  for (i = 0; i < nimages; i++) {
    Image *image = &images[i];
    int low = 0, high = image->nsymbols;
    Symbol *symbol;
    if (at < image->begin || at >= image->end) continue;
    while (low < high) {
      const int middle = low + (high - low) / 2;
      if (image->symbols[middle].begin <= at) low = middle + 1;
      else high = middle;
    }
    if (!low) return 0;
    symbol = &image->symbols[low - 1];
    if (at - symbol->begin >= symbol->bytes) return 0;
    if (symbol->object == (uint32_t)NONE) {
      pc_lock();
      if (symbol->object == (uint32_t)NONE) symbol->object = object_of(image, symbol);
      pc_unlock();
    }
    found->begin = symbol->begin;
    found->bytes = symbol->bytes;
    found->offset = 0;
    found->object = symbol->object;
    found->stack = 0;
    found->deep = 0;
    return 1;
  }
  return 0;
}
