/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The structures of structures.h by std::unique_ptr, std::shared_ptr and std::vector, for libraries that follow no plain
 * pointers.
 */
#ifndef TRANSFER_OWNED_H
#define TRANSFER_OWNED_H

#include "structures.h"

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/* What owns one object, or none: of a library that wants another than the standard's. */
#ifndef OWNED_POINTER
#define OWNED_POINTER std::unique_ptr
#endif
template <class T> using Owned = OWNED_POINTER<T>;

struct OwnedLink {
  long value = 0;
  double weight = 0;
  Owned<OwnedLink> next;
};
struct SharedLink {
  long value = 0;
  double weight = 0;
  std::shared_ptr<SharedLink> next;
};
struct OwnedTree {
  long value = 0;
  Owned<OwnedTree> left, right;
};
struct OwnedMesh {
  std::vector<double> places;
  std::vector<int> corners;
};
struct OwnedPart {
  std::array<double, 3> place;
  std::string name;
  std::vector<Owned<OwnedMesh>> meshes;
  Owned<OwnedPart> first, next;
};
struct SharedVertex {
  int id = 0;
  std::vector<std::shared_ptr<SharedVertex>> to;
};

inline Owned<OwnedTree> tree_of(const Tree *from) {
  Owned<OwnedTree> to;
  if (!from) return to;
  to.reset(new OwnedTree);
  to->value = from->value;
  to->left = tree_of(from->left);
  to->right = tree_of(from->right);
  return to;
}

inline Owned<OwnedPart> part_of(const Part *from) {
  Owned<OwnedPart> to;
  if (!from) return to;
  to.reset(new OwnedPart);
  std::memcpy(to->place.data(), from->place, sizeof from->place);
  to->name.assign(from->name, static_cast<size_t>(from->letters));
  for (int i = 0; i < from->count; ++i) {
    const Mesh *mesh = from->meshes[i];
    to->meshes.emplace_back(new OwnedMesh);
    to->meshes.back()->places.assign(mesh->places, mesh->places + 3 * mesh->vertices);
    to->meshes.back()->corners.assign(mesh->corners, mesh->corners + 3 * mesh->faces);
  }
  to->first = part_of(from->first);
  to->next = part_of(from->next);
  return to;
}

inline std::shared_ptr<SharedVertex> graph_of(const Vertex *first) {
  std::vector<std::shared_ptr<SharedVertex>> all(GRAPH);
  std::vector<const Vertex *> from(GRAPH), work(1, first);
  for (auto &each : all) each = std::make_shared<SharedVertex>();
  from[static_cast<size_t>(first->id)] = first;
  while (!work.empty()) {
    const Vertex *vertex = work.back();
    work.pop_back();
    for (int i = 0; i < vertex->edges; ++i) {
      const size_t id = static_cast<size_t>(vertex->to[i]->id);
      if (!from[id]) work.push_back(from[id] = vertex->to[i]);
    }
  }
  for (size_t i = 0; i < GRAPH; ++i) {
    all[i]->id = static_cast<int>(i);
    for (int k = 0; k < from[i]->edges; ++k)
      all[i]->to.push_back(all[static_cast<size_t>(from[i]->to[k]->id)]);
  }
  return all[0];
}

inline Owned<OwnedLink> owned_list() {
  Owned<OwnedLink> first;
  for (int i = NODES; i > 0; --i) {
    Owned<OwnedLink> one(new OwnedLink);
    one->value = i;
    one->next = std::move(first);
    first = std::move(one);
  }
  return first;
}

inline std::shared_ptr<SharedLink> shared_ring() {
  std::shared_ptr<SharedLink> first = std::make_shared<SharedLink>(), last = first;
  for (int i = 1; i < NODES; ++i) {
    last->value = i;
    last->next = std::make_shared<SharedLink>();
    last = last->next;
  }
  last->next = first;
  return first;
}

/* Calls `use` with the structure of a name, or, where `make` is false, with a null pointer of its type. What is shared: by
 * `with_shared`. Whether the name is one of them. */
template <class F> bool with_owned(const char *name, bool make, F use) {
  typedef Owned<OwnedLink> list;
  typedef Owned<OwnedTree> tree;
  typedef Owned<OwnedPart> scene;
  if (!std::strcmp(name, "list")) return use(make ? owned_list() : list()), true;
  if (!std::strcmp(name, "tree")) return use(make ? tree_of(make_tree()) : tree()), true;
  if (!std::strcmp(name, "scene")) return use(make ? part_of(make_scene()) : scene()), true;
  return false;
}
template <class F> bool with_shared(const char *name, bool make, F use) {
  typedef std::shared_ptr<SharedLink> ring;
  typedef std::shared_ptr<SharedVertex> graph;
  if (!std::strcmp(name, "ring")) return use(make ? shared_ring() : ring()), true;
  if (!std::strcmp(name, "random")) return use(make ? graph_of(make_graph(false)) : graph()), true;
  if (!std::strcmp(name, "full")) return use(make ? graph_of(make_graph(true)) : graph()), true;
  return false;
}

#endif
