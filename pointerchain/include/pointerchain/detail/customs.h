/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Members with functions of the user in objects that overlap: all have to say the same of a byte. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_CUSTOMS_H
#define POINTERCHAIN_DETAIL_CUSTOMS_H

#include "../descriptor.h"
#include "attributes.h"
#include "layouts.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One member with functions of the user. */
typedef struct pc_site {
  uintptr_t at; /* host address */
  const pc_custom *custom;
} pc_site;

typedef struct pc_sites {
  pc_site *sites;
  size_t n, capacity;
} pc_sites;

PC_UNUSED static int pc_compare_sites(const void *left, const void *right) {
  const pc_site *a = (const pc_site *)left, *b = (const pc_site *)right;
  return (a->at > b->at) - (a->at < b->at);
}

/* Adds those of an extent or view that have a byte in [from, to). 0: no memory. */
PC_UNUSED static int pc_add_sites(const pc_extent *part, uintptr_t from, uintptr_t to, pc_sites *sites) {
  const size_t customs = pc_customs_of(part), size = pc_element_of(part);
  const size_t elements = customs ? pc_elements_of(part) : 0;
  size_t i = from > part->base ? (from - part->base) / size : 0, k;
  for (; i < elements && part->base + i * size < to; ++i)
    for (k = 0; k < customs; ++k) {
      const pc_custom_slot *slot = &PC_STATE->layouts[part->type & PC_TYPE_MASK].customs[k];
      const uintptr_t at = part->base + i * size + slot->offset;
      if (at + slot->custom->bytes <= from || at >= to) continue;
      if (!pc_grow(&sites->sites, &sites->capacity, sites->n, sizeof *sites->sites)) return 0;
      sites->sites[sites->n].at = at;
      sites->sites[sites->n++].custom = slot->custom;
    }
  return 1;
}

/* The same of an extent that may be a merger. */
PC_UNUSED static int pc_add_all_sites(const pc_plan *plan, const pc_extent *extent, uintptr_t from,
                                      uintptr_t to, pc_sites *sites) {
  const uint32_t *view;
  if (!(extent->type & PC_MERGER)) return pc_add_sites(extent, from, to, sites);
  for (view = &plan->views[extent->cell]; *view != PC_FREE; ++view)
    if (!pc_add_sites(&plan->extents[*view], from, to, sites)) return 0;
  return 1;
}

/* Sorts them, each once. 0: two are at odds. */
PC_UNUSED static int pc_settle_sites(pc_sites *sites) {
  size_t i, n = 0;
  if (sites->n) qsort(sites->sites, sites->n, sizeof *sites->sites, pc_compare_sites);
  for (i = 0; i < sites->n; ++i) {
    const pc_site *last = n ? &sites->sites[n - 1] : NULL, *next = &sites->sites[i];
    if (last && last->at == next->at && pc_same_custom(last->custom, next->custom)) continue;
    if (last && last->at + last->custom->bytes > next->at) return 0;
    sites->sites[n++] = *next;
  }
  sites->n = n;
  return 1;
}

/* Whether a view has all of the settled ones that have a byte in it. */
PC_UNUSED static int pc_has_sites(const pc_sites *sites, const pc_extent *view) {
  const size_t own = pc_customs_of(view) ? pc_customs_of(view) * pc_elements_of(view) : 0;
  size_t low = 0, high = sites->n, n = 0;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (sites->sites[middle].at + sites->sites[middle].custom->bytes <= view->base) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  for (; low < sites->n && sites->sites[low].at < view->base + view->bytes; ++low) ++n;
  return n == own;
}

/* The first view of a merger that has such members, of which there is at least one. */
PC_COLD static const pc_layout *pc_custom_layout(const pc_plan *plan, const pc_extent *merger) {
  const uint32_t *view = &plan->views[merger->cell];
  while (!pc_customs_of(&plan->extents[*view])) ++view;
  return &PC_STATE->layouts[plan->extents[*view].type & PC_TYPE_MASK];
}

PC_COLD static const char *pc_custom_owner(const pc_plan *plan, const pc_extent *merger) {
  return pc_custom_layout(plan, merger)->type->name;
}

PC_COLD static const char *pc_custom_name(const pc_plan *plan, const pc_extent *merger) {
  return pc_custom_layout(plan, merger)->customs[0].custom->name;
}

/* Whether the views of a merger say the same. Negative: no memory. */
PC_UNUSED static int pc_merged_customs_agree(const pc_plan *plan, const pc_extent *merger) {
  pc_sites sites = {NULL, 0, 0};
  const uint32_t *view;
  int agree;
  if (!PC_STATE->custom_bytes) return 1;
  agree = pc_add_all_sites(plan, merger, merger->base, merger->base + merger->bytes, &sites) ? 1 : -1;
  if (agree > 0) agree = pc_settle_sites(&sites);
  for (view = &plan->views[merger->cell]; *view != PC_FREE && agree > 0; ++view)
    agree = pc_has_sites(&sites, &plan->extents[*view]);
  pc_shrink(&sites.sites, &sites.capacity, 0, sizeof *sites.sites);
  return agree;
}

/* Whether a view of a mapped extent says what that says. Negative: no memory. */
PC_UNUSED static int pc_mapped_customs_agree(const pc_plan *owner, const pc_extent *mapped,
                                             const pc_extent *view) {
  const pc_layout *layouts = PC_STATE->layouts;
  const uintptr_t from = view->base, to = view->base + view->bytes;
  pc_sites sites = {NULL, 0, 0};
  size_t n;
  int agree;
  if (!PC_STATE->custom_bytes) return 1;
  if (!((mapped->type | view->type) & (PC_MERGER | PC_ROWS)) &&
      layouts[mapped->type & PC_TYPE_MASK].same == layouts[view->type & PC_TYPE_MASK].same &&
      (from - mapped->base) % pc_element_of(mapped) == 0)
    return 1;
  agree = pc_add_all_sites(owner, mapped, from, to, &sites) ? 1 : -1;
  if (agree > 0) agree = pc_settle_sites(&sites) && pc_has_sites(&sites, view);
  n = sites.n;
  if (agree > 0 && !pc_add_sites(view, from, to, &sites)) agree = -1;
  if (agree > 0) agree = pc_settle_sites(&sites) && sites.n == n;
  pc_shrink(&sites.sites, &sites.capacity, 0, sizeof *sites.sites);
  return agree;
}

#ifdef __cplusplus
}
#endif

#endif
