/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Where objects of the C++ library keep what they hold, and the number that says what that is. Not for users;
 * generated descriptors name the templates.
 *
 * A library says neither, so its functions are asked about bytes that this program makes.
 */
#ifndef POINTERCHAIN_DETAIL_KEPT_H
#define POINTERCHAIN_DETAIL_KEPT_H

/* Raised when a template below changes its arguments. */
#define PC_KEPT_VERSION 1

#ifdef __cplusplus
#include <cstddef>
#include <cstdio>
#include <stdlib.h>

/* Bytes from the object. */
struct pc_kept {
  std::size_t at, bytes; /* the number */
  std::size_t held;
};

[[noreturn]] static inline void pc_kept_elsewhere(const char *what) {
  std::fprintf(stderr, "error: where a '%s' keeps what it holds cannot be found\n", what);
  std::abort();
}

/* An object of zeros. */
template <class Object> static Object *pc_object_of_zeros(const char *what) {
  void *const room = calloc(1, sizeof(Object));
  if (!room) pc_kept_elsewhere(what);
  return static_cast<Object *>(room);
}

/* `Asked` has the type of the object, its `number`, 0 where all bytes are, and where it holds something when that is
 * `first`. Every byte on which a number from 0 on depends belongs to it. */
template <class Asked> static pc_kept pc_find_kept(const char *what) {
  typedef typename Asked::object object;
  object *const made = pc_object_of_zeros<object>(what);
  char *const bytes = reinterpret_cast<char *>(made);
  pc_kept found = {0, 0, 0};
  std::size_t i, low = 0;
  if (Asked::number(made)) pc_kept_elsewhere(what);
  for (i = 0; i < sizeof(object); ++i) {
    bytes[i] = 1;
    if (Asked::number(made)) {
      if (!found.bytes++) found.at = i;
      if (Asked::number(made) == 1) low = i;
    }
    bytes[i] = 0;
  }
  if (!found.bytes || (found.bytes & (found.bytes - 1)) || found.bytes > 8) pc_kept_elsewhere(what);
  bytes[low] = static_cast<char>(Asked::first);
  found.held = static_cast<std::size_t>(static_cast<const char *>(Asked::held(made)) - bytes);
  free(made);
  return found;
}

/* The same for what has a place and no number. */
template <class Asked> static std::size_t pc_find_place(const char *what) {
  typename Asked::object *const made = pc_object_of_zeros<typename Asked::object>(what);
  const std::ptrdiff_t at = static_cast<const char *>(Asked::held(made)) - reinterpret_cast<char *>(made);
  free(made);
  return static_cast<std::size_t>(at);
}
#endif

#endif
