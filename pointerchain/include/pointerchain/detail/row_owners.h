/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Rows that several objects lead to, each of which says how long they are. Not for users.
 *
 * The record of an array of pointers asks the object that led there first. What each further one says is recorded by the cell of
 * its pointer, and compared by itself.
 */
#ifndef POINTERCHAIN_DETAIL_ROW_OWNERS_H
#define POINTERCHAIN_DETAIL_ROW_OWNERS_H

#include "../descriptor.h"
#include "attributes.h"
#include "layouts.h"
#include "recorded.h"
#include "state.h"
#include "values.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One of the numbers that tell how long the rows are that an object leads to. */
typedef struct pc_row_number {
  const pc_pointer *inner;
  size_t row;  /* the first row that it is about */
  size_t rows; /* how many; 0: not those of the first level */
  long long length;
} pc_row_number;

/* The next of these numbers, which `owner` says of `n` rows that `pointer` leads to; 0 at the end. `number` begins as zero. */
PC_UNUSED static int pc_next_row_number(const pc_pointer *pointer, uintptr_t owner, size_t n, pc_row_number *number) {
  const pc_pointer *inner = number->inner;
  pc_row_owner row = {(const void *)owner, 0};
  if (inner && inner == pointer->inner && inner->owner_stride && number->row + 1 < n) {
    ++number->row;
  } else {
    inner = inner ? inner->inner : pointer->inner;
    while (inner && (!inner->count || (inner->owner_stride && (inner != pointer->inner || !n)))) inner = inner->inner;
    number->row = 0;
    number->rows = inner != pointer->inner ? 0 : inner && inner->owner_stride ? 1 : n;
  }
  number->inner = inner;
  if (!inner) return 0;
  row.row = (long long)number->row;
  number->length = inner->count(inner->owner_stride ? (const void *)&row : (const void *)owner);
  return 1;
}

/* The object whose members say how long the rows are that the k-th pointer of element i leads to. */
PC_UNUSED static uintptr_t pc_rows_owner(const pc_plan *plan, const pc_extent *extent, size_t i, size_t k) {
  if (extent->type & PC_ROWS) return plan->rows[extent->type & PC_TYPE_MASK].owner;
  return extent->base + i * pc_element_of(extent) + pc_nth_slot(extent, k).owner;
}

/* Whether a cell's pointer leads to rows whose record asks another object. */
PC_UNUSED static int pc_asks_another(const pc_plan *plan, uint32_t code, uintptr_t owner) {
  const pc_extent *table = code - 1 < PC_LAST ? &plan->extents[code - 1] : NULL;
  return !table || !(table->type & PC_ROWS) || plan->rows[table->type & PC_TYPE_MASK].owner != owner;
}

/* Where the record of a cell's rows is, or has to be. */
PC_UNUSED static size_t pc_shared_rows_at(const pc_plan *plan, uint32_t cell) {
  size_t low = 0, high = plan->nshared_rows;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (plan->shared_rows[middle].cell < cell) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

PC_UNUSED static const pc_shared_rows *pc_shared_rows_of(const pc_plan *plan, uint32_t cell) {
  const size_t at = plan->nshared_rows ? pc_shared_rows_at(plan, cell) : 0;
  return at < plan->nshared_rows && plan->shared_rows[at].cell == cell ? &plan->shared_rows[at] : NULL;
}

/* Records what `owner` says of the `n` rows that the pointer of a cell leads to. 0: no memory. */
PC_UNUSED static int pc_note_shared_rows(pc_plan *plan, uint32_t cell, const pc_pointer *pointer, uintptr_t owner, size_t n) {
  const size_t at = pc_shared_rows_at(plan, cell);
  pc_shared_rows *shared;
  pc_row_number number = {NULL, 0, 0, 0};
  if (at == plan->nshared_rows || plan->shared_rows[at].cell != cell) {
    if (!pc_grow(&plan->shared_rows, &plan->capshared_rows, plan->nshared_rows, sizeof *shared)) return 0;
    memmove(&plan->shared_rows[at + 1], &plan->shared_rows[at], (plan->nshared_rows - at) * sizeof *shared);
    ++plan->nshared_rows;
  }
  shared = &plan->shared_rows[at];
  shared->cell = cell;
  shared->n = 0;
  shared->first = plan->nrow_lengths;
  while (pc_next_row_number(pointer, owner, n, &number)) {
    if (!pc_grow(&plan->row_lengths, &plan->caprow_lengths, plan->nrow_lengths, sizeof *plan->row_lengths)) return 0;
    plan->row_lengths[plan->nrow_lengths++] = number.length;
    ++shared->n;
  }
  return 1;
}

/* Whether rows of so many elements are mapped, or leave now. */
PC_UNUSED static int pc_rows_reach(const pc_plan *plan, const pc_extent *extent, size_t i, size_t k,
                                   const pc_row_number *number) {
  const uint32_t type = extent->type & PC_ROWS ? plan->rows[extent->type & PC_TYPE_MASK].target : pc_nth_slot(extent, k).target;
  const size_t each = number->inner->inner ? sizeof(void *) : PC_STATE->layouts[type].size;
  uintptr_t table, row;
  size_t r;
  memcpy(&table, (const void *)(extent->base + i * pc_element_of(extent) + pc_slot_offset(extent, k)), sizeof table);
  if (number->length < 0 || !number->rows || (unsigned long long)number->length > PTRDIFF_MAX / (each ? each : 1)) return 0;
  for (r = 0; r < number->rows; ++r) {
    memcpy(&row, (const void *)(table + (number->row + r) * sizeof row), sizeof row);
    if (row && !pc_is_indexed(row, (size_t)number->length * each)) return 0;
  }
  return 1;
}

/* How a length that an object says of rows is another one. */
typedef struct pc_row_change {
  pc_row_number number;
  long long old;
} pc_row_change;

/* Whether what an object says of the rows that the k-th pointer of element i leads to, another than the one that their
 * record asks, is not what it said, and no reason to pass that over: so many elements are mapped, or it is `shorter`
 * and may be. */
PC_UNUSED static int pc_find_row_change(const pc_plan *plan, const pc_extent *extent, size_t i, size_t k, uint32_t cell,
                                        pc_lengths lengths, pc_row_change *change) {
  const pc_shared_rows *shared = pc_shared_rows_of(plan, cell);
  const pc_pointer *pointer = pc_pointer_of(plan, extent, k);
  size_t n, at = 0;
  if (!shared || !pc_leads(plan->codes[cell])) return 0;
  memset(change, 0, sizeof *change);
  n = pointer->count && cell < plan->caplengths && plan->lengths[cell] != PC_UNMEASURED ? (size_t)plan->lengths[cell] : 1;
  while (pc_next_row_number(pointer, pc_rows_owner(plan, extent, i, k), n, &change->number) && at < shared->n) {
    const long long now = change->number.length;
    change->old = plan->row_lengths[shared->first + at++];
    if (now == change->old) continue;
    if (now >= 0 && now < change->old && (lengths == PC_LENGTHS_LONGER || change->number.inner->flags & PC_MUTABLE_LENGTH)) continue;
    if (now > change->old && (lengths == PC_LENGTHS_SHORTER || pc_rows_reach(plan, extent, i, k, &change->number))) continue;
    return 1;
  }
  return 0;
}

#ifdef __cplusplus
}
#endif

#endif
