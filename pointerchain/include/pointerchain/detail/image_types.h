/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The types that a transfer can meet, as its walks want them: numbered, with all pointers of an element in the
 * order in which they are followed. Made for each call: types are few. Not for users.
 *
 * Types that an image cannot hold are refused here, before anything is written or read.
 */
#ifndef POINTERCHAIN_DETAIL_IMAGE_TYPES_H
#define POINTERCHAIN_DETAIL_IMAGE_TYPES_H

#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "image_format.h"
#include "image_limits.h"
#include "layouts.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Who owns an object, beside the numbers from PC_HOLDERS on, of which each kind of pointer that shares it has one. */
enum { PC_HELD_BY_NONE, PC_HELD_BY_ONE, PC_HOLDERS };

/* One pointer of a type, or a container. */
typedef struct pc_image_slot {
  size_t offset, owner;
  const pc_pointer *pointer;
  const pc_life *life; /* of a container, and of what is skipped and made empty; else null */
  size_t width;        /* bytes that it takes in the object */
  uint32_t holder;     /* of a container: PC_HELD_BY_ONE or such a number */
  size_t plain;    /* bytes of its one target where no length has to be asked, else 0 */
  uint32_t target; /* number of the type at the end of its inner pointers; 0 where it is skipped */
  uint32_t depth;  /* its inner pointers */
  int leaf;        /* its target has no pointers */
  int string;      /* its length, or that of its inner pointer, is that of the string it leads to */
} pc_image_slot;

typedef struct pc_image_type {
  const pc_type *type;
  size_t size, align;
  pc_image_slot *slots; /* containers last, those to data first, then in order of offset; followed from the last on */
  size_t nslots;
  int plain; /* nothing has to be asked about its pointers */
  int simple; /* nor about its objects, and all of its pointers, of which it has some, lead to one object each */
  size_t record; /* how its records are aligned */
  uint32_t *holes; /* the slots that have a life, in order of offset */
  size_t nholes;
  int conditions; /* some of those are there only where a condition is true */
  int whens;      /* some of all its pointers are */
  uint32_t *kinds; /* the numbers of the types of which an object of this one may be; null: it is of this one */
  size_t nkinds;
} pc_image_type;

/* Number 0 is unused. */
typedef struct pc_image_types {
  pc_image_type *list;
  size_t n;
  size_t align;  /* the most that one of them asks for, and at least that of a pointer and a word */
  size_t least;  /* how records are aligned at least, as memory from malloc may be: others may lead into them */
  pc_type_hash hash; /* of their names, sizes, pointers and members */
  int numbered;  /* not all of their pointers are owned */
  size_t most;   /* pointers of one of them */
  int lives;     /* some have containers, which own memory of their own */
  const pc_life **holders; /* that number them, from PC_HOLDERS */
  size_t nholders;
} pc_image_types;

PC_UNUSED static void pc_free_image_types(pc_image_types *types) {
  size_t i;
  for (i = 0; i < types->n; ++i) {
    free(types->list[i].slots);
    free(types->list[i].kinds);
    free(types->list[i].holes);
  }
  free(types->list);
  free(types->holders);
  memset(types, 0, sizeof *types);
}

PC_UNUSED static int pc_compare_image_slots(const void *left, const void *right) {
  const pc_image_slot *a = (const pc_image_slot *)left, *b = (const pc_image_slot *)right;
  if (!a->life != !b->life) return a->life ? 1 : -1;
  if (a->leaf != b->leaf) return b->leaf - a->leaf;
  if (a->offset != b->offset) return a->offset < b->offset ? -1 : 1;
  return (a->pointer > b->pointer) - (a->pointer < b->pointer); /* of one list */
}

