/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Type descriptors as the deep-copy runtime wants them: all pointers of an element in order of offset,
 * their targets as numbers. Made once for each type. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_LAYOUTS_H
#define POINTERCHAIN_DETAIL_LAYOUTS_H

#include "../descriptor.h"
#include "attributes.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is packed is sent in transfers of at most this many bytes. */
#ifndef PC_CHUNK_BYTES
#define PC_CHUNK_BYTES ((size_t)2 << 20)
#endif

/* PC_AUTO on a device without transfers in the background sends an extent from where it lies if it has at
 * least this many bytes for each of its pointers: packing it would cost more than one small transfer. */
#ifndef PC_DIRECT_BYTES
#define PC_DIRECT_BYTES ((size_t)256 << 10)
#endif

/* Whether an extent may be so large that it travels by itself. */
PC_UNUSED static int pc_is_large(size_t bytes) { return bytes >= PC_DIRECT_BYTES || bytes > PC_CHUNK_BYTES; }

/* What every device gives, as malloc does; and what objects of a type get there. */
#define PC_DEVICE_ALIGNMENT ((size_t)16)
PC_UNUSED static size_t pc_device_alignment(const pc_type *type) {
  return type->align > PC_DEVICE_ALIGNMENT ? type->align : PC_DEVICE_ALIGNMENT;
}

PC_UNUSED static int pc_compare_slots(const void *left, const void *right) {
  const pc_slot *a = (const pc_slot *)left, *b = (const pc_slot *)right;
  if (a->offset != b->offset) return (a->offset > b->offset) - (a->offset < b->offset);
  return (a->pointer > b->pointer) - (a->pointer < b->pointer); /* of one list */
}

/* The name of a type without the word that C puts before it and C++ does not. */
PC_UNUSED static const char *pc_bare_name(const pc_type *type) {
  static const char *const words[] = {"struct ", "class ", "union ", "enum "};
  size_t i;
  for (i = 0; i < sizeof words / sizeof *words; ++i)
    if (strncmp(type->name, words[i], strlen(words[i])) == 0) return type->name + strlen(words[i]);
  return type->name;
}

/* Whether two names may be those of one type in a C unit and a C++ unit. Types without pointers are so by
 * their size:
 * `_Bool` and `bool`, or `int` and `wchar_t`, are. */
PC_UNUSED static int pc_same_name(const pc_type *a, const pc_type *b) {
  return (!a->npointers && !b->npointers && !a->ncustoms && !b->ncustoms) ||
         strcmp(pc_bare_name(a), pc_bare_name(b)) == 0;
}

/* Whether two descriptors of a member name the same functions of the user. */
PC_UNUSED static int pc_same_custom(const pc_custom *a, const pc_custom *b) {
  return a == b || (a->bytes == b->bytes && strcmp(a->functions, b->functions) == 0);
}

/* Whether two descriptors say the same: each translation unit has its own of a type that it uses. */
PC_UNUSED static int pc_same_layout(const pc_layout *a, const pc_layout *b) {
  size_t i;
  if (a->size != b->size || a->nslots != b->nslots || !pc_same_name(a->type, b->type)) return 0;
  if (a->tails != b->tails || (a->tails && a->tail.pointer->kind != b->tail.pointer->kind)) return 0;
  for (i = 0; i < a->nslots; ++i)
    if (a->slots[i].offset != b->slots[i].offset || a->slots[i].pointer->kind != b->slots[i].pointer->kind ||
        !a->slots[i].pointer->when != !b->slots[i].pointer->when ||
        (a->slots[i].pointer->flags ^ b->slots[i].pointer->flags) & PC_MUTABLE)
      return 0;
  if (a->ncustoms != b->ncustoms) return 0;
  for (i = 0; i < a->ncustoms; ++i)
    if (a->customs[i].offset != b->customs[i].offset ||
        !pc_same_custom(a->customs[i].custom, b->customs[i].custom))
      return 0;
  return 1;
}

