/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Writes an image (image_format.h): the walk from the roots. Not for users.
 *
 * Depth first, from a stack of its own. Where all pointers are owned, objects have no numbers and are only
 * marked; the walk that meets a marked byte begins again with numbers. With numbers, what leads to the
 * beginning of a known object of its type becomes that number. Observers, and what leads into an object, are
 * settled when all objects are known (image_elsewhere.h); what overlaps objects otherwise is refused.
 */
#ifndef POINTERCHAIN_DETAIL_IMAGE_PACK_H
#define POINTERCHAIN_DETAIL_IMAGE_PACK_H

#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "image_format.h"
#include "image_limits.h"
#include "image_marks.h"
#include "image_out.h"
#include "image_sharing.h"
#include "image_types.h"
#include "image_wholes.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An object that was found and is not yet written. */
typedef struct pc_pack_frame {
  const char *base;
  size_t bytes;
  const pc_pointer *rows; /* its elements are such pointers; else null */
  pc_row_asks asks;       /* whom they ask */
  uint32_t type, depth;   /* at the end of them; how many there are */
  uint32_t holder;        /* of a container's elements: that of its slot; else 0 */
} pc_pack_frame;

/* A pointer that does not lead to the beginning of an object that is written with it or was before. */
typedef struct pc_elsewhere {
  uintptr_t value;
  size_t bytes; /* that it leads to; 0 for an observer without a length */
  const pc_pointer *pointer; /* null: a root */
  const char *holder;        /* the element that has it; null in an array of pointers */
  const char *within;
  uint32_t type, depth, holder_type;
  int string;
} pc_elsewhere;

typedef struct pc_custom_room {
  char *memory;
  size_t bytes;
} pc_custom_room;

typedef struct pc_packer {
  pc_call *call;
  pc_image_types types;
  pc_out *out;
  pc_marks marks;
  pc_pack_frame *stack;
  pc_packed_list packed; /* with numbers */
  pc_row_notes rows;
  pc_elsewhere *elsewhere;
  pc_bare bare;
  size_t nstack, capstack, nelsewhere, capelsewhere;
  uintptr_t readable, readable_end; /* memory of the program */
  int fresh;                        /* and the kernel was asked in this call */
  uint64_t objects;
  int numbered;
  int again; /* a whole was noted: this walk goes on to find others, and then begins again */
  const char *within; /* the type of the object being written; of a section its text, or null */
  pc_custom_room custom;
} pc_packer;

/* Room for a copy of a member with functions of the user, aligned as its type. */
PC_UNUSED static char *pc_custom_copy(pc_custom_room *room, const pc_custom *custom, const char *from) {
  const size_t align = custom->align ? custom->align : 1;
  char *at;
  if (room->bytes < custom->bytes + align) {
    char *const memory = (char *)realloc(room->memory, custom->bytes + align);
    if (!memory) return NULL;
    room->memory = memory;
    room->bytes = custom->bytes + align;
  }
  at = (char *)(((uintptr_t)room->memory + align - 1) & ~(uintptr_t)(align - 1));
  memcpy(at, from, custom->bytes);
  return at;
}

/* No status: the walk has to begin again. */
enum { PC_PACK_AGAIN = -1 };

PC_COLD static int pc_pack_fail(pc_packer *packer, const pc_pointer *pointer, int status,
                                const char *problem) {
  if (!pointer && packer->within) return pc_fail(packer->call, status, "section '%s': %s", packer->within, problem);
  if (!pointer) return pc_fail(packer->call, status, "a section: %s", problem);
  return pc_fail(packer->call, status, "'%s' of '%s': %s", pointer->name, packer->within, problem);
}

/* No room: there is no memory, or the user's buffer ends. */
PC_COLD static int pc_pack_full(pc_packer *packer) {
  if (!packer->out->full) return pc_no_memory(packer->call);
  return pc_fail(packer->call, PC_ERROR_IMAGE, "the image needs more than the %zu bytes that are there",
                 packer->out->limit ? packer->out->limit : packer->out->capacity);
}

