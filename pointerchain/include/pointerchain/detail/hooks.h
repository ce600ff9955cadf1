/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Members with functions of the user under transfer. Not for users.
 *
 * `before` works on a copy of the member. What came waits until all data of its object are there, and is given
 * to `after` then.
 */
#ifndef POINTERCHAIN_DETAIL_HOOKS_H
#define POINTERCHAIN_DETAIL_HOOKS_H

#include "../descriptor.h"
#include "attributes.h"
#include "state.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A member that waits for its function. */
typedef struct pc_waiting {
  const pc_custom *custom;
  uintptr_t owner;
  size_t at; /* of its bytes */
} pc_waiting;

typedef struct pc_hooks {
  pc_waiting *waiting;
  size_t n, capacity;
  char *bytes; /* of all that wait */
  size_t nbytes, capbytes;
  char *room; /* for one copy */
  size_t caproom;
} pc_hooks;

PC_UNUSED static int pc_reserve_bytes(char **bytes, size_t *capacity, size_t n) {
  char *more;
  if (n <= *capacity) return 1;
  more = (char *)pc_resize(*bytes, *capacity, n + n / 8 + 64);
  if (!more) return 0;
  *bytes = more;
  *capacity = n + n / 8 + 64;
  return 1;
}

PC_UNUSED static void pc_drop_hooks(pc_hooks *hooks) {
  pc_shrink(&hooks->waiting, &hooks->capacity, 0, sizeof *hooks->waiting);
  pc_shrink(&hooks->bytes, &hooks->capbytes, 0, 1);
  pc_shrink(&hooks->room, &hooks->caproom, 0, 1);
}

/* A copy of a member's bytes, aligned as its type; null: no memory. */
PC_UNUSED static char *pc_copy_custom(pc_hooks *hooks, const pc_custom *custom, const char *bytes) {
  const uintptr_t align = custom->align ? custom->align : 1;
  uintptr_t at;
  if (!pc_reserve_bytes(&hooks->room, &hooks->caproom, custom->bytes + align)) return NULL;
  at = ((uintptr_t)hooks->room + align - 1) & ~(align - 1);
  memcpy((void *)at, bytes, custom->bytes);
  return (char *)at;
}

/* What travels of a member; null: no memory. It stays until the next one is asked for. */
PC_UNUSED static const char *pc_before_custom(pc_hooks *hooks, const pc_custom *custom, uintptr_t owner,
                                              const char *host) {
  char *copy = pc_copy_custom(hooks, custom, host);
  if (copy && custom->before) custom->before(copy, (const void *)owner);
  return copy;
}

/* Keeps what came of a member. 0: no memory. */
PC_UNUSED static int pc_keep_custom(pc_hooks *hooks, const pc_custom *custom, uintptr_t owner,
                                    const char *bytes) {
  pc_waiting *waiting;
  if (!pc_grow(&hooks->waiting, &hooks->capacity, hooks->n, sizeof *hooks->waiting) ||
      !pc_reserve_bytes(&hooks->bytes, &hooks->capbytes, hooks->nbytes + custom->bytes))
    return 0;
  waiting = &hooks->waiting[hooks->n++];
  waiting->custom = custom;
  waiting->owner = owner;
  waiting->at = hooks->nbytes;
  memcpy(hooks->bytes + waiting->at, bytes, custom->bytes);
  hooks->nbytes += custom->bytes;
  return 1;
}

/* Exchanges the bytes of a member that waits with those at `host`. */
PC_UNUSED static void pc_swap_custom(pc_hooks *hooks, size_t number, char *host) {
  const pc_waiting *waiting = &hooks->waiting[number];
  char *bytes = hooks->bytes + waiting->at;
  size_t i;
  for (i = 0; i < waiting->custom->bytes; ++i) {
    const char byte = host[i];
    host[i] = bytes[i];
    bytes[i] = byte;
  }
}

/* Forgets the members that wait from number `keep` on. */
PC_UNUSED static void pc_forget_customs(pc_hooks *hooks, size_t keep) {
  if (keep == hooks->n) return;
  hooks->nbytes = hooks->waiting[keep].at;
  hooks->n = keep;
}

/* Gives all that came to the functions. 0: no memory. */
PC_UNUSED static int pc_after_customs(pc_hooks *hooks) {
  size_t i;
  for (i = 0; i < hooks->n; ++i) {
    const pc_waiting *waiting = &hooks->waiting[i];
    const char *copy;
    if (!waiting->custom->after) continue;
    copy = pc_copy_custom(hooks, waiting->custom, hooks->bytes + waiting->at);
    if (!copy) return 0;
    waiting->custom->after((void *)waiting->owner, copy);
  }
  pc_forget_customs(hooks, 0);
  return 1;
}

#ifdef __cplusplus
}
#endif

#endif