/* The number of a type among those known, 0 where it is not. */
PC_UNUSED static uint32_t pc_find_layout(const pc_type *type) {
  const pc_state *state = PC_STATE;
  size_t i;
  for (i = 1; i < state->nlayouts; ++i)
    if (state->layouts[i].type == type) return (uint32_t)i;
  return 0;
}

PC_UNUSED static void pc_drop_layout(pc_layout *layout) {
  pc_resize(layout->slots, layout->nslots * sizeof *layout->slots, 0);
  pc_resize(layout->customs, layout->ncustoms * sizeof *layout->customs, 0);
  if (layout->kinds) pc_resize(layout->kinds, layout->type->nkinds * sizeof *layout->kinds, 0);
  pc_shrink(&layout->runs, &layout->capruns, 0, sizeof *layout->runs);
}

/* Forgets all layouts from number `keep` on. */
PC_UNUSED static void pc_drop_layouts(size_t keep) {
  pc_state *state = PC_STATE;
  while (state->nlayouts > keep) pc_drop_layout(&state->layouts[--state->nlayouts]);
  if (keep) return;
  state->custom_bytes = 0;
  state->changing = state->keeping = 0;
  pc_shrink(&state->layouts, &state->caplayouts, 0, sizeof *state->layouts);
}

/* Finds the runs of data. 0: no memory. */
PC_UNUSED static int pc_find_runs(pc_layout *layout) {
  size_t k, at = 0;
  for (k = 0; k <= layout->nslots; ++k) {
    const size_t offset = k < layout->nslots ? layout->slots[k].offset : layout->size;
    if (offset > at) {
      if (!pc_grow(&layout->runs, &layout->capruns, layout->nruns, sizeof *layout->runs)) return 0;
      layout->runs[layout->nruns].offset = at;
      layout->runs[layout->nruns++].bytes = offset - at;
    }
    if (offset + sizeof(void *) > at) at = offset + sizeof(void *);
  }
  return 1;
}

PC_UNUSED static int pc_compare_custom_slots(const void *left, const void *right) {
  const pc_custom_slot *a = (const pc_custom_slot *)left, *b = (const pc_custom_slot *)right;
  return (a->offset > b->offset) - (a->offset < b->offset);
}

/* Lists the members of a type with functions of the user. 0: no memory. */
PC_UNUSED static int pc_find_customs(pc_layout *layout) {
  const pc_type *type = layout->type;
  size_t i, k, n = 0;
  for (i = 0; i < type->ncustoms; ++i) n += type->customs[i].repeat;
  if (!n) return 1;
  layout->customs = (pc_custom_slot *)pc_resize(NULL, 0, n * sizeof *layout->customs);
  if (!layout->customs) return 0;
  for (i = 0; i < type->ncustoms; ++i) {
    const pc_custom *custom = &type->customs[i];
    if (custom->bytes > PC_STATE->custom_bytes) PC_STATE->custom_bytes = custom->bytes;
    for (k = 0; k < custom->repeat; ++k) {
      pc_custom_slot *slot = &layout->customs[layout->ncustoms++];
      slot->offset = custom->offset + k * custom->stride;
      slot->owner = custom->owner + k * custom->owner_stride;
      slot->custom = custom;
    }
  }
  qsort(layout->customs, n, sizeof *layout->customs, pc_compare_custom_slots);
  return 1;
}

