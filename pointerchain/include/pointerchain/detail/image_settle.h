/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The end of a load (image_load.h): pointers get their last values, and what was computed of records with null
 * pointers is computed again, of the structure that the caller gets. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_IMAGE_SETTLE_H
#define POINTERCHAIN_DETAIL_IMAGE_SETTLE_H

#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"
#include "image_limits.h"
#include "image_loader.h"
#include "image_types.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Settles the next pointer that leads elsewhere. */
PC_UNUSED static int pc_load_settle(pc_loader *loader, const uint64_t words[2]) {
  const pc_load_elsewhere *one = &loader->elsewhere[loader->settled++];
  const char *name = one->pointer ? one->pointer->name : "a root";
  const pc_load_object *object;
  char *value;
  loader->within = one->within;
  if (!words[0] && !words[1] && one->pointer && one->pointer->kind == PC_OBSERVER) return PC_OK; /* null */
  if (!words[0] || words[0] > loader->nobjects || words[1] > SIZE_MAX)
    return pc_load_fail(loader, name, "it leads into an object that was not met");
  object = &loader->objects[words[0] - 1];
  if (!pc_object_fits(&loader->types, object->type, object->depth, object->bytes, (size_t)words[1], one->bytes,
                      one->type, one->depth) ||
      (one->depth && one->pointer->kind != PC_OBSERVER &&
       !pc_rows_agree(one->pointer->inner, pc_noted_rows(&loader->row_notes, (size_t)words[0] - 1))))
    return pc_load_fail(loader, name, "it leads into an object of another type or length");
  if (!one->depth && one->bytes &&
      pc_no_value(loader->types.list[one->type].type, object->at + words[1], one->bytes, 0, PC_TRUTHS_REFUSE))
    return pc_load_fail(loader, name, "it leads to bytes that are no value of its type");
  if (one->string && object->at[object->bytes - 1])
    return pc_load_fail(loader, name, "it leads into a string without an end");
  if (one->length) loader->lengths[one->length - 1].object = (size_t)words[0];
  value = object->at + words[1];
  memcpy(one->cell, &value, sizeof value);
  return PC_OK;
}

/* Whether a length that the image tells may be asked of the structure: where it is that of a string, that has to
 * end in its object. Otherwise the image is trusted. */
PC_UNUSED static int pc_load_may_ask(const pc_loader *loader, const pc_load_length *length) {
  const char *string;
  if (!length->string) return loader->trusted;
  memcpy(&string, length->cell, sizeof string);
  if (!string) return 0;
  if (length->value > 0) return !string[length->value - 1];
  if (!length->object) return 0;
  return !loader->objects[length->object - 1].at[loader->objects[length->object - 1].bytes - 1];
}

/* Compares a length that was computed again. */
PC_UNUSED static int pc_load_compare(pc_loader *loader, long long value, long long before) {
  if (value == before && value >= 0) return PC_OK;
  if (value == PC_LENGTH_UNREADABLE && pc_pages_failed()) return pc_no_memory(loader->call);
  return pc_fail(loader->call, PC_ERROR_IMAGE,
                 "a length is read through a pointer, and is not the one that the image has");
}

/* Computes all lengths again, now that pointers lead somewhere. */
PC_UNUSED static int pc_load_check(pc_loader *loader) {
  size_t i;
  for (i = 0; i < loader->nplain; ++i) {
    const pc_load_plain_length *length = &loader->plain[i];
    const int status = pc_load_compare(loader, length->count(length->owner), length->value);
    if (status != PC_OK) return status;
  }
  for (i = 0; i < loader->nlengths; ++i) {
    const pc_load_length *length = &loader->lengths[i];
    const pc_row_owner row = {length->owner, length->row};
    long long value;
    int status;
    if (length->when) {
      if (!length->when(length->owner) != !length->value)
        return pc_fail(loader->call, PC_ERROR_IMAGE, "a condition is read through a pointer");
      continue;
    }
    if (length->kind) {
      const void *object;
      memcpy(&object, length->cell, sizeof object);
      if (!object || length->kind(object) != length->value)
        return pc_fail(loader->call, PC_ERROR_IMAGE, "an object is not of the class that the image says");
      continue;
    }
    if (length->cell && !pc_load_may_ask(loader, length))
      return pc_fail(loader->call, PC_ERROR_IMAGE, "a string does not end where the image says");
    value = length->count(length->row < 0 ? length->owner : (const void *)&row);
    if (length->value < 0 && length->cell && value > 0) { /* as many as there are */
      const pc_load_object *object = &loader->objects[length->object - 1];
      const char *at;
      memcpy(&at, length->cell, sizeof at);
      if ((unsigned long long)value >
          (object->bytes - (size_t)(at - object->at)) / length->element)
        return pc_fail(loader->call, PC_ERROR_IMAGE, "a pointer leads to more than its object has");
      continue;
    }
    status = pc_load_compare(loader, value, length->value);
    if (status != PC_OK) return status;
  }
  return PC_OK;
}

#ifdef __cplusplus
}
#endif

#endif
