/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * zpp_bits (C++20) takes owned.h as it is. It does not know what is shared.
 */
#ifndef TRANSFER_ZPP_H
#define TRANSFER_ZPP_H

#define ZPP_BITS_INLINE_MODE 0 /* inlining by force fails for types that lead to themselves */
#include <zpp_bits.h>
#define OWNED_POINTER zpp::bits::optional_ptr /* its std::unique_ptr is never null */
#include "owned.h"

typedef std::vector<std::byte> ZppImage;

template <class P> ZppImage zpp_saved(const P &from) {
  ZppImage image;
  zpp::bits::out out{image};
  if (zpp::bits::failure(out(from))) std::exit(1);
  return image;
}

template <class P> bool zpp_loaded(P &to, const ZppImage &image) {
  zpp::bits::in in{image};
  return !zpp::bits::failure(in(to)) && to != nullptr;
}

#endif