/* The number of a type, which is added by itself where it is not known. 0: no memory. */
PC_UNUSED static uint32_t pc_number_image_type(pc_image_types *types, const pc_type *type) {
  pc_image_type *list, *added;
  size_t i, k;
  for (i = 1; i < types->n; ++i)
    if (types->list[i].type == type) return (uint32_t)i;
  list = (pc_image_type *)realloc(types->list, (types->n + 2) * sizeof *list);
  if (!list) return 0;
  types->list = list;
  if (types->n == 0) memset(&list[types->n++], 0, sizeof *list);
  added = &list[types->n];
  memset(added, 0, sizeof *added);
  added->type = type;
  added->size = type->size;
  added->align = type->align ? type->align : 1;
  for (i = 0; i < type->npointers; ++i) added->nslots += type->pointers[i].container ? 1 : type->pointers[i].repeat;
  if (added->nslots) {
    added->slots = (pc_image_slot *)calloc(added->nslots, sizeof *added->slots);
    if (!added->slots) return 0;
  }
  added->nslots = 0;
  for (i = 0; i < type->npointers; ++i)
    for (k = 0; k < (type->pointers[i].container ? 1 : type->pointers[i].repeat); ++k) {
      pc_image_slot *slot = &added->slots[added->nslots++];
      slot->pointer = &type->pointers[i];
      slot->width = slot->pointer->container ? slot->pointer->container->bytes : sizeof(void *);
      slot->offset = slot->pointer->offset + k * slot->pointer->stride;
      slot->owner = slot->pointer->owner + k * slot->pointer->owner_stride;
    }
  return (uint32_t)types->n++;
}

/* A word into a hash, after Fowler, Noll and Vo. */
PC_UNUSED static void pc_hash_word(uint64_t *hash, uint64_t word) {
  *hash = (*hash ^ word) * UINT64_C(1099511628211);
  *hash ^= *hash >> 29;
}

PC_UNUSED static void pc_hash_type(pc_image_types *types, const pc_image_type *one) {
  const pc_type *type = one->type;
  const char *name = pc_bare_name(type);
  uint64_t *hash = &types->hash.former;
  size_t k;
  if (strcmp(name, "_Bool") == 0) name = "bool";
  for (; *name; ++name) pc_hash_word(hash, (unsigned char)*name);
  pc_hash_word(hash, type->size);
  pc_hash_word(hash, type->align);
  pc_hash_word(hash, one->nslots);
  for (k = 0; k < one->nkinds; ++k) pc_hash_word(hash, one->kinds[k]);
  pc_hash_word(hash, type->tail ? type->tail_offset : 0);
  pc_hash_word(hash, type->tail ? type->tail_size : 0);
  for (k = 0; k < type->ncustoms; ++k) {
    pc_hash_word(hash, type->customs[k].offset);
    pc_hash_word(hash, type->customs[k].repeat);
    pc_hash_word(hash, type->customs[k].bytes);
  }
  for (k = 0; k < one->nslots; ++k) {
    const pc_image_slot *slot = &one->slots[k];
    const pc_pointer *pointer = slot->pointer;
    pc_hash_word(hash, slot->offset);
    pc_hash_word(hash, slot->target);
    if (pointer->container) pc_hash_word(hash, slot->width);
    for (; pointer; pointer = pointer->inner)
      pc_hash_word(hash, (uint64_t)pointer->kind << 2 | (uint64_t)(pointer->when != NULL) << 1 |
                             (uint64_t)(pointer->count != NULL));
  }
}

