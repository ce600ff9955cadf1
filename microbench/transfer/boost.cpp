/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * STRUCTURE: binary archives of Boost.Serialization, which follows plain pointers.
 */
#include "structures.h"
#include "timing.h"

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/array_wrapper.hpp>
#include <boost/serialization/split_free.hpp>
#include <cstring>
#include <sstream>

namespace boost {
namespace serialization {
template <class A> void serialize(A &a, Link &o, unsigned) { a &o.value &o.weight &o.next; }
template <class A> void serialize(A &a, Tree &o, unsigned) { a &o.value &o.left &o.right; }

/* Room for what a plain array holds, where it is loaded. */
template <class A, class T> void room(A &, T *&at, int n) {
  if (A::is_loading::value) at = made<T>(static_cast<size_t>(n));
}
template <class A> void serialize(A &a, Mesh &o, unsigned) {
  a &o.vertices &o.faces;
  room(a, o.places, 3 * o.vertices), room(a, o.corners, 3 * o.faces);
  a &make_array(o.places, static_cast<size_t>(3 * o.vertices));
  a &make_array(o.corners, static_cast<size_t>(3 * o.faces));
}
template <class A> void serialize(A &a, Part &o, unsigned) {
  a &o.place &o.count &o.letters;
  room(a, o.name, o.letters), room(a, o.meshes, o.count);
  a &make_array(o.name, static_cast<size_t>(o.letters));
  for (int i = 0; i < o.count; ++i) a &o.meshes[i];
  a &o.first &o.next;
}
template <class A> void serialize(A &a, Vertex &o, unsigned) {
  a &o.id &o.edges;
  room(a, o.to, o.edges);
  for (int i = 0; i < o.edges; ++i) a &o.to[i];
}
} // namespace serialization
} // namespace boost

template <class T> static void run(T *from) {
  std::string image;
  measure(
      [&] {
        std::ostringstream stream;
        {
          boost::archive::binary_oarchive archive(stream, boost::archive::no_header);
          archive << from;
        }
        image = stream.str();
        return image.size();
      },
      [&] {
        std::istringstream stream(image);
        boost::archive::binary_iarchive archive(stream, boost::archive::no_header);
        T *copy = nullptr;
        archive >> copy;
        return copy != nullptr && copy != from;
      });
}

int main(int argc, char **argv) {
  const char *const name = argc > 1 ? argv[1] : "list";
  if (!std::strcmp(name, "list")) run(make_list(false));
  if (!std::strcmp(name, "ring")) run(make_list(true));
  if (!std::strcmp(name, "tree")) run(make_tree());
  if (!std::strcmp(name, "scene")) run(make_scene());
  if (!std::strcmp(name, "random")) run(make_graph(false));
  if (!std::strcmp(name, "full")) run(make_graph(true));
}