/* Adds one type, with its targets as yet unknown. 0: no memory. */
PC_UNUSED static uint32_t pc_add_layout(const pc_type *type) {
  pc_state *state = PC_STATE;
  pc_layout layout;
  size_t i, k, n = 0;
  if (state->nlayouts == 0) {
    if (!pc_grow(&state->layouts, &state->caplayouts, 0, sizeof layout)) return 0;
    memset(&state->layouts[0], 0, sizeof layout);
    state->nlayouts = 1;
  }
  if (!pc_grow(&state->layouts, &state->caplayouts, state->nlayouts, sizeof layout)) return 0;
  memset(&layout, 0, sizeof layout);
  layout.type = type;
  layout.size = type->size;
  layout.align = pc_device_alignment(type);
  for (i = 0; i < type->npointers; ++i) layout.nslots += type->pointers[i].repeat;
  if (layout.nslots) {
    layout.slots = (pc_slot *)pc_resize(NULL, 0, layout.nslots * sizeof *layout.slots);
    if (!layout.slots) return 0;
  }
  for (i = 0; i < type->npointers; ++i) {
    const pc_pointer *pointer = &type->pointers[i], *inner;
    layout.unions |= pointer->when || pointer->data;
    layout.changing |= (pointer->flags & PC_MUTABLE) != 0;
    for (inner = pointer; inner; inner = inner->inner) {
      state->changing |= (inner->flags & PC_MUTABLE) != 0;
      state->keeping |= (inner->flags & PC_MUTABLE_LENGTH) != 0;
    }
    for (k = 0; k < pointer->repeat; ++k) {
      layout.slots[n].offset = pointer->offset + k * pointer->stride;
      layout.slots[n].owner = pointer->owner + k * pointer->owner_stride;
      layout.slots[n].pointer = pointer;
      layout.slots[n].plain = layout.slots[n].align = layout.slots[n].named = 0;
      layout.slots[n].wants = 1;
      layout.slots[n++].target = 0;
    }
  }
  if (n > 1) qsort(layout.slots, n, sizeof *layout.slots, pc_compare_slots);
  if (type->tail_pointer) {
    layout.tails = layout.unions = 1; /* what lies behind the last of them is data */
    layout.tail.offset = type->tail_offset;
    layout.tail.pointer = type->tail_pointer;
    layout.tail.wants = 1;
    layout.changing |= (type->tail_pointer->flags & PC_MUTABLE) != 0;
    state->changing |= layout.changing;
  }
  if (!pc_find_runs(&layout) || !pc_find_customs(&layout)) {
    pc_drop_layout(&layout);
    return 0;
  }
  layout.mixed = layout.unions || layout.ncustoms;
  layout.same = (uint32_t)state->nlayouts;
  for (i = 1; i < state->nlayouts; ++i)
    if (pc_same_layout(&state->layouts[i], &layout)) {
      layout.same = (uint32_t)i;
      break;
    }
  state->layouts[state->nlayouts] = layout;
  return (uint32_t)state->nlayouts++;
}

/* The element at the end of a pointer's inner ones. */
PC_UNUSED static const pc_type *pc_final_target(const pc_pointer *pointer) {
  while (pointer->inner) pointer = pointer->inner;
  return pointer->kind == PC_SKIPPED || !pointer->target ? NULL : pointer->target();
}

/* The bytes that a pointer leads to where it is followed and leads to one object of fixed size, else 0. */
PC_UNUSED static uint32_t pc_plain_target(const pc_pointer *pointer, const pc_type *target) {
  const int followed = pointer->kind == PC_OWNED || pointer->kind == PC_SHARED;
  if (!followed || pointer->count || pointer->inner || target->tail || pc_is_large(target->size) ||
      pointer->direction != PC_TOFROM || pointer->when || pointer->data || target->nkinds)
    return 0;
  return (uint32_t)target->size;
}

/* Marks which of the types from `first` on can lead to themselves: Tarjan would be faster, but types are few.
 */
