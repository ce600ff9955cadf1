// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// An allocator of the library's containers whose memory guard.h protects.
#pragma once
#include "guard.h"

#include <cstddef>

template <class T> struct guarded {
  using value_type = T;
  guarded() = default;
  template <class U> guarded(const guarded<U> &) {}
  T *allocate(std::size_t n) { return static_cast<T *>(guard_alloc(n * sizeof(T))); }
  void deallocate(T *, std::size_t) {}
  bool operator==(const guarded &) const { return true; }
  bool operator!=(const guarded &) const { return false; }
};