/* Finds how a container is made. */
PC_UNUSED static int pc_find_life(pc_call *call, pc_image_types *types, const pc_type *type, pc_image_slot *slot) {
  const pc_pointer *pointer = slot->pointer;
  const pc_life *life = pointer->container && pointer->container->life ? pointer->container->life() : NULL;
  const char *problem = NULL;
  size_t i;
  if (!pointer->container && !pointer->data) return PC_OK;
  if (!life) {
    problem = "a container that nobody knows how to make";
  } else if (!life->construct || !life->destroy) {
    problem = "an object that cannot be made empty and destroyed: it wants a default constructor, also of its allocator, and a destructor";
  } else if (pointer->data && !life->resize && !life->own) {
    problem = "a container that cannot be given a number of elements: it wants 'resize', and they a default constructor";
  } else if (life->array && slot->width != sizeof(void *)) {
    problem = "a pointer to an array with more than an address in it";
  } else if (life->share && pointer->kind != PC_SHARED) {
    problem = "a pointer that shares what it owns, but a policy says otherwise";
  }
  if (problem)
    return pc_fail(call, PC_ERROR_UNSUPPORTED, "'%s' of '%s' is %s", pointer->name, type->name, problem);
  slot->life = life;
  types->lives = 1;
  slot->holder = PC_HELD_BY_ONE;
  if (!life->share) return PC_OK;
  for (i = 0; i < types->nholders && types->holders[i] != life; ++i) {}
  if (i == types->nholders) {
    const pc_life **holders = (const pc_life **)realloc(types->holders, (i + 1) * sizeof *holders);
    if (!holders) return pc_no_memory(call);
    types->holders = holders;
    types->holders[types->nholders++] = life;
  }
  slot->holder = (uint32_t)(PC_HOLDERS + i);
  return PC_OK;
}

/* Finds where the containers of a type lie. */
PC_UNUSED static int pc_find_holes(pc_call *call, pc_image_type *type) {
  size_t k, i;
  for (k = 0; k < type->nslots; ++k) type->nholes += type->slots[k].life != NULL;
  if (!type->nholes) return PC_OK;
  type->holes = (uint32_t *)malloc(type->nholes * sizeof *type->holes);
  if (!type->holes) return pc_no_memory(call);
  type->nholes = 0;
  for (k = 0; k < type->nslots; ++k) {
    if (!type->slots[k].life) continue;
    type->conditions |= type->slots[k].pointer->when != NULL;
    for (i = type->nholes++; i && type->slots[type->holes[i - 1]].offset > type->slots[k].offset; --i)
      type->holes[i] = type->holes[i - 1];
    type->holes[i] = (uint32_t)k;
  }
  return PC_OK;
}

/* Whether a pointer leads elsewhere and nothing is asked about it. */
PC_UNUSED static int pc_is_bare_observer(const pc_pointer *pointer) {
  return pointer->kind == PC_OBSERVER && !pointer->count;
}

/* Whether a length is unreadable because there was no memory to learn the program's pages. */
PC_UNUSED static int pc_pages_failed(void) { return !PC_STATE->pages_unknown && !PC_STATE->npages; }

/* Whether the length of the innermost pointer follows that of the string that it leads to: asked of an object
 * of zeros with a string of ours, 0, 5 and 11 bytes long. So nobody has to say it, and the function itself reads
 * nothing but the string, up to its end. PC_STRING_BARE: the zero that ends the string is not counted. */
enum { PC_STRING_NO_MEMORY = -2, PC_STRING_BARE = -1 };

PC_UNUSED static int pc_is_string(const pc_pointer *pointer, const pc_type *type, const pc_type *target) {
  static const size_t lengths[] = {0, 5, 11};
  const pc_pointer *last = pointer;
  char text[64], *memory, *object;
  char *rows[1] = {text};
  const void *leads = text;
  long long found[3];
  size_t i;
  while (last->inner) last = last->inner;
  if (!last->count || target->size != 1 || target->npointers || pointer->inner != (last == pointer ? NULL : last))
    return 0;
  memory = (char *)calloc(1, type->size + type->align);
  if (!memory) return PC_STRING_NO_MEMORY;
  object = (char *)(((uintptr_t)memory + type->align - 1) & ~(uintptr_t)(type->align - 1));
  if (last != pointer) leads = rows;
  for (i = 0; i < 3; ++i) {
    const pc_row_owner row = {object + pointer->owner, 0};
    memset(text, 0, sizeof text);
    memset(text, 'x', lengths[i]);
    memcpy(object + pointer->offset, &leads, sizeof leads);
    found[i] = last->count(last->owner_stride && last != pointer ? (const void *)&row
                                                                : (const void *)(object + pointer->owner));
  }
  free(memory);
  if (found[2] == PC_LENGTH_UNREADABLE && pc_pages_failed()) return PC_STRING_NO_MEMORY;
  if (found[0] < 0 || found[1] != found[0] + 5 || found[2] != found[0] + 11) return 0;
  return found[0] ? 1 : PC_STRING_BARE;
}

