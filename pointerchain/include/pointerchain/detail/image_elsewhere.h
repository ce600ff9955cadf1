/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Where pointers lead that are no way to an object: observers, and those into the middle of an object. Settled
 * when all objects of an image are known. Not for users.
 *
 * An address may be the end of one object and the beginning of another. As on devices (observers.h), the other
 * pointers of the holder and the types tell which is meant; where both may be, the image is refused.
 */
#ifndef POINTERCHAIN_DETAIL_IMAGE_ELSEWHERE_H
#define POINTERCHAIN_DETAIL_IMAGE_ELSEWHERE_H

#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "image_marks.h"
#include "image_out.h"
#include "image_pack.h"
#include "image_sharing.h"
#include "image_types.h"
#include "image_wholes.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The objects of an image by address; they do not overlap. */
typedef struct pc_by_address {
  uintptr_t base;
  size_t number;
} pc_by_address;

PC_UNUSED static int pc_compare_packed(const void *left, const void *right) {
  const pc_by_address *a = (const pc_by_address *)left, *b = (const pc_by_address *)right;
  return (a->base > b->base) - (a->base < b->base);
}

PC_UNUSED static pc_by_address *pc_sort_packed(const pc_packer *packer) {
  pc_by_address *sorted;
  size_t i;
  if (packer->packed.n > PTRDIFF_MAX / sizeof *sorted) return NULL;
  sorted = (pc_by_address *)malloc((packer->packed.n + 1) * sizeof *sorted);
  if (!sorted) return NULL;
  for (i = 0; i < packer->packed.n; ++i) {
    sorted[i].base = packer->packed.list[i].base;
    sorted[i].number = i;
  }
  qsort(sorted, packer->packed.n, sizeof *sorted, pc_compare_packed);
  return sorted;
}