/* The number of the object of a type that begins at an address and has at least so many bytes, or -1. */
PC_UNUSED static int64_t pc_find_packed(pc_packer *packer, const pc_pack_frame *frame) {
  const uintptr_t value = (uintptr_t)frame->base;
  uint32_t found = pc_first_packed(&packer->packed, &packer->marks, value, packer->types.list[frame->type].type);
  while (found) {
    const pc_packed *packed = &packer->packed.list[found - 1];
    if (packed->base == value && packed->type == frame->type && packed->depth == frame->depth &&
        packed->bytes >= frame->bytes)
      return (int64_t)found - 1;
    found = packed->next;
  }
  return -1;
}

/* Whether memory is of the pages that were asked about last, which the program has. */
PC_UNUSED static int pc_pack_is_near(const pc_packer *packer, uintptr_t from, size_t bytes) {
  return from - packer->readable < packer->readable_end - packer->readable && bytes <= packer->readable_end - from;
}

/* Whether the program has that memory. Negative: no memory to learn that. */
PC_UNUSED static int pc_pack_readable(pc_packer *packer, uintptr_t from, size_t bytes) {
  const pc_state *state = PC_STATE;
  size_t i;
  int rights;
  if (pc_pack_is_near(packer, from, bytes)) return 1;
  rights = pc_rights(from, from + bytes, &packer->fresh);
  if (rights <= 0) return rights;
  if (state->pages_unknown) return 1;
  i = pc_find_pages(from);
  if (i < state->npages && state->pages[i].begin <= from) {
    packer->readable = state->pages[i].begin;
    packer->readable_end = state->pages[i].end;
  }
  return 1;
}

/* Notes a pointer that is settled at the end. `frame` says what it leads to, where its bytes are not 0. */
PC_UNUSED static int pc_pack_elsewhere(pc_packer *packer, const pc_pointer *pointer, const pc_pack_frame *frame,
                                       uintptr_t *token) {
  pc_elsewhere *one;
  if (!pc_image_grow(&packer->elsewhere, &packer->capelsewhere, packer->nelsewhere, sizeof *packer->elsewhere))
    return pc_no_memory(packer->call);
  one = &packer->elsewhere[packer->nelsewhere++];
  one->value = (uintptr_t)frame->base;
  one->bytes = frame->bytes;
  one->pointer = pointer;
  one->holder = frame->asks.element;
  one->within = packer->within;
  one->holder_type = frame->asks.type;
  one->string = frame->asks.string && !frame->depth;
  one->type = frame->type;
  one->depth = frame->depth;
  *token = PC_TOKEN_ELSEWHERE;
  return PC_OK;
}

#define PC_OTHER_ROWS \
  "it leads to an array of pointers that another leads to, and these have lengths or other policies; an image cannot hold that"

/* What a pointer becomes that leads to memory of which some is written already. */
PC_UNUSED static int pc_pack_met(pc_packer *packer, const pc_pointer *pointer, const pc_pack_frame *frame,
                                 uintptr_t *token) {
  const int owned = pointer && pointer->kind == PC_OWNED;
  int64_t number;
  if (!packer->numbered) {
    packer->numbered = 1;
    return PC_PACK_AGAIN;
  }
  number = pc_find_packed(packer, frame);
  if ((owned || frame->holder) && (number < 0 || (frame->holder && !packer->packed.list[number].held))) {
    const int noted = pc_note_whole(&packer->out->wholes, (uintptr_t)frame->base, (uintptr_t)frame->base + frame->bytes, 1);
    if (noted < 0) return pc_no_memory(packer->call);
    packer->again |= noted;
    if (noted) return PC_OK;
  }
  if (frame->holder && (number < 0 || packer->packed.list[number].held != frame->holder || frame->holder == PC_HELD_BY_ONE))
    return pc_pack_fail(packer, pointer, PC_ERROR_UNSUPPORTED,
                        "it owns what another pointer leads to, too, which the walk has come to before: a policy may "
                        "say that a pointer is an observer, and smart pointers that share it have to be of one type");
  if (owned && !frame->holder && (number < 0 || packer->packed.list[number].held))
    return pc_pack_fail(packer, pointer, PC_ERROR_UNSUPPORTED,
                        "it is owned, but leads to what other pointers lead to, too: a policy has to say that they "
                        "are shared");
  if (number >= 0 && frame->depth && !pc_rows_agree(frame->rows, pc_noted_rows(&packer->rows, (size_t)number)))
    return pc_pack_fail(packer, pointer, PC_ERROR_UNSUPPORTED, PC_OTHER_ROWS);
  if (number < 0) return pc_pack_elsewhere(packer, pointer, frame, token);
  if (owned) packer->packed.list[number].held = PC_HELD_BY_ONE;
  *token = PC_TOKEN_OF(number);
  return PC_OK;
}