/* Numbers the types of which an object of type `number` may be. */
PC_UNUSED static int pc_number_image_kinds(pc_call *call, pc_image_types *types, size_t number) {
  const pc_type *type = types->list[number].type;
  uint32_t *kinds;
  size_t k;
  if (type->nkinds == 1 && type->kinds[0]() == type)
    return pc_fail(call, PC_ERROR_UNSUPPORTED,
                   "'%s' tells its class by its virtual functions, which an image cannot hold", type->name);
  kinds = (uint32_t *)calloc(type->nkinds, sizeof *kinds);
  if (!kinds) return pc_no_memory(call);
  for (k = 0; k < type->nkinds; ++k) {
    kinds[k] = pc_number_image_type(types, type->kinds[k]()); /* may move the list */
    if (kinds[k]) continue;
    free(kinds);
    return pc_no_memory(call);
  }
  types->list[number].kinds = kinds;
  types->list[number].nkinds = type->nkinds;
  return PC_OK;
}

/* 1 + the number of the kind of which objects of a type are, among those of another, or 0. */
PC_UNUSED static size_t pc_image_kind(const pc_image_types *types, uint32_t type, uint32_t of) {
  size_t k;
  for (k = 0; k < types->list[of].nkinds; ++k)
    if (types->list[of].kinds[k] == type) return k + 1;
  return 0;
}

/* Finishes type `number`, and adds what it leads to. */
PC_UNUSED static int pc_complete_image_type(pc_call *call, pc_image_types *types, size_t number) {
  const pc_type *type = types->list[number].type;
  size_t k;
  int plain = 1, simple = types->list[number].nslots && !type->tail && !type->ncustoms && !type->nlimits;
  if (type->nkinds) {
    const int status = pc_number_image_kinds(call, types, number);
    if (status != PC_OK) return status;
  }
  if (type->tail_pointer)
    return pc_fail(call, PC_ERROR_UNSUPPORTED, "'%s' ends in a flexible array of pointers, which an image cannot hold",
                   type->name);
  if (types->list[number].align & (types->list[number].align - 1))
    return pc_fail(call, PC_ERROR_TYPE, "'%s' has an alignment that is no power of two", type->name);
  for (k = 0; k < types->list[number].nslots; ++k) {
    const pc_pointer *pointer = types->list[number].slots[k].pointer, *inner;
    const pc_type *target = pc_final_target(pointer);
    pc_image_slot *slot;
    uint32_t found = 0, depth = 0;
    const int status = pc_find_life(call, types, type, &types->list[number].slots[k]);
    if (status != PC_OK) return status;
    for (inner = pointer; inner; inner = inner->inner)
      types->numbered |= inner->kind == PC_SHARED || inner->kind == PC_OBSERVER;
    for (inner = pointer->inner; inner; inner = inner->inner) ++depth;
    if (pointer->kind != PC_SKIPPED && target) {
      found = pc_number_image_type(types, target); /* may move the list */
      if (!found) return pc_no_memory(call);
    }
    slot = &types->list[number].slots[k];
    slot->target = found;
    slot->depth = depth;
    slot->leaf = found && !depth && !target->npointers && !target->nkinds;
    slot->string = found && !slot->life ? pc_is_string(pointer, type, target) : 0;
    if (slot->life && found && !depth && ((slot->life->own && target->nkinds) || target->tail))
      return pc_fail(call, PC_ERROR_UNSUPPORTED, "'%s' of '%s' owns objects of a class from which others derive, or with "
                     "a flexible array member", pointer->name, type->name);
    if (slot->string == PC_STRING_NO_MEMORY) return pc_no_memory(call);
    if (slot->string == PC_STRING_BARE)
      return pc_fail(call, PC_ERROR_UNSUPPORTED, "the length of '%s' of '%s' is that of a string without the zero that "
                     "ends it, so nobody could tell it where the image is read: it has to be 'strlen + 1'",
                     pointer->name, type->name);
    if (found && !depth && !pointer->count && !target->tail && !target->nkinds && !pointer->when &&
        pointer->kind != PC_OBSERVER && !slot->life)
      slot->plain = target->size;
    simple = simple && slot->plain;
    types->list[number].whens |= pointer->when != NULL;
    plain = plain && !pointer->when && !slot->life && (slot->plain || pointer->kind == PC_SKIPPED || pc_is_bare_observer(pointer));
  }
  types->list[number].plain = plain && !type->ncustoms;
  types->list[number].simple = simple;
  if (types->list[number].nslots > types->most) types->most = types->list[number].nslots;
  if (types->list[number].nslots > 1)
    qsort(types->list[number].slots, types->list[number].nslots, sizeof(pc_image_slot), pc_compare_image_slots);
  return pc_find_holes(call, &types->list[number]);
}

