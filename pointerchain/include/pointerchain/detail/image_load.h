/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Reads an image (image_format.h): replays the walk that wrote it. Not for users.
 *
 * The image may be anybody's. Nothing in it is an address or a place: the walk says where each record has to lie
 * and of what type it is, lengths are computed from records whose pointers are null, and each is compared with
 * what is left of the image before memory is asked for. So the lists of the walk are never longer than the
 * image. A pointer whose object has no place yet holds the address of another such pointer of that object. At
 * the end all lengths and conditions are computed again, from the structure that the caller gets. A length that
 * the image tells is taken from images that are trusted, or where it is that of a string, which then has to end
 * where its object does.
 */
#ifndef POINTERCHAIN_DETAIL_IMAGE_LOAD_H
#define POINTERCHAIN_DETAIL_IMAGE_LOAD_H

#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "image_format.h"
#include "image_lives.h"
#include "image_loader.h"
#include "image_memory.h"
#include "image_pack.h"
#include "image_records.h"
#include "image_settle.h"
#include "image_tokens.h"
#include "image_types.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An array of pointers. */
PC_UNUSED static int pc_load_rows(pc_loader *loader, const pc_load_frame *frame, char *at) {
  const pc_pointer *pointer = frame->rows;
  const pc_row_asks *asks = &frame->asks;
  const pc_image_type *type = &loader->types.list[frame->type];
  /* One object each, of which nothing has to be asked. Those that were met get their addresses at the end, in one
   * pass; until then a token is told from an address by its last bits. */
  const int plain = pc_is_plain_row(pointer, type) && pointer->kind == PC_SHARED && type->align >= 4;
  const char *bare = NULL;
  pc_load_pointer one;
  pc_load_frame child;
  size_t i;
  int status = PC_OK, later = 0;
  loader->within = loader->types.list[asks->type].type->name;
  if (pointer->count) {
    bare = pc_bare_copy(&loader->types, &loader->bare, asks->element, asks->bytes, asks->type);
    if (!bare) return pc_no_memory(loader->call);
    bare += asks->offset;
  }
  memset(&child, 0, sizeof child);
  child.rows = pointer->inner;
  child.asks = *asks;
  child.type = frame->type;
  child.depth = frame->depth - 1;
  one.pointer = pointer;
  one.name = pointer->name;
  one.owner = asks->element + asks->offset;
  one.bare = bare;
  one.string = asks->string && !child.depth;
  one.slot = NULL;
  for (i = frame->bytes / sizeof(void *); i-- && status == PC_OK;) {
    long long count;
    uintptr_t token;
    int told;
    one.cell = at + i * sizeof(void *);
    one.row = pointer->owner_stride ? (long long)i : -1;
    memcpy(&token, one.cell, sizeof token);
    if (token == PC_TOKEN_NULL) continue;
    if (plain && PC_TOKEN_SORT(token) == PC_TOKEN_MET) {
      status = pc_load_may_meet(loader, &one, PC_TOKEN_BITS(token), type->size, &child);
      later = 1;
      continue;
    }
    if (pointer->kind == PC_SKIPPED) return pc_load_fail(loader, pointer->name, "it is skipped, but not null");
    status = pc_load_count(loader, &one, &token, !child.rows && type->nkinds, &count, &told);
    if (status == PC_OK) status = pc_load_token(loader, &one, token, count, told, &child);
  }
  if (!later || status != PC_OK) return status;
  if (!pc_image_grow(&loader->rows, &loader->caprows, loader->nrows, sizeof *loader->rows))
    return pc_no_memory(loader->call);
  loader->rows[loader->nrows].cells = at;
  loader->rows[loader->nrows++].n = frame->bytes / sizeof(void *);
  return PC_OK;
}