/* A new object. `linked`: pointers may lead to it by its address. */
PC_UNUSED static int pc_pack_new(pc_packer *packer, const pc_pointer *pointer, const pc_pack_frame *frame, size_t told,
                                 int linked, uintptr_t *token) {
  pc_pack_frame *pushed;
  if (packer->numbered) {
    pc_packed *packed;
    if (packer->packed.n >= (UINTPTR_MAX >> 2 < UINT32_MAX - 1 ? UINTPTR_MAX >> 2 : UINT32_MAX - 1))
      return pc_fail(packer->call, PC_ERROR_HOST_FULL, "more than %zu objects that may be shared",
                     packer->packed.n);
    if (!pc_image_grow(&packer->packed.list, &packer->packed.capacity, packer->packed.n, sizeof *packed))
      return pc_no_memory(packer->call);
    packed = &packer->packed.list[packer->packed.n++];
    packed->base = linked ? (uintptr_t)frame->base : 0;
    packed->bytes = frame->bytes;
    packed->type = frame->type;
    packed->depth = frame->depth;
    packed->next = 0;
    packed->held = frame->holder;
    if (pointer && pointer->kind == PC_OWNED) packed->held = PC_HELD_BY_ONE;
    if (linked && !pc_note_packed(&packer->packed, &packer->marks, packer->types.list[frame->type].type))
      return pc_no_memory(packer->call);
    if (frame->rows && !pc_note_rows(&packer->rows, packer->packed.n - 1, frame->rows)) return pc_no_memory(packer->call);
  }
  if (!pc_image_grow(&packer->stack, &packer->capstack, packer->nstack, sizeof *packer->stack))
    return pc_no_memory(packer->call);
  /* Each for itself: what is stored and soon loaded in pieces of another size makes a processor wait. */
  pushed = &packer->stack[packer->nstack++];
  pushed->base = frame->base;
  pushed->bytes = frame->bytes;
  pushed->rows = frame->rows;
  if (frame->rows) pushed->asks = frame->asks;
  pushed->type = frame->type;
  pushed->depth = frame->depth;
  ++packer->objects;
  *token = (uintptr_t)told << 2 | PC_TOKEN_NEXT;
  return PC_OK;
}

/* What a pointer that is followed becomes. `frame` says what it leads to, `told` what only the image can tell: how
 * many elements, or 1 + the number of the class of one object; else it is 0. `kinds`: it is the latter. */