/* How many objects begin before an address. */
PC_UNUSED static size_t pc_packed_below(const pc_packer *packer, const pc_by_address *sorted, uintptr_t address) {
  size_t low = 0, high = packer->packed.n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (sorted[middle].base < address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* The object that begins at an address, or null. A map of the user's is not asked, but `sorted`. */
PC_UNUSED static const pc_packed *pc_packed_at(pc_packer *packer, const pc_by_address *sorted, uintptr_t address) {
  const pc_packed *list = packer->packed.list;
  uint32_t found;
  if (packer->packed.map) {
    const size_t at = pc_packed_below(packer, sorted, address);
    return at < packer->packed.n && sorted[at].base == address ? &list[sorted[at].number] : NULL;
  }
  for (found = pc_first_packed(&packer->packed, &packer->marks, address, NULL); found; found = list[found - 1].next)
    if (list[found - 1].base == address) return &list[found - 1];
  return NULL;
}

/* Whether another pointer of the holder leads into an object. */
PC_UNUSED static int pc_has_packed_sibling(pc_packer *packer, const pc_elsewhere *one, const pc_packed *object) {
  const pc_image_type *type = &packer->types.list[one->holder_type];
  size_t k;
  if (!one->holder) return 0;
  for (k = 0; k < type->nslots; ++k) {
    const pc_image_slot *slot = &type->slots[k];
    uintptr_t value;
    if (slot->pointer->when && !slot->pointer->when(one->holder + slot->owner)) continue;
    memcpy(&value, one->holder + slot->offset, sizeof value);
    if (value >= object->base && value - object->base < object->bytes) return 1;
  }
  return 0;
}

PC_UNUSED static int pc_is_packed_as(const pc_packer *packer, const pc_packed *object, const pc_elsewhere *one) {
  if (object->depth != one->depth) return 0;
  return object->type == one->type || (!one->depth && pc_image_kind(&packer->types, object->type, one->type));
}

/* Finds the object that a pointer leads to, or null: none that is in the image. */
PC_UNUSED static int pc_settle_elsewhere(pc_packer *packer, pc_by_address **sorted, const pc_elsewhere *one,
                                         const pc_packed **object) {
  const int observes = one->pointer && one->pointer->kind == PC_OBSERVER;
  const pc_packed *at, *before = NULL;
  size_t low;
  if (packer->packed.map && !*sorted) {
    *sorted = pc_sort_packed(packer);
    if (!*sorted) return pc_no_memory(packer->call);
  }
  at = pc_packed_at(packer, *sorted, one->value);
  *object = at;
  if (!at || pc_any_marked(&packer->marks, one->value - 1, 1)) {
    if (!*sorted) *sorted = pc_sort_packed(packer);
    if (!*sorted) return pc_no_memory(packer->call);
    low = pc_packed_below(packer, *sorted, one->value);
    if (low) before = &packer->packed.list[(*sorted)[low - 1].number];
  }
  if (before && one->value - before->base > before->bytes) before = NULL;
  if (!before || !observes || one->value - before->base < before->bytes) {
    if (!at && before && one->value - before->base < before->bytes) *object = before;
    return PC_OK;
  }
  /* `before` ends there. */
  if (!at) {
    const uintptr_t own = (uintptr_t)one->holder - before->base;
    const int whole = one->holder && one->holder_type == one->type && !one->depth;
    if ((one->holder && own < before->bytes && !whole) || pc_has_packed_sibling(packer, one, before) ||
        (!one->bytes && pc_is_packed_as(packer, before, one)))
      *object = before;
    return PC_OK;
  }
  if (!pc_has_packed_sibling(packer, one, before)) return PC_OK;
  if (pc_is_packed_as(packer, before, one) == pc_is_packed_as(packer, at, one))
    return pc_pack_fail(packer, one->pointer, PC_ERROR_UNSUPPORTED,
                        "it leads to where one object ends and another begins: which of them is meant is not known");
  if (pc_is_packed_as(packer, before, one)) *object = before;
  return PC_OK;
}

/* A pointer leads to more than the object that was met there. The walk begins again, if that is new. */
PC_UNUSED static int pc_settle_again(pc_packer *packer, const pc_elsewhere *one, const char *problem) {
  const int noted = pc_note_whole(&packer->out->wholes, one->value, one->value + one->bytes, 0);
  if (noted < 0) return pc_no_memory(packer->call);
  packer->again |= noted;
  return noted ? PC_OK : pc_pack_fail(packer, one->pointer, PC_ERROR_UNSUPPORTED, problem);
}

/* Writes where a pointer leads that was left for the end. */
PC_UNUSED static int pc_pack_one_elsewhere(pc_packer *packer, pc_by_address **sorted, const pc_elsewhere *one) {
  const int observes = one->pointer && one->pointer->kind == PC_OBSERVER;
  const pc_packed *object = NULL;
  uint64_t words[2] = {0, 0};
  int status;
  packer->within = one->within;
  status = pc_settle_elsewhere(packer, sorted, one, &object);
  if (status != PC_OK) return status;
  if (!object && !observes)
    return pc_settle_again(packer, one,
                           "a part of what it leads to is met before: by the first section, by a pointer that owns it, or "
                           "on the only way to the rest; an image cannot hold that: name the whole first");
  if (object) {
    words[0] = (uint64_t)(object - packer->packed.list) + 1;
    words[1] = one->value - object->base;
    if (one->depth && object->depth == one->depth && !observes &&
        !pc_rows_agree(one->pointer->inner, pc_noted_rows(&packer->rows, (size_t)words[0] - 1)))
      return pc_pack_fail(packer, one->pointer, PC_ERROR_UNSUPPORTED, PC_OTHER_ROWS);
    if (!pc_object_fits(&packer->types, object->type, object->depth, object->bytes, (size_t)words[1], one->bytes,
                        one->type, one->depth)) {
      const char *const problem = "it leads into an object of another type or length; an image cannot hold that";
      if (!observes && one->bytes > object->bytes - (size_t)words[1]) return pc_settle_again(packer, one, problem);
      return pc_pack_fail(packer, one->pointer, PC_ERROR_UNSUPPORTED, problem);
    }
    if (one->string && ((const char *)object->base)[object->bytes - 1])
      return pc_pack_fail(packer, one->pointer, PC_ERROR_UNSUPPORTED,
                          "it leads to a string in an array whose last byte is no zero; an image cannot hold that");
  }
  return packer->again || pc_out_data(packer->out, (const char *)words, sizeof words) ? PC_OK : pc_pack_full(packer);
}

/* Writes all of them. Where one cannot be settled, a whole may be noted for another that is: then this is void. */
PC_UNUSED static int pc_pack_all_elsewhere(pc_packer *packer) {
  pc_by_address *sorted = NULL;
  size_t i;
  int failed = PC_OK;
  if (!pc_out_align(packer->out, sizeof(uint64_t))) return pc_pack_full(packer);
  for (i = 0; i < packer->nelsewhere; ++i) {
    const int status = pc_pack_one_elsewhere(packer, &sorted, &packer->elsewhere[i]);
    if (status != PC_OK) failed = status;
    if (status != PC_OK && status != PC_ERROR_UNSUPPORTED) break;
  }
  free(sorted);
  return failed == PC_ERROR_UNSUPPORTED && packer->again ? PC_OK : failed;
}

#ifdef __cplusplus
}
#endif

#endif