/* Gives the rest of the tokens in arrays of pointers their addresses. */
PC_UNUSED static void pc_load_all_rows(pc_loader *loader) {
  size_t i, k;
  for (i = 0; i < loader->nrows; ++i)
    for (k = 0; k < loader->rows[i].n; ++k) {
      char *const cell = loader->rows[i].cells + k * sizeof(void *);
      uintptr_t token;
      memcpy(&token, cell, sizeof token);
      if (PC_TOKEN_SORT(token) == PC_TOKEN_MET)
        memcpy(cell, &loader->objects[PC_TOKEN_BITS(token)].at, sizeof(void *));
    }
}

/* Notes the condition of a pointer for the end. */
PC_UNUSED static int pc_load_condition(pc_loader *loader, const pc_image_slot *slot, const char *at, int alive) {
  pc_load_length *length = pc_load_note(loader, at + slot->owner, -1, alive);
  if (!length) return pc_no_memory(loader->call);
  length->when = slot->pointer->when;
  return PC_OK;
}

/* What the token of a container says: its number of elements, or what it owns. `bare`: the object, to be written to. */
PC_UNUSED static int pc_load_container(pc_loader *loader, const pc_load_pointer *one, char *bare, uintptr_t token,
                                       const pc_load_frame *to) {
  const pc_image_slot *slot = one->slot;
  long long count = PC_TOKEN_SORT(token) == PC_TOKEN_NEXT ? (long long)PC_TOKEN_BITS(token) : 1;
  if (token == PC_TOKEN_NULL) {
    if (slot->life->resize) return slot->life->resize(one->cell, 0) ? PC_OK : pc_load_unresized(loader, one->name);
    if (slot->life->own) return slot->life->own(one->cell, NULL) ? PC_OK : pc_no_memory(loader->call);
    return PC_OK;
  }
  if (!slot->target) return pc_load_fail(loader, one->name, "it is skipped, but not null");
  if (slot->life->own && !slot->life->array && count != 1)
    return pc_load_fail(loader, one->name, "it owns one object, and the image has another number");
  if (slot->life->array && count != pc_array_length(slot, bare))
    return pc_load_fail(loader, one->name, "its length is not the one that the image has");
  return pc_load_token(loader, one, token, count, 1, to);
}

/* The next object, one of which nothing has to be asked, as a rule: it has no number, and there is room for it. 0: there
 * is more to ask, and nothing was done. */
PC_UNUSED static int pc_load_plain(pc_loader *loader, const pc_image_slot *slot, char *cell) {
  pc_load_frame *frame;
  if (loader->numbered || loader->nstack >= loader->capstack || slot->plain > loader->end - loader->at) return 0;
  frame = &loader->stack[loader->nstack++];
  frame->cell = cell;
  frame->bytes = slot->plain;
  frame->rows = NULL;
  frame->slot = NULL;
  frame->type = slot->target;
  frame->depth = 0;
  frame->array = 0;
  return 1;
}

/* One object with pointers, the first `k`, whose bytes in the image are `from`. */
PC_UNUSED static int pc_load_pointers(pc_loader *loader, const pc_image_type *type, uint32_t number, char *at,
                                      const char *from, size_t bytes, size_t k) {
  char *copy = NULL;
  const char *bare = at;
  pc_load_pointer one;
  pc_load_frame child; /* of what kind the elements are; zeros for the rest would make a processor wait */
  int status = PC_OK;
  if (!type->plain) {
    bare = copy = pc_bare_copy(&loader->types, &loader->bare, from, bytes, number);
    if (!bare) return pc_no_memory(loader->call);
  }
  one.row = -1;
  while (k-- && status == PC_OK) {
    const pc_image_slot *slot = &type->slots[k];
    long long count;
    uintptr_t token;
    int told;
    if (slot->pointer->when) {
      status = pc_load_condition(loader, slot, at, loader->bare.alive[k]);
      if (status != PC_OK) return status;
      if (!loader->bare.alive[k]) continue;
    }
    memcpy(&token, from + slot->offset, sizeof token);
    if (token == PC_TOKEN_NULL && !slot->life) continue;
    one.pointer = slot->pointer;
    one.slot = slot->life ? slot : NULL;
    one.name = slot->pointer->name;
    one.cell = at + slot->offset;
    one.owner = at + slot->owner;
    one.bare = bare + slot->owner;
    one.string = slot->string && !slot->depth;
    if (!slot->target && !slot->life) return pc_load_fail(loader, one.name, "it is skipped, but not null");
    child.rows = slot->pointer->inner;
    child.type = slot->target;
    child.depth = slot->depth;
    if (slot->depth) {
      child.asks.element = at;
      child.asks.bytes = bytes;
      child.asks.offset = slot->owner;
      child.asks.type = number;
      child.asks.string = slot->string;
    }
    if (slot->life) {
      status = pc_load_container(loader, &one, copy, token, &child);
      continue;
    }
    status = pc_load_count(loader, &one, &token, !child.rows && slot->target && loader->types.list[slot->target].nkinds,
                           &count, &told);
    if (status == PC_OK) status = pc_load_token(loader, &one, token, count, told, &child);
  }
  return status;
}