PC_UNUSED static int pc_pack_object(pc_packer *packer, const pc_pointer *pointer, const pc_pack_frame *frame,
                                    size_t told, int kinds, uintptr_t *token) {
  const uintptr_t value = (uintptr_t)frame->base;
  int claimed, readable;
  if (packer->numbered && !frame->depth && pointer && pointer->kind == PC_SHARED && !frame->holder) { /* soon known, in a graph */
    const int64_t number = pc_find_packed(packer, frame);
    if (number >= 0) {
      *token = PC_TOKEN_OF(number);
      return PC_OK;
    }
  }
  __builtin_prefetch(frame->base);
  if (frame->bytes > UINTPTR_MAX - value)
    return pc_pack_fail(packer, pointer, PC_ERROR_LENGTH, "its length wraps around the address space");
  readable = pc_pack_readable(packer, value, frame->bytes);
  if (readable < 0) return pc_no_memory(packer->call);
  if (!readable)
    return pc_pack_fail(packer, pointer, PC_ERROR_RANGE,
                        "it leads, with its length, outside the program's memory");
  if (told > UINTPTR_MAX >> 2) return pc_pack_fail(packer, pointer, PC_ERROR_LENGTH, "its length is too large");
  /* The first section has to be what pc_free can be given. */
  if (packer->out->wholes.sorted && (pointer ? pointer->kind != PC_OWNED : packer->nstack != 0) && !frame->holder &&
      pc_waits_for_whole(&packer->out->wholes, value, value + frame->bytes)) {
    const int status = pc_pack_elsewhere(packer, pointer, frame, token);
    if (kinds) *token |= (uintptr_t)told << 2;
    return status;
  }
  claimed = pc_claim_bytes(&packer->marks, value, frame->bytes);
  if (claimed < 0) return pc_no_memory(packer->call);
  if (!claimed) {
    const int status = pc_pack_met(packer, pointer, frame, token);
    if (kinds && *token == PC_TOKEN_ELSEWHERE) *token |= (uintptr_t)told << 2;
    return status;
  }
  return pc_pack_new(packer, pointer, frame, told, 1, token);
}

/* The one object that a pointer leads to of which nothing has to be asked, as a rule: it has no number, lies in pages that are
 * known, and was not met. 0: there is more to ask, and nothing was done. */
PC_UNUSED static int pc_pack_plain(pc_packer *packer, const pc_image_slot *slot, const char *base) {
  const uintptr_t value = (uintptr_t)base;
  pc_pack_frame *pushed;
  if (packer->numbered || packer->out->wholes.sorted || packer->nstack >= packer->capstack ||
      !pc_pack_is_near(packer, value, slot->plain) || pc_claim_bytes(&packer->marks, value, slot->plain) <= 0)
    return 0;
  __builtin_prefetch(base);
  pushed = &packer->stack[packer->nstack++];
  pushed->base = base;
  pushed->bytes = slot->plain;
  pushed->rows = NULL;
  pushed->type = slot->target;
  pushed->depth = 0;
  ++packer->objects;
  return 1;
}

/* The bytes of an object of a type with a flexible array member, where its length is `n`; SIZE_MAX where there is
 * no such. */
PC_UNUSED static size_t pc_bytes_of_tail(const pc_type *type, long long n) {
  const size_t each = type->tail_size;
  size_t bytes;
  if (n < 0 || type->tail_offset > PTRDIFF_MAX ||
      (each && (unsigned long long)n > (PTRDIFF_MAX - type->tail_offset) / each))
    return SIZE_MAX;
  bytes = type->tail_offset + (size_t)n * each;
  return bytes > type->size ? bytes : type->size;
}

/* The bytes of `count` elements, or a failure. */
PC_UNUSED static int pc_pack_measure(pc_packer *packer, const pc_pointer *pointer, long long count,
                                     pc_pack_frame *frame) {
  const pc_image_type *type = &packer->types.list[frame->type];
  const size_t size = frame->rows ? sizeof(void *) : type->size;
  char problem[160];
  if (count == PC_LENGTH_UNREADABLE && pc_pages_failed()) return pc_no_memory(packer->call);
  if (count == PC_LENGTH_UNREADABLE)
    return pc_pack_fail(packer, pointer, PC_ERROR_LENGTH, "its length is read by way of a null pointer");
  if (count == PC_LENGTH_UNDEFINED) return pc_pack_fail(packer, pointer, PC_ERROR_LENGTH, PC_NO_LENGTH);
  if (count < 0 || (size && (unsigned long long)count > PTRDIFF_MAX / size)) {
    snprintf(problem, sizeof problem, "its length is %s (%lld)", count < 0 ? "negative" : "too large", count);
    return pc_pack_fail(packer, pointer, PC_ERROR_LENGTH, problem);
  }
  frame->bytes = (size_t)count * size;
  if (!frame->bytes || frame->rows || !type->type->tail) return PC_OK;
  if (count > 1)
    return pc_pack_fail(packer, pointer, PC_ERROR_LENGTH,
                        "it leads to several objects with a flexible array member");
  frame->bytes = pc_bytes_of_tail(type->type, type->type->tail(frame->base));
  if (frame->bytes == SIZE_MAX)
    return pc_pack_fail(packer, pointer, PC_ERROR_LENGTH,
                        "it leads to an object whose flexible array member has no length that can be");
  return PC_OK;
}