PC_UNUSED static int pc_mark_recursive(size_t first) {
  const pc_state *state = PC_STATE;
  const size_t n = state->nlayouts;
  uint32_t *work = (uint32_t *)malloc(n * sizeof *work);
  unsigned char *seen = (unsigned char *)malloc(n);
  size_t i, k, nwork;
  if (!work || !seen) {
    free(work);
    free(seen);
    return 0;
  }
  for (i = first; i < n; ++i) {
    memset(seen, 0, n);
    work[0] = (uint32_t)i;
    for (nwork = 1; nwork && !state->layouts[i].recursive;) {
      const pc_layout *layout = &state->layouts[work[--nwork]];
      const size_t pointers = layout->nslots + (layout->tails != 0);
      for (k = 0; k < pointers + (layout->kinds ? layout->type->nkinds : 0); ++k) {
        const uint32_t target = k < layout->nslots ? layout->slots[k].target
                                : k < pointers     ? layout->tail.target
                                                   : layout->kinds[k - pointers];
        if (target == i) state->layouts[i].recursive = 1;
        if (!target || seen[target]) continue;
        seen[target] = 1;
        work[nwork++] = target;
      }
    }
  }
  free(work);
  free(seen);
  return 1;
}

/* The number of a type, which is added by itself where it is not known. 0: no memory. */
PC_UNUSED static uint32_t pc_known_layout(const pc_type *type) {
  const uint32_t found = pc_find_layout(type);
  return found ? found : pc_add_layout(type);
}

/* Adds the types that derive from one. 0: no memory. */
PC_UNUSED static int pc_add_kinds(size_t number) {
  pc_state *state = PC_STATE;
  const pc_type *type = state->layouts[number].type;
  uint32_t *kinds;
  size_t k;
  if (!type->nkinds) return 1;
  kinds = (uint32_t *)pc_resize(NULL, 0, type->nkinds * sizeof *kinds);
  if (!kinds) return 0;
  state->layouts[number].kinds = kinds;
  memset(kinds, 0, type->nkinds * sizeof *kinds);
  for (k = 0; k < type->nkinds; ++k) {
    kinds[k] = pc_known_layout(type->kinds[k]());
    if (!kinds[k]) return 0;
  }
  return 1;
}

/* Marks which pointers of a type lead to what clauses may map, wherever an object of the type lies: to arrays, and to
 * types that do not lead to themselves. The other objects are nodes, of which there may be millions. */
PC_UNUSED static void pc_name_targets(pc_layout *layout) {
  size_t k;
  for (k = 0; k < layout->nslots + (layout->tails != 0); ++k) {
    pc_slot *slot = k < layout->nslots ? &layout->slots[k] : &layout->tail;
    const pc_pointer *last = slot->pointer;
    while (last->inner) last = last->inner;
    if (last->count || last->data || !PC_STATE->layouts[slot->target].recursive) slot->named = PC_NAMED;
  }
}

/* The number of a type, which is added with all that it leads to where it is not known. 0: no memory. */
PC_UNUSED static uint32_t pc_layout_of(const pc_type *type) {
  pc_state *state = PC_STATE;
  const size_t first = state->nlayouts;
  size_t i, k;
  uint32_t number = pc_find_layout(type);
  if (number) return number;
  number = pc_add_layout(type);
  if (!number) return 0;
  for (i = number; i < state->nlayouts; ++i) {
    if (!pc_add_kinds(i)) {
      pc_drop_layouts(first);
      return 0;
    }
    for (k = 0; k < state->layouts[i].nslots + (state->layouts[i].tails != 0); ++k) {
      const int in_tail = k == state->layouts[i].nslots;
      const pc_type *target =
          pc_final_target(in_tail ? state->layouts[i].tail.pointer : state->layouts[i].slots[k].pointer);
      uint32_t found;
      pc_slot *slot;
      if (!target) continue;
      /* Neighbours usually lead to the same type. */
      if (k && state->layouts[state->layouts[i].slots[k - 1].target].type == target) {
        found = state->layouts[i].slots[k - 1].target;
      } else {
        found = pc_known_layout(target);
      }
      if (!found) {
        pc_drop_layouts(first);
        return 0;
      }
      slot = in_tail ? &state->layouts[i].tail : &state->layouts[i].slots[k];
      slot->target = found;
      slot->plain = in_tail ? 0 : pc_plain_target(slot->pointer, target);
      slot->align = (uint32_t)pc_device_alignment(target);
      slot->wants = target->align ? (uint32_t)target->align : 1;
    }
    state->layouts[i].plain = !state->layouts[i].tails;
    for (k = 0; k < state->layouts[i].nslots; ++k) state->layouts[i].plain &= state->layouts[i].slots[k].plain != 0;
  }
  if (!pc_mark_recursive(number)) {
    pc_drop_layouts(first);
    return 0;
  }
  for (i = number; i < state->nlayouts; ++i) pc_name_targets(&state->layouts[i]);
  return number;
}