/* Notes the members of objects with functions of the user for the end. */
PC_UNUSED static int pc_load_customs(pc_loader *loader, const pc_type *type, char *at, size_t n) {
  size_t e, k, i;
  for (e = 0; e < n; ++e)
    for (k = 0; k < type->ncustoms; ++k)
      for (i = 0; i < type->customs[k].repeat; ++i) {
        const pc_custom *custom = &type->customs[k];
        char *const object = at + e * type->size;
        pc_load_custom *one;
        if (!custom->after) continue;
        if (!pc_image_grow(&loader->customs, &loader->capcustoms, loader->ncustoms, sizeof *loader->customs) ||
            !pc_custom_copy(&loader->custom, custom, object + custom->offset + i * custom->stride))
          return pc_no_memory(loader->call);
        one = &loader->customs[loader->ncustoms++];
        one->custom = custom;
        one->owner = object + custom->owner + i * custom->owner_stride;
        one->member = object + custom->offset + i * custom->stride;
      }
  return PC_OK;
}

/* Lets functions of the user make members of what came. The room for the largest is there. */
PC_UNUSED static void pc_load_all_customs(pc_loader *loader) {
  size_t i;
  for (i = 0; i < loader->ncustoms; ++i) {
    const pc_load_custom *one = &loader->customs[i];
    one->custom->after(one->owner, pc_custom_copy(&loader->custom, one->custom, one->member));
  }
}

PC_UNUSED static const uint32_t *pc_load_keeper(const void *loader, size_t number) {
  return &((const pc_loader *)loader)->objects[number].keeper;
}

/* One object of a simple type, without a number, in the block, at offset `at` of the image, where there is room for it: what
 * is seldom is left to pc_load_pointers. */
PC_UNUSED static int pc_load_simple(pc_loader *loader, const pc_image_type *type, uint32_t number, void *cell, size_t at) {
  char *const to = loader->block + (at - loader->start);
  size_t k;
  loader->at = at + type->size;
  ++loader->loaded;
  memcpy(cell, &to, sizeof to);
  for (k = type->nslots; k--;) {
    const pc_image_slot *slot = &type->slots[k];
    uintptr_t token;
    memcpy(&token, to + slot->offset, sizeof token);
    if (token == PC_TOKEN_NULL || (token == PC_TOKEN_NEXT && pc_load_plain(loader, slot, to + slot->offset))) continue;
    loader->within = type->type->name;
    return pc_load_pointers(loader, type, number, to, to, type->size, k + 1);
  }
  return PC_OK;
}

