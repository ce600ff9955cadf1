/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * STRUCTURE: binary archives of cereal.
 */
#include "cereal.h"
#include "timing.h"

struct Run {
  template <class P> void operator()(P from) {
    std::string image;
    std::vector<P> *const copies = new std::vector<P>; /* never freed: that would count, and recurse */
    copies->reserve(TIMES);
    measure([&] { return (image = cereal_saved(from)).size(); },
            [&] {
              copies->emplace_back();
              return cereal_loaded(copies->back(), image);
            });
    std::fflush(stdout);
    std::_Exit(0);
  }
};

int main(int argc, char **argv) {
  const char *const name = argc > 1 ? argv[1] : "list";
  with_owned(name, true, Run());
  with_shared(name, true, Run());
}