/* The flags of an extent that a pointer of a direction leads to. */
PC_UNUSED static uint32_t pc_direction_flags(pc_direction direction) {
  return (direction == PC_FROM || direction == PC_ALLOC ? PC_NOT_TO : 0) |
         (direction == PC_TO || direction == PC_ALLOC ? PC_NOT_BACK : 0);
}

/* Another pointer leads to an extent, with such flags or PC_NAMED: its data travel if they do on one way. */
PC_UNUSED static void pc_add_flags(pc_extent *extent, uint32_t flags) {
  extent->type |= flags & PC_NAMED;
  extent->type &= flags | ~(PC_NOT_TO | PC_NOT_BACK);
}

/* How many pointers an element of an extent holds, those of its flexible array behind the others. */
PC_UNUSED static size_t pc_slots_of(const pc_extent *extent) {
  const pc_layout *layout;
  if (extent->type & PC_MERGER) return 0;
  if (extent->type & PC_ROWS) return 1;
  layout = &PC_STATE->layouts[extent->type & PC_TYPE_MASK];
  return layout->tails ? layout->nslots + (extent->bytes - layout->type->tail_offset) / sizeof(void *) : layout->nslots;
}

/* The k-th of them; of an extent that is no array of pointers. */
PC_UNUSED static pc_slot pc_nth_slot(const pc_extent *extent, size_t k) {
  const pc_layout *layout = &PC_STATE->layouts[extent->type & PC_TYPE_MASK];
  pc_slot slot;
  if (k < layout->nslots) return layout->slots[k];
  slot = layout->tail;
  slot.offset += (k - layout->nslots) * sizeof(void *);
  return slot;
}

/* Bytes of one element. */
PC_UNUSED static size_t pc_element_of(const pc_extent *extent) {
  const pc_layout *layout;
  if (extent->type & PC_MERGER) return 1;
  if (extent->type & PC_ROWS) return sizeof(void *);
  layout = &PC_STATE->layouts[extent->type & PC_TYPE_MASK];
  return layout->tails ? extent->bytes : layout->size;
}

/* Whether an extent is an object that ends in a flexible array. */
PC_UNUSED static int pc_has_tail(const pc_extent *extent) {
  return !(extent->type & (PC_MERGER | PC_ROWS)) && PC_STATE->layouts[extent->type & PC_TYPE_MASK].type->tail != NULL;
}

/* How many members with functions of the user an element of an extent holds. */
PC_UNUSED static size_t pc_customs_of(const pc_extent *extent) {
  if (extent->type & (PC_MERGER | PC_ROWS)) return 0;
  return PC_STATE->layouts[extent->type & PC_TYPE_MASK].ncustoms;
}

/* How many elements an extent holds; one where it has a flexible tail. */
PC_UNUSED static size_t pc_elements_of(const pc_extent *extent) {
  const pc_layout *layout;
  if (extent->type & PC_ROWS) return extent->bytes / sizeof(void *);
  layout = &PC_STATE->layouts[extent->type & PC_TYPE_MASK];
  if (extent->bytes == layout->size || layout->type->tail) return 1; /* spares most extents a division */
  return layout->nslots || layout->ncustoms ? extent->bytes / layout->size : 0;
}

/* Whether an extent is one record, by far the most frequent sort, all of whose pointers are pointers, and the
 * rest data: then they need no list. */
PC_UNUSED static int pc_is_record(const pc_extent *extent) {
  const pc_layout *layout;
  if (extent->type & (PC_MERGER | PC_ROWS)) return 0;
  layout = &PC_STATE->layouts[extent->type & PC_TYPE_MASK];
  return extent->bytes == layout->size && !layout->mixed;
}