/* One object from the stack, or an array of them. */
PC_UNUSED static int pc_load_next(pc_loader *loader) {
  /* Until something is found it stays where it is. */
  const pc_load_frame *const top = &loader->stack[--loader->nstack];
  const uint32_t number = top->type;
  const pc_image_type *type = &loader->types.list[number];
  const size_t size = type->size, bytes = top->bytes;
  const size_t record = pc_image_align(loader->at, type->record);
  size_t i;
  int status;
  const char *from;
  char *at;
  if (type->simple && !loader->numbered && loader->block && !top->rows && !top->slot && bytes == size &&
      record >= loader->at && record <= loader->end && bytes <= loader->end - record)
    return pc_load_simple(loader, type, number, top->cell, record);
  at = pc_load_record(loader, top, pc_record_align(&loader->types, number, top->rows != NULL), &from, &status);
  if (!at) return status;
  if (top->rows) {
    const pc_load_frame frame = *top;
    return pc_load_rows(loader, &frame, at);
  }
  if (type->type->ncustoms) {
    status = pc_load_customs(loader, type->type, at, bytes / size);
    if (status != PC_OK) return status;
  }
  if (!type->nslots) return PC_OK;
  loader->within = type->type->name;
  for (i = bytes == size ? 1 : bytes / size; i-- && status == PC_OK;)
    status = pc_load_pointers(loader, type, number, at + i * size, from + i * size, size, type->nslots);
  return status;
}

/* Replays the walk. `words` are those of the roots, `results` become their addresses. */
PC_UNUSED static int pc_load_walk(pc_loader *loader, const pc_image_header *header, const uint64_t *words,
                                  const uint32_t *types, void **results) {
  const size_t nroots = (size_t)header->roots;
  pc_load_frame child;
  pc_load_pointer one;
  size_t i, to;
  int status = PC_OK;
  loader->numbered = (header->flags & PC_IMAGE_NUMBERED) != 0;
  if (loader->types.numbered && !loader->numbered)
    return pc_fail(loader->call, PC_ERROR_IMAGE, "its objects have no numbers, but several pointers may lead to one");
  memset(&child, 0, sizeof child);
  memset(&one, 0, sizeof one);
  one.name = "a root";
  for (i = 0; i < nroots && status == PC_OK; ++i) {
    results[i] = NULL;
    if (words[2 * i] == PC_TOKEN_NULL && words[2 * i + 1] == 0) continue;
    child.type = types[i];
    if (words[2 * i] > UINTPTR_MAX || words[2 * i + 1] > LLONG_MAX)
      return pc_load_fail(loader, one.name, "its token is too large");
    one.cell = &results[i];
    /* It has to be what pc_free can be given: the first record. */
    if (!loader->nstack && PC_TOKEN_SORT(words[2 * i]) != PC_TOKEN_NEXT)
      return pc_load_fail(loader, one.name, "it is the first, but leads to an object that was not met");
    status = pc_load_token(loader, &one, (uintptr_t)words[2 * i], (long long)words[2 * i + 1], 0, &child);
  }
  to = loader->nstack;
  for (i = 0; i + 1 < to; ++i) { /* the first object comes first off the stack */
    const pc_load_frame frame = loader->stack[i];
    loader->stack[i] = loader->stack[--to];
    loader->stack[to] = frame;
  }
  while (loader->nstack && status == PC_OK) status = pc_load_next(loader);
  if (status == PC_OK) pc_load_all_rows(loader);
  if (status == PC_OK && (pc_image_align(loader->at, sizeof(uint64_t)) != loader->end ||
                          loader->loaded != header->objects || loader->nelsewhere != header->elsewhere))
    status = pc_fail(loader->call, PC_ERROR_IMAGE,
                     "the objects end at byte %zu and not at byte %zu, or are not as many as the image says",
                     loader->at, loader->end);
  for (i = 0; i < loader->nelsewhere && status == PC_OK; ++i) {
    uint64_t pair[2];
    memcpy(pair, loader->image + loader->end + i * sizeof pair, sizeof pair);
    status = pc_load_settle(loader, pair);
  }
  if (status == PC_OK) status = pc_load_check(loader);
  if (status != PC_OK) return status;
  /* Nothing fails from here on. */
  pc_lives_settle(&loader->lives, pc_load_keeper, loader);
  pc_load_all_customs(loader);
  return PC_OK;
}