/* Refuses a length that is another, but readable, where no pointer of its object leads anywhere. */
PC_UNUSED static int pc_pack_same(pc_packer *packer, const char *name, long long count, long long bare) {
  if (count == bare || count == PC_LENGTH_UNREADABLE) return PC_OK;
  return pc_fail(packer->call, PC_ERROR_UNSUPPORTED,
                 "'%s' of '%s': its length depends on whether a pointer is null, or reads a member with functions of its own; "
                 "an image cannot hold that yet",
                 name, packer->within);
}

/* The bytes that an observer leads to, where its own object knows them. */
PC_UNUSED static int pc_pack_observer(pc_packer *packer, const pc_pointer *pointer, pc_pack_frame *frame,
                                      const void *bare, uintptr_t *token) {
  const long long count = pointer->count ? pointer->count(bare) : 0;
  const size_t size = frame->depth ? sizeof(void *) : packer->types.list[frame->type].size;
  frame->bytes = 0;
  if (count == PC_LENGTH_UNDEFINED) return pc_pack_fail(packer, pointer, PC_ERROR_LENGTH, PC_NO_LENGTH);
  if (count > 0 && size && (unsigned long long)count > PTRDIFF_MAX / size)
    return pc_pack_fail(packer, pointer, PC_ERROR_LENGTH, "its length is too large");
  if (count > 0) frame->bytes = (size_t)count * size;
  return pc_pack_elsewhere(packer, pointer, frame, token);
}

/* Finds of which class the one object is to which a pointer leads, where others derive from its type. `*kind`: 1 +
 * its number, or 0 where no other can be. */
PC_UNUSED static int pc_pack_kind(pc_packer *packer, const pc_pointer *pointer, long long count,
                                  pc_pack_frame *frame, size_t *kind) {
  const pc_image_type *type = &packer->types.list[frame->type];
  const uintptr_t value = (uintptr_t)frame->base;
  int readable, found;
  *kind = 0;
  if (frame->rows || !type->nkinds || count <= 0) return PC_OK;
  if (count > 1)
    return pc_pack_fail(packer, pointer, PC_ERROR_UNSUPPORTED,
                        "it leads to several objects of a class from which others derive");
  readable = type->size <= UINTPTR_MAX - value ? pc_pack_readable(packer, value, type->size) : 0;
  if (readable < 0) return pc_no_memory(packer->call);
  if (!readable)
    return pc_pack_fail(packer, pointer, PC_ERROR_RANGE, "it leads, with its length, outside the program's memory");
  found = type->type->kind(frame->base);
  if (found < 0 || (size_t)found >= type->nkinds)
    return pc_pack_fail(packer, pointer, PC_ERROR_TYPE, "it leads to an object whose class is not known");
  frame->type = type->kinds[found];
  *kind = (size_t)found + 1;
  return PC_OK;
}

/* What a pointer becomes whose length, where it has one, the objects at `owner` and `bare` know. `frame` says where it leads,
 * and is completed. */
PC_UNUSED static int pc_pack_pointer(pc_packer *packer, const pc_pointer *pointer, pc_pack_frame *frame,
                                     const void *owner, const void *bare, uintptr_t *token) {
  long long count = 1;
  size_t told = 0, kind = 0;
  int status = PC_OK, through = 0; /* its length is read through a pointer */
  *token = PC_TOKEN_NULL;
  if (!frame->base || pointer->kind == PC_SKIPPED) return PC_OK;
  if (pointer->kind == PC_OBSERVER) return pc_pack_observer(packer, pointer, frame, bare, token);
  if (pointer->count) {
    const long long from_bare = pointer->count(bare);
    count = pointer->count(owner);
    through = from_bare == PC_LENGTH_UNREADABLE;
    if (!through) status = pc_pack_same(packer, pointer->name, count, from_bare);
    if (count > 0) told = (size_t)count;
  }
  if (status == PC_OK) status = pc_pack_kind(packer, pointer, count, frame, &kind);
  if (status == PC_OK && kind && told && through)
    return pc_pack_fail(packer, pointer, PC_ERROR_UNSUPPORTED,
                        "it leads to an object of a class from which others derive, by a length that is read through "
                        "a pointer");
  if (status == PC_OK) status = pc_pack_measure(packer, pointer, count, frame);
  if (status != PC_OK || !frame->bytes) return status; /* what leads to nothing becomes null */
  return pc_pack_object(packer, pointer, frame, kind ? kind : told, kind != 0, token);
}

