/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the device got of containers' words that are data, a size for instance: what a kernel makes of them does not come
 * back, and is an error (patches.h). Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_WORDS_H
#define POINTERCHAIN_DETAIL_WORDS_H

#include "attributes.h"
#include "layouts.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* pc_note_words of one record or array of them. */
PC_UNUSED static void pc_note_words_of(pc_plan *plan, const pc_extent *part, uintptr_t from, uintptr_t to) {
  const size_t slots = pc_slots_of(part), elements = pc_elements_of(part), size = pc_element_of(part);
  size_t i, k;
  for (i = 0; i < elements; ++i)
    for (k = 0; k < slots; ++k) {
      const uintptr_t at = part->base + i * size + pc_slot_offset(part, k);
      const uint32_t cell = part->cell + (uint32_t)(i * slots + k);
      uintptr_t word;
      if (at < from || at >= to || plan->codes[cell] != PC_DATA || cell >= plan->caplengths ||
          !pc_is_kept_word(part, i, k))
        continue;
      memcpy(&word, (const void *)at, sizeof word);
      plan->lengths[cell] = (long long)word;
    }
}

/* Notes those words in bytes [from, to) of an extent, which an update brings to the device. */
PC_UNUSED static void pc_note_words(pc_plan *plan, const pc_extent *extent, size_t from, size_t to) {
  const uintptr_t begin = extent->base + from, end = extent->base + to;
  const uint32_t *view;
  if (!plan->lengths) return;
  if (!(extent->type & PC_MERGER)) {
    if (pc_has_unions(extent)) pc_note_words_of(plan, extent, begin, end);
    return;
  }
  for (view = &plan->views[extent->cell]; *view != PC_FREE; ++view)
    if (pc_has_unions(&plan->extents[*view])) pc_note_words_of(plan, &plan->extents[*view], begin, end);
}

#ifdef __cplusplus
}
#endif

#endif