/* How a record of type `number` is aligned, or of pointers to it. */
PC_UNUSED static size_t pc_record_align(const pc_image_types *types, uint32_t number, int rows) {
  const size_t own = rows ? sizeof(void *) : types->list[number].align;
  return own > types->least ? own : types->least;
}

/* Finishes the types that have numbers, those of the roots, with all that they lead to. */
PC_UNUSED static int pc_finish_image_types(pc_call *call, pc_image_types *types) {
  size_t i;
  types->align = sizeof(uint64_t);
  types->hash.former = types->hash.now = UINT64_C(14695981039346656037);
  for (i = 1; i < types->n; ++i) {
    const int status = pc_complete_image_type(call, types, i);
    if (status != PC_OK) return status;
  }
  for (i = 1; i < types->n; ++i) {
    const char *members = types->list[i].type->members;
    pc_hash_type(types, &types->list[i]);
    for (; members && *members; ++members) pc_hash_word(&types->hash.now, (unsigned char)*members);
    pc_hash_word(&types->hash.now, ';');
    if (types->list[i].align > types->align) types->align = types->list[i].align;
  }
  pc_hash_word(&types->hash.now, types->hash.former);
  types->least = types->align < PC_DEVICE_ALIGNMENT ? types->align : (size_t)PC_DEVICE_ALIGNMENT;
  for (i = 1; i < types->n; ++i) types->list[i].record = pc_record_align(types, (uint32_t)i, 0);
  if (types->lives && types->align > PC_DEVICE_ALIGNMENT)
    return pc_fail(call, PC_ERROR_UNSUPPORTED,
                   "a type is aligned to %zu bytes, and another has containers: objects of their own could be aligned to %zu",
                   types->align, (size_t)PC_DEVICE_ALIGNMENT);
  return PC_OK;
}

/* Elements on which lengths and conditions are computed: a copy whose pointers are all null, aligned as its type
 * asks. So they are the same where an image is written and where it is read, and read nothing but their own
 * object. */
typedef struct pc_bare {
  void *memory;
  size_t bytes;
  unsigned char *alive; /* where some have conditions: of each of the type's pointers, that it is one, and not data of a union */
} pc_bare;

PC_UNUSED static void pc_free_bare(pc_bare *bare) {
  free(bare->memory);
  free(bare->alive);
  memset(bare, 0, sizeof *bare);
}