/* Whether kernels may change some pointer of an extent or view; of a merger its views tell. */
PC_UNUSED static int pc_is_changing(const pc_plan *plan, const pc_extent *extent) {
  if (extent->type & PC_MERGER) return 0;
  if (extent->type & PC_ROWS) return (plan->rows[extent->type & PC_TYPE_MASK].pointer->flags & PC_MUTABLE) != 0;
  return PC_STATE->layouts[extent->type & PC_TYPE_MASK].changing;
}

/* Whether an extent has words that may be pointers or data. */
PC_UNUSED static int pc_has_unions(const pc_extent *extent) {
  return !(extent->type & (PC_MERGER | PC_ROWS)) && PC_STATE->layouts[extent->type & PC_TYPE_MASK].unions;
}

/* Whether any type that is known has such pointers. */
PC_UNUSED static int pc_any_unions(void) {
  const pc_state *state = PC_STATE;
  size_t i;
  for (i = 1; i < state->nlayouts; ++i)
    if (state->layouts[i].unions) return 1;
  return 0;
}

/* What a word of a container is. */
typedef enum pc_word {
  PC_WORD_FIRST,  /* it leads to the first element */
  PC_WORD_BEHIND, /* it leads to the room behind that */
  PC_WORD_DATA    /* it is no pointer to the elements */
} pc_word;

/* Whether an address lies in the container itself, whose words a row lists. */
PC_UNUSED static int pc_lies_in_itself(const pc_pointer *pointer, uintptr_t address, const void *container) {
  return address - (uintptr_t)container < pointer->repeat * sizeof(void *);
}

PC_UNUSED static pc_word pc_word_of(const pc_pointer *pointer, uintptr_t value, const void *container) {
  const uintptr_t first = (uintptr_t)pointer->data(container);
  const unsigned long long size = pointer->target()->size;
  long long room;
  if (value == first) return PC_WORD_FIRST;
  if (!first || value < first || !pointer->container || !pointer->container->room || !size) return PC_WORD_DATA;
  room = pointer->container->room(container);
  return room > 0 && (value - first + size - 1) / size <= (unsigned long long)room ? PC_WORD_BEHIND
                                                                                   : PC_WORD_DATA;
}

/* Whether the k-th pointer of an element is one, and no data. */
PC_UNUSED static int pc_is_alive(const pc_extent *extent, size_t element, size_t k) {
  const pc_layout *layout;
  const pc_slot *slot;
  uintptr_t at, value;
  if (extent->type & PC_ROWS) return 1;
  layout = &PC_STATE->layouts[extent->type & PC_TYPE_MASK];
  at = extent->base + element * pc_element_of(extent);
  if (k >= layout->nslots) return (long long)(k - layout->nslots) < layout->type->tail((const void *)at);
  slot = &layout->slots[k];
  if (slot->pointer->when && !slot->pointer->when((const void *)(at + slot->owner))) return 0;
  if (!slot->pointer->data) return 1;
  memcpy(&value, (const void *)(at + slot->offset), sizeof value);
  return pc_word_of(slot->pointer, value, (const void *)(at + slot->owner)) != PC_WORD_DATA;
}

/* Bytes of the object at `base`, which ends in `*n` elements of a flexible array; SIZE_MAX where it cannot.
 */
PC_UNUSED static size_t pc_bytes_with_tail(const pc_layout *layout, uintptr_t base, long long *n) {
  const size_t each = layout->type->tail_size;
  *n = layout->type->tail((const void *)base);
  if (*n < 0 || (each && (unsigned long long)*n > PTRDIFF_MAX / each - layout->size)) return SIZE_MAX;
  return layout->type->tail_offset + (size_t)*n * each;
}

/* Whether a word of data is one of a container whose elements lie elsewhere, a size for instance: kernels must not
 * change it, and it is not copied back. */
