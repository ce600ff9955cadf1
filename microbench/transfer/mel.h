/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What MEL (MEL_deepcopy.hpp) has to be told of structures.h: functions outside the types.
 */
#ifndef TRANSFER_MEL_H
#define TRANSFER_MEL_H

#include "structures.h"

#define MEL_IMPLEMENTATION
#include <MEL.hpp>
#include <MEL_deepcopy.hpp>
#include <cstring>

template <class M> void list_with(Link &o, M &m) { m.template packPtr<Link, list_with<M>>(o.next); }
template <class M> void ring_with(Link &o, M &m) { m.template packSharedPtr<Link, ring_with<M>>(o.next); }
template <class M> void tree_with(Tree &o, M &m) {
  m.template packPtr<Tree, tree_with<M>>(o.left);
  m.template packPtr<Tree, tree_with<M>>(o.right);
}
template <class M> void mesh_with(Mesh &o, M &m) {
  m.packPtr(o.places, 3 * o.vertices);
  m.packPtr(o.corners, 3 * o.faces);
}
template <class M> void mesh_at_with(Mesh *&o, M &m) { m.template packPtr<Mesh, mesh_with<M>>(o); }
template <class M> void part_with(Part &o, M &m) {
  m.packPtr(o.name, o.letters);
  m.template packPtr<Mesh *, mesh_at_with<M>>(o.meshes, o.count);
  m.template packPtr<Part, part_with<M>>(o.first);
  m.template packPtr<Part, part_with<M>>(o.next);
}
template <class M> void vertex_with(Vertex &o, M &m);
template <class M> void vertex_at_with(Vertex *&o, M &m) { m.template packSharedPtr<Vertex, vertex_with<M>>(o); }
template <class M> void vertex_with(Vertex &o, M &m) { m.template packPtr<Vertex *, vertex_at_with<M>>(o.to, o.edges); }

/* The structure of a name, at `base` or to be loaded there. */
template <class M> void mel_pack(const char *name, void *&base, M &m) {
  Link *link = static_cast<Link *>(base);
  Tree *tree = static_cast<Tree *>(base);
  Part *part = static_cast<Part *>(base);
  Vertex *vertex = static_cast<Vertex *>(base);
  if (!std::strcmp(name, "list")) m.template packRootPtr<Link, list_with<M>>(link), base = link;
  else if (!std::strcmp(name, "ring")) m.template packRootPtr<Link, ring_with<M>>(link), base = link;
  else if (!std::strcmp(name, "tree")) m.template packRootPtr<Tree, tree_with<M>>(tree), base = tree;
  else if (!std::strcmp(name, "scene")) m.template packRootPtr<Part, part_with<M>>(part), base = part;
  else m.template packRootPtr<Vertex, vertex_with<M>>(vertex), base = vertex;
}

inline int mel_bytes(const char *name, void *base) {
  MEL::Deep::Message<MEL::Deep::NoTransport> m(0);
  mel_pack(name, base, m);
  return m.getOffset();
}

inline int mel_save(const char *name, void *base, char *image, int bytes) {
  MEL::Deep::Message<MEL::Deep::TransportBufferWrite> m(image, bytes);
  mel_pack(name, base, m);
  return m.getOffset();
}

inline void *mel_load(const char *name, char *image, int bytes) {
  void *base = nullptr;
  MEL::Deep::Message<MEL::Deep::TransportBufferRead> m(image, bytes);
  mel_pack(name, base, m);
  return base;
}

#endif