/* An array of pointers to one object each, of which nothing has to be asked. */
PC_UNUSED static int pc_pack_plain_row(pc_packer *packer, const pc_pack_frame *frame, char *to) {
  const pc_pointer *const pointer = frame->rows;
  pc_pack_frame child = *frame;
  size_t i;
  int status = PC_OK;
  child.bytes = packer->types.list[frame->type].size;
  child.rows = NULL;
  child.depth = 0;
  child.holder = 0;
  for (i = frame->bytes / sizeof(void *); i-- && status == PC_OK;) {
    uintptr_t token = PC_TOKEN_NULL;
    memcpy(&child.base, frame->base + i * sizeof child.base, sizeof child.base);
    if (child.base) status = pc_pack_object(packer, pointer, &child, 0, 0, &token);
    if (token == PC_TOKEN_ELSEWHERE && status == PC_OK)
      packer->elsewhere[packer->nelsewhere - 1].holder = NULL; /* is the array */
    memcpy(to + i * sizeof token, &token, sizeof token);
  }
  return status;
}

/* Whether the pointers of an array are such. */
PC_UNUSED static int pc_is_plain_row(const pc_pointer *pointer, const pc_image_type *type) {
  return !pointer->inner && !pointer->count && !type->nkinds && !type->type->tail && type->size &&
         (pointer->kind == PC_OWNED || pointer->kind == PC_SHARED);
}

/* An array of pointers. */
PC_UNUSED static int pc_pack_row_tokens(pc_packer *packer, const pc_pack_frame *frame) {
  const pc_pointer *pointer = frame->rows;
  const pc_row_asks *asks = &frame->asks;
  const char *bare = NULL;
  char *to;
  size_t i;
  int status = PC_OK;
  if (!pc_out_align(packer->out, pc_record_align(&packer->types, frame->type, 1))) return pc_pack_full(packer);
  to = pc_out_room(packer->out, frame->bytes);
  if (!to) return pc_pack_full(packer);
  packer->within = packer->types.list[asks->type].type->name;
  if (pc_is_plain_row(pointer, &packer->types.list[frame->type])) return pc_pack_plain_row(packer, frame, to);
  if (pointer->count) {
    bare = pc_bare_copy(&packer->types, &packer->bare, asks->element, asks->bytes, asks->type);
    if (!bare) return pc_no_memory(packer->call);
    bare += asks->offset;
  }
  for (i = frame->bytes / sizeof(void *); i-- && status == PC_OK;) {
    const void *const owner = asks->element + asks->offset;
    const pc_row_owner row = {owner, (long long)i}, bare_row = {bare, (long long)i};
    const int by_row = pointer->owner_stride != 0;
    pc_pack_frame child;
    uintptr_t token = PC_TOKEN_NULL;
    memcpy(&child.base, frame->base + i * sizeof child.base, sizeof child.base);
    child.bytes = 0;
    child.holder = 0;
    child.rows = pointer->inner;
    child.asks = *asks;
    child.type = frame->type;
    child.depth = frame->depth - 1;
    status = pc_pack_pointer(packer, pointer, &child, by_row ? (const void *)&row : owner,
                             by_row ? (const void *)&bare_row : (const void *)bare, &token);
    if (PC_TOKEN_SORT(token) == PC_TOKEN_ELSEWHERE && status == PC_OK)
      packer->elsewhere[packer->nelsewhere - 1].holder = NULL; /* is the array */
    memcpy(to + i * sizeof token, &token, sizeof token);
  }
  return status;
}