/* Says once that an image was read of which not all could be compared. */
PC_UNUSED PC_COLD static void pc_say_former(const pc_call *call) {
  static int said;
  if (said++) return;
  fprintf(stderr, "%s:%d: warning: an image of version %d of the format does not say what its members are: only the sizes of types, and their pointers, were compared\n",
          call->file, call->line, (int)PC_IMAGE_WITHOUT_MEMBERS);
}

/* Whether a header is one, and of an image of these types. Its checksum is not looked at. */
PC_UNUSED static int pc_check_header(pc_call *call, const pc_image_header *header, pc_type_hash hash,
                                     size_t nroots) {
  const int former = header->version == PC_IMAGE_WITHOUT_MEMBERS;
  if (memcmp(header->magic, PC_IMAGE_MAGIC, sizeof header->magic))
    return pc_fail(call, PC_ERROR_IMAGE, "it is no image: it begins with other bytes");
  if (header->order != PC_IMAGE_ORDER)
    return pc_fail(call, header->order == UINT32_C(0x04030201) ? PC_ERROR_FOREIGN : PC_ERROR_IMAGE,
                   "the image has another byte order than this machine");
  if (header->version != PC_IMAGE_VERSION && !former)
    return pc_fail(call, PC_ERROR_FOREIGN, "the image has version %u of the format, this program reads version %u",
                   (unsigned)header->version, (unsigned)PC_IMAGE_VERSION);
  if (header->pointer_bytes != sizeof(void *))
    return pc_fail(call, PC_ERROR_FOREIGN, "the image has pointers of %u bytes, this program of %u",
                   (unsigned)header->pointer_bytes, (unsigned)sizeof(void *));
  if (header->sum != pc_header_sum(header))
    return pc_fail(call, PC_ERROR_IMAGE, "the header of the image is damaged");
  if (header->hash != (former ? hash.former : hash.now))
    return pc_fail(call, PC_ERROR_FOREIGN, "the image has other types than those that are to be read: of another size, with other pointers, or other members");
  if (header->roots != nroots)
    return pc_fail(call, PC_ERROR_FOREIGN, "the image has %llu sections, %zu are to be read",
                   (unsigned long long)header->roots, nroots);
  if (header->flags & ~(uint32_t)(PC_IMAGE_NUMBERED | PC_IMAGE_FRAMED))
    return pc_fail(call, PC_ERROR_FOREIGN, "the image has flags that this program does not know");
  if (former) pc_say_former(call);
  return PC_OK;
}

/* Makes the block, with the records in it, and adds them to a checksum, if that is not null, while the processor has them at
 * hand. The word before the first holds its address. */
PC_UNUSED static int pc_load_block(pc_loader *loader, pc_checksum *sum, void **memory) {
  const size_t align = loader->types.align, bytes = loader->end - loader->start;
  size_t done, n;
  uintptr_t at;
  *memory = NULL;
  if (bytes > PTRDIFF_MAX - align - sizeof(void *)) return pc_no_memory(loader->call);
  *memory = malloc(bytes + align + sizeof(void *));
  if (!*memory) return pc_no_memory(loader->call);
  at = ((uintptr_t)*memory + sizeof(void *) + align - 1) & ~(uintptr_t)(align - 1);
  loader->block = (char *)at;
  memcpy(loader->block - sizeof(void *), memory, sizeof(void *));
  for (done = 0; done < bytes; done += n) {
    const char *const from = loader->image + loader->start + done;
    n = bytes - done < PC_READY_BYTES ? bytes - done : (size_t)PC_READY_BYTES;
    if (bytes >= PC_LARGE_BYTES) pc_ready_memory(loader->block + done, n);
    if (sum) pc_add_checksum(sum, from, n);
    memcpy(loader->block + done, from, n);
  }
  return PC_OK;
}

#ifdef __cplusplus
}
#endif

#endif