/* Null: no memory. */
PC_UNUSED static char *pc_bare_copy(const pc_image_types *types, pc_bare *bare, const char *from, size_t bytes,
                                    uint32_t number) {
  const pc_image_type *type = &types->list[number];
  char *to;
  size_t k;
  int conditions = 0;
  if (!bare->alive) bare->alive = (unsigned char *)malloc(types->most + 1);
  if (!bare->alive) return NULL;
  if (bare->bytes < bytes) {
    void *memory;
    if (bytes > PTRDIFF_MAX - types->align) return NULL;
    memory = realloc(bare->memory, bytes + types->align);
    if (!memory) return NULL;
    bare->memory = memory;
    bare->bytes = bytes;
  }
  to = (char *)(((uintptr_t)bare->memory + types->align - 1) & ~(uintptr_t)(types->align - 1));
  memcpy(to, from, bytes);
  for (k = 0; k < type->nslots; ++k) {
    static const void *const nothing = NULL;
    if (!type->slots[k].life) {
      memcpy(to + type->slots[k].offset, &nothing, sizeof nothing);
    } else {
      memset(to + type->slots[k].offset, 0, type->slots[k].width);
    }
  }
  if (type->type->nlimits) pc_beyond_limits(type->type->limits, type->type->nlimits, to, 1, 0, 0, PC_TRUTHS_SETTLE);
  if (!type->whens) return to;
  for (k = 0; k < type->nslots; ++k) {
    const pc_image_slot *slot = &type->slots[k];
    bare->alive[k] = !slot->pointer->when || slot->pointer->when(to + slot->owner) != 0;
    conditions |= !bare->alive[k];
  }
  if (!conditions) return to;
  for (k = 0; k < type->nslots; ++k) /* data of a union */
    if (!bare->alive[k]) memcpy(to + type->slots[k].offset, from + type->slots[k].offset, type->slots[k].width);
  for (k = 0; k < type->nslots; ++k)
    if (bare->alive[k]) memset(to + type->slots[k].offset, 0, type->slots[k].width);
  return to;
}

/* The length of an array that a container owns, by the object that has it, of which a copy without pointers is `bare`. */
PC_UNUSED static long long pc_array_length(const pc_image_slot *slot, char *bare) {
  static const void *const nothing = NULL;
  const void *const somewhere = bare;
  long long count;
  memcpy(bare + slot->offset, &somewhere, sizeof somewhere); /* where it is null it has none */
  count = slot->pointer->count(bare + slot->owner);
  memcpy(bare + slot->offset, &nothing, sizeof nothing);
  return count;
}

/* Whether an element of type `inner` may lie `offset` bytes into an element of type `outer`: what the one has
 * for pointers there the other has. Without pointers the types of data are not compared. */
PC_UNUSED static int pc_type_fits(const pc_image_types *types, uint32_t outer, size_t offset, uint32_t inner) {
  const pc_image_type *all = &types->list[outer], *part = &types->list[inner];
  const size_t end = offset + part->size;
  size_t i, k, within = 0;
  if (outer == inner) return offset == 0;
  if (offset % part->align) return 0;
  for (k = 0; k < all->nslots; ++k) {
    const size_t at = all->slots[k].offset;
    const size_t width = all->slots[k].width;
    if (at + width <= offset || at >= end) continue;
    if (at < offset || at + width > end) return 0;
    ++within;
  }
  if (within != part->nslots) return 0;
  for (i = 0; i < part->nslots; ++i) {
    const pc_image_slot *one = &part->slots[i];
    for (k = 0; k < all->nslots; ++k) {
      const pc_image_slot *other = &all->slots[k];
      if (other->offset == offset + one->offset && other->target == one->target && other->depth == one->depth &&
          other->owner == offset + one->owner && other->life == one->life && other->pointer->kind == one->pointer->kind &&
          !other->pointer->when == !one->pointer->when && !other->pointer->count == !one->pointer->count)
        break;
    }
    if (k == all->nslots) return 0;
  }
  return 1;
}

/* Whether `bytes` bytes of elements of a type, or of pointers to it, `depth` of them, may lie `offset` bytes into
 * an object. With no bytes: one element, or the end of the object. */