/* The elements of a container of the object at `from`, or what it owns. `bare` is a copy without pointers, `child`
 * says of what type those are. */
PC_UNUSED static int pc_pack_container(pc_packer *packer, const pc_image_slot *slot, const char *from, char *bare,
                                       pc_pack_frame *child, uintptr_t *token) {
  const pc_pointer *pointer = slot->pointer;
  const char *owner = from + slot->owner, *at = from + slot->offset;
  const long long count = pointer->count ? pointer->count(owner) : 1;
  int status;
  if (!pointer->data) return PC_OK; /* skipped, and made empty */
  if (count == PC_LENGTH_UNKNOWN)
    return pc_pack_fail(packer, pointer, PC_ERROR_UNSUPPORTED,
                        "it does not keep its elements where one of its words points");
  status = pc_pack_measure(packer, pointer, count, child);
  if (status != PC_OK || !child->bytes) return status;
  child->base = (const char *)pointer->data(owner);
  if (!child->base) return pc_pack_fail(packer, pointer, PC_ERROR_LENGTH, "it has elements, but says that they lie nowhere");
  if (slot->life->array && count != pc_array_length(slot, bare))
    return pc_pack_fail(packer, pointer, PC_ERROR_UNSUPPORTED,
                        "its length is read through a pointer; an image cannot hold that of what a container owns");
  child->holder = slot->holder;
  if (count > (long long)(UINTPTR_MAX >> 2))
    return pc_pack_fail(packer, pointer, PC_ERROR_LENGTH, "its length is too large");
  if (slot->life->own || slot->life->share || child->base < at || (size_t)(child->base - at) >= slot->width)
    return pc_pack_object(packer, pointer, child, (size_t)count, 0, token);
  if (child->bytes > slot->width - (size_t)(child->base - at) || packer->types.list[child->type].nslots)
    return pc_pack_fail(packer, pointer, PC_ERROR_UNSUPPORTED,
                        "it keeps elements that do not fit into it, or that have pointers, in itself");
  return pc_pack_new(packer, pointer, child, (size_t)count, 0, token); /* its bytes are marked with the object's */
}

/* Lets functions of the user make of an object's members what travels. */
PC_UNUSED static int pc_pack_customs(pc_packer *packer, const pc_type *type, const char *from, char *to) {
  size_t k, i;
  for (k = 0; k < type->ncustoms; ++k)
    for (i = 0; i < type->customs[k].repeat; ++i) {
      const pc_custom *custom = &type->customs[k];
      const size_t at = custom->offset + i * custom->stride;
      char *copy = pc_custom_copy(&packer->custom, custom, from + at);
      if (!copy) return pc_no_memory(packer->call);
      if (custom->before) custom->before(copy, from + custom->owner + i * custom->owner_stride);
      memcpy(to + at, copy, custom->bytes);
    }
  return PC_OK;
}

/* One object with pointers: writes the tokens of the first `k`. */
PC_UNUSED static int pc_pack_tokens(pc_packer *packer, const pc_image_type *type, uint32_t number,
                                    const char *from, size_t bytes, char *to, size_t k) {
  const int asked = !type->plain || type->type->tail;
  char *copy = NULL;
  const char *bare = from;
  int status = PC_OK;
  if (type->type->ncustoms) {
    status = pc_pack_customs(packer, type->type, from, to);
    if (status != PC_OK) return status;
  }
  if (asked) {
    /* As it will be read: with what travels of members with functions. */
    bare = copy = pc_bare_copy(&packer->types, &packer->bare, type->type->ncustoms ? to : from, bytes, number);
    if (!bare) return pc_no_memory(packer->call);
  }
  if (type->type->tail)
    status = pc_pack_same(packer, "flexible array member", type->type->tail(from), type->type->tail(bare));
  while (k-- && status == PC_OK) {
    const pc_image_slot *slot = &type->slots[k];
    pc_pack_frame child;
    uintptr_t token = PC_TOKEN_NULL;
    if (asked && slot->pointer->when) {
      if (!slot->pointer->when(from + slot->owner) != !packer->bare.alive[k])
        return pc_pack_fail(packer, slot->pointer, PC_ERROR_UNSUPPORTED,
                            "its condition reads pointers, bytes that lie where they do, or a member with functions of "
                            "its own; an image cannot hold that yet");
      if (!packer->bare.alive[k]) continue; /* data */
    }
    memcpy(&child.base, from + slot->offset, sizeof child.base);
    child.holder = 0;
    if (slot->life) memset(to + slot->offset, 0, slot->width);
    if ((child.base || slot->life) && slot->target) {
      child.bytes = slot->plain;
      child.rows = slot->pointer->inner;
      child.type = slot->target;
      child.depth = slot->depth;
      child.asks.element = from;
      child.asks.bytes = bytes;
      child.asks.offset = slot->owner;
      child.asks.type = number;
      child.asks.string = slot->string;
      if (slot->plain) {
        status = pc_pack_object(packer, slot->pointer, &child, 0, 0, &token);
      } else if (slot->life) {
        status = pc_pack_container(packer, slot, from, copy, &child, &token);
      } else {
        status = pc_pack_pointer(packer, slot->pointer, &child, from + slot->owner, bare + slot->owner, &token);
      }
    }
    memcpy(to + slot->offset, &token, sizeof token);
  }
  return status;
}

