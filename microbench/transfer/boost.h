/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What Boost.Serialization has to be told of structures.h.
 */
#ifndef TRANSFER_BOOST_H
#define TRANSFER_BOOST_H

#include "structures.h"

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/array_wrapper.hpp>
#include <boost/serialization/split_free.hpp>
#include <sstream>
#include <string>

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

#endif
