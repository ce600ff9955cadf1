/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What cereal has to be told of owned.h, and its binary archives.
 */
#ifndef TRANSFER_CEREAL_H
#define TRANSFER_CEREAL_H

#include "owned.h"

#include <cereal/archives/binary.hpp>
#include <cereal/types/array.hpp>
#include <cereal/types/memory.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/vector.hpp>
#include <sstream>

template <class A> void serialize(A &a, OwnedLink &o) { a(o.value, o.weight, o.next); }
template <class A> void serialize(A &a, SharedLink &o) { a(o.value, o.weight, o.next); }
template <class A> void serialize(A &a, OwnedTree &o) { a(o.value, o.left, o.right); }
template <class A> void serialize(A &a, OwnedMesh &o) { a(o.places, o.corners); }
template <class A> void serialize(A &a, OwnedPart &o) { a(o.place, o.name, o.meshes, o.first, o.next); }
template <class A> void serialize(A &a, SharedVertex &o) { a(o.id, o.to); }

template <class P> std::string cereal_saved(const P &from) {
  std::ostringstream stream;
  {
    cereal::BinaryOutputArchive archive(stream);
    archive(from);
  }
  return stream.str();
}

template <class P> bool cereal_loaded(P &to, const std::string &image) {
  std::istringstream stream(image);
  cereal::BinaryInputArchive archive(stream);
  archive(to);
  return to != nullptr;
}

#endif