/* One object of a simple type, which most of a list or a tree are: what is seldom is left to pc_pack_tokens. */
PC_UNUSED static int pc_pack_simple(pc_packer *packer, const pc_image_type *type, uint32_t number, const char *from) {
  const uintptr_t next = PC_TOKEN_NEXT;
  const size_t size = type->size;
  size_t k;
  char *to;
  if (!pc_out_align(packer->out, type->record)) return pc_pack_full(packer);
  to = pc_out_room(packer->out, size);
  if (!to) return pc_pack_full(packer);
  pc_copy_record(to, from, size);
  for (k = type->nslots; k--;) {
    const pc_image_slot *slot = &type->slots[k];
    const char *base;
    memcpy(&base, from + slot->offset, sizeof base);
    if (!base) continue;
    if (!pc_pack_plain(packer, slot, base)) {
      packer->within = type->type->name;
      return pc_pack_tokens(packer, type, number, from, size, to, k + 1);
    }
    memcpy(to + slot->offset, &next, sizeof next);
  }
  return PC_OK;
}

/* One object from the stack, or an array of them. */
PC_UNUSED static int pc_pack_next(pc_packer *packer) {
  /* Until something is found it stays where it is. */
  const pc_pack_frame *const top = &packer->stack[--packer->nstack];
  const uint32_t number = top->type;
  const pc_image_type *type = &packer->types.list[number];
  const char *const base = top->base;
  const size_t bytes = top->bytes, size = type->type->tail ? bytes : type->size;
  size_t i;
  char *to;
  int status = PC_OK;
  if (top->rows) {
    const pc_pack_frame frame = *top;
    return pc_pack_row_tokens(packer, &frame);
  }
  if (type->simple && bytes == size) return pc_pack_simple(packer, type, number, base);
  if (type->type->nlimits) {
    const char *wrong =
        pc_no_value(type->type, base, bytes, type->type->tail ? type->type->tail(base) : 0, PC_TRUTHS_PASS);
    if (wrong)
      return pc_fail(packer->call, PC_ERROR_UNSUPPORTED, "'%s' of '%s' is no value of its type", wrong,
                     type->type->name);
  }
  if (!pc_out_align(packer->out, pc_record_align(&packer->types, number, 0))) return pc_pack_full(packer);
  if (!type->nslots && !type->type->tail && !type->type->ncustoms)
    return pc_out_data(packer->out, base, bytes) ? PC_OK : pc_pack_full(packer);
  to = pc_out_room(packer->out, bytes);
  if (!to) return pc_pack_full(packer);
  pc_copy_record(to, base, bytes);
  packer->within = type->type->name;
  for (i = bytes == size ? 1 : bytes / size; i-- && status == PC_OK;)
    status = pc_pack_tokens(packer, type, number, base + i * size, size, to + i * size, type->nslots);
  return status;
}

#ifdef __cplusplus
}
#endif

#endif