PC_UNUSED static int pc_object_fits(const pc_image_types *types, uint32_t object, uint32_t object_depth,
                                    size_t object_bytes, size_t offset, size_t bytes, uint32_t type,
                                    uint32_t depth) {
  const pc_image_type *outer = &types->list[object], *inner;
  size_t size, element;
  if (!depth && !object_depth && pc_image_kind(types, object, type)) type = object;
  inner = &types->list[type];
  size = depth ? sizeof(void *) : inner->size;
  element = object_depth ? sizeof(void *) : outer->size;
  if (offset > object_bytes || bytes > object_bytes - offset) return 0;
  if (!bytes && object_bytes - offset < size && offset != object_bytes) return 0;
  if (depth || object_depth) return depth == object_depth && type == object && offset % element == 0;
  if (outer->type->tail && inner->align > pc_record_align(types, object, 0)) return 0;
  if (outer->type->tail) { /* one element, behind which data lie */
    if (offset >= outer->size || offset == object_bytes) return !inner->nslots && offset % inner->align == 0;
    return (bytes <= size || object == type) && pc_type_fits(types, object, offset, type);
  }
  if (!element || !size) return 0;
  if (inner->align > pc_record_align(types, object, 0)) return 0;
  if (object == type) return offset % element == 0;
  if (!outer->nslots) return !inner->nslots && offset % inner->align == 0;
  if (offset == object_bytes) return pc_type_fits(types, object, 0, type) || offset % inner->align == 0;
  if (!bytes) bytes = size;
  /* Several elements of another type: all of them in one element. */
  if (bytes > element - offset % element) return 0;
  for (; bytes; bytes -= size, offset += size)
    if (!pc_type_fits(types, object, offset % element, type)) return 0;
  return 1;
}

/* Whether the pointers in arrays are of one sort, `a` and `b` and what lies behind them, and ask no owner for lengths: so that
 * one array is the same for all that lead to it. Their types and depths are compared by others. */
PC_UNUSED static int pc_rows_agree(const pc_pointer *a, const pc_pointer *b) {
  for (; a && b; a = a->inner, b = b->inner)
    if (a->kind != b->kind || a->count || b->count) return 0;
  return !a && !b;
}

/* Room for one more in an array. */
PC_UNUSED static int pc_image_grow(void *array, size_t *capacity, size_t n, size_t element) {
  void *memory;
  size_t more;
  if (n < *capacity) return 1;
  more = *capacity * 2 + 64;
  if (more > PTRDIFF_MAX / element) return 0;
  memcpy(&memory, array, sizeof memory);
  memory = realloc(memory, more * element);
  if (!memory) return 0;
  memcpy(array, &memory, sizeof memory);
  *capacity = more;
  return 1;
}

/* What the elements of the objects are that are arrays of pointers, in order of their numbers. */
typedef struct pc_row_note {
  size_t number;
  const pc_pointer *rows;
} pc_row_note;
typedef struct pc_row_notes {
  pc_row_note *list;
  size_t n, capacity;
} pc_row_notes;

/* 0: no memory. */
PC_UNUSED static int pc_note_rows(pc_row_notes *notes, size_t number, const pc_pointer *rows) {
  if (!pc_image_grow(&notes->list, &notes->capacity, notes->n, sizeof *notes->list)) return 0;
  notes->list[notes->n].number = number;
  notes->list[notes->n++].rows = rows;
  return 1;
}

/* Those of an object that is one. */
PC_UNUSED static const pc_pointer *pc_noted_rows(const pc_row_notes *notes, size_t number) {
  size_t low = 0, high = notes->n;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    if (notes->list[middle].number <= number) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return notes->list[low].rows;
}

/* The object whose length functions the rows of an array of pointers ask. */
typedef struct pc_row_asks {
  const char *element; /* in which it lies, `offset` bytes from its beginning */
  size_t bytes, offset;
  uint32_t type;
  int string; /* the innermost lengths are those of strings */
} pc_row_asks;

#ifdef __cplusplus
}
#endif

#endif
