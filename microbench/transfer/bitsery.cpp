/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * STRUCTURE: bitsery. Of what is shared nothing is written here: 3.
 */
#include "owned.h"
#include "timing.h"

#include <bitsery/adapter/buffer.h>
#include <bitsery/bitsery.h>
#include <bitsery/ext/std_smart_ptr.h>
#include <bitsery/traits/array.h>
#include <bitsery/traits/string.h>
#include <bitsery/traits/vector.h>

typedef std::vector<uint8_t> Image;
typedef bitsery::ext::StdSmartPtr Smart;
enum { MOST = 1 << 30 };

template <class S> void serialize(S &s, OwnedLink &o) {
  s.value8b(o.value), s.value8b(o.weight);
  s.ext(o.next, Smart());
}
template <class S> void serialize(S &s, OwnedTree &o) {
  s.value8b(o.value);
  s.ext(o.left, Smart()), s.ext(o.right, Smart());
}
template <class S> void serialize(S &s, OwnedMesh &o) { s.container8b(o.places, MOST), s.container4b(o.corners, MOST); }
template <class S> void serialize(S &s, OwnedPart &o) {
  s.container8b(o.place), s.text1b(o.name, MOST);
  s.container(o.meshes, MOST, [](S &each, Owned<OwnedMesh> &mesh) { each.ext(mesh, Smart()); });
  s.ext(o.first, Smart()), s.ext(o.next, Smart());
}

int main(int argc, char **argv) {
  with_owned(argc > 1 ? argv[1] : "list", true, [](auto from) {
    Image image;
    size_t bytes = 0;
    auto *const copies = new std::vector<decltype(from)>; /* never freed: that would count, and recurse */
    copies->reserve(TIMES);
    measure(
        [&] {
          bitsery::ext::PointerLinkingContext context;
          image = Image();
          return bytes = bitsery::quickSerialization(context, bitsery::OutputBufferAdapter<Image>(image), *from);
        },
        [&] {
          bitsery::ext::PointerLinkingContext context;
          copies->emplace_back(new typename decltype(from)::element_type);
          const auto state = bitsery::quickDeserialization(
              context, bitsery::InputBufferAdapter<Image>(image.begin(), bytes), *copies->back());
          return state.first == bitsery::ReaderError::NoError && state.second;
        });
    std::fflush(stdout);
    std::_Exit(0);
  });
  return 3;
}
