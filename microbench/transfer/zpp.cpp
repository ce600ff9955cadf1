/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * STRUCTURE: zpp_bits. What is shared it cannot hold: 3.
 */
#include "zpp.h"
#include "timing.h"

int main(int argc, char **argv) {
  with_owned(argc > 1 ? argv[1] : "list", true, [](auto from) {
    ZppImage image;
    auto *const copies = new std::vector<decltype(from)>; /* never freed: that would count, and recurse */
    copies->reserve(TIMES);
    measure([&] { return (image = zpp_saved(from)).size(); },
            [&] { return zpp_loaded(copies->emplace_back(), image); });
    std::fflush(stdout);
    std::_Exit(0);
  });
  return 3;
}