PC_UNUSED static int pc_keeps_word(const pc_extent *extent, size_t element, size_t k) {
  const pc_slot *slot;
  const void *container;
  if (extent->type & PC_ROWS || k >= PC_STATE->layouts[extent->type & PC_TYPE_MASK].nslots) return 0;
  slot = &PC_STATE->layouts[extent->type & PC_TYPE_MASK].slots[k];
  if (!slot->pointer->data) return 0;
  container = (const void *)(extent->base + element * pc_element_of(extent) + slot->owner);
  return !pc_lies_in_itself(slot->pointer, (uintptr_t)slot->pointer->data(container), container);
}

/* The same, and the container is there: it lies in no member of a union, or in the one that is alive. */
PC_UNUSED static int pc_is_kept_word(const pc_extent *extent, size_t element, size_t k) {
  const pc_slot *slot;
  if (!pc_keeps_word(extent, element, k)) return 0;
  slot = &PC_STATE->layouts[extent->type & PC_TYPE_MASK].slots[k];
  return !slot->pointer->when ||
         slot->pointer->when((const void *)(extent->base + element * pc_element_of(extent) + slot->owner));
}

/* How many pointers an extent or view holds. */
PC_UNUSED static size_t pc_cells_of(const pc_extent *extent) {
  const size_t slots = pc_slots_of(extent);
  return slots ? slots * pc_elements_of(extent) : 0;
}

/* A pointer's place, `k`-th of an element. */
PC_UNUSED static size_t pc_slot_offset(const pc_extent *extent, size_t k) {
  return extent->type & PC_ROWS ? 0 : pc_nth_slot(extent, k).offset;
}

/* The k-th pointer of an element. */
PC_UNUSED static const pc_pointer *pc_pointer_of(const pc_plan *plan, const pc_extent *extent, size_t k) {
  if (extent->type & PC_ROWS) return plan->rows[extent->type & PC_TYPE_MASK].pointer;
  return pc_nth_slot(extent, k).pointer;
}

/* What to call an extent in a message. */
PC_UNUSED static const char *pc_type_name(const pc_plan *plan, const pc_extent *extent) {
  if (extent->type & PC_MERGER) return "overlapping objects";
  if (extent->type & PC_ROWS) return plan->rows[extent->type & PC_TYPE_MASK].pointer->name;
  return PC_STATE->layouts[extent->type & PC_TYPE_MASK].type->name;
}

/* What to call a pointer of an extent. */
PC_COLD static void pc_name_pointer(const pc_plan *plan, const pc_extent *extent, const char *pointer,
                                    char *text, size_t size) {
  if (extent->type & PC_ROWS) {
    snprintf(text, size, "an element of '%s'", pc_type_name(plan, extent));
  } else {
    snprintf(text, size, "'%s' of '%s'", pointer, pc_type_name(plan, extent));
  }
}

/* A pass over a linked structure knows from the records where the next objects lie, which the processor
 * cannot guess. These ask for what it will read so many extents later. Only hints: memory that is gone is no
 * fault. */
enum { PC_AHEAD = 32 };
#define PC_LINE ((size_t)64)

/* The first cache lines of an extent; the processor knows how to go on. */
PC_UNUSED static void pc_prefetch_data(const pc_extent *extent) {
  const char *base = (const char *)extent->base;
  __builtin_prefetch(base);
  if (extent->bytes > PC_LINE) __builtin_prefetch(base + PC_LINE);
  if (extent->bytes > 2 * PC_LINE) __builtin_prefetch(base + 2 * PC_LINE);
}

/* The first pointers of an extent. */
PC_UNUSED static void pc_prefetch_pointers(const pc_extent *extent) {
  const size_t slots = pc_slots_of(extent);
  size_t k;
  for (k = 0; k < slots && k < 3; ++k)
    __builtin_prefetch((const char *)extent->base + pc_slot_offset(extent, k));
}

#ifdef __cplusplus
}
#endif

#endif
