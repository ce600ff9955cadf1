/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * STRUCTURE: binary archives of cereal, which follows no plain pointers: the same structures by
 * std::unique_ptr, std::shared_ptr and std::vector.
 */
#include "structures.h"
#include "timing.h"

#include <cereal/archives/binary.hpp>
#include <cereal/types/array.hpp>
#include <cereal/types/memory.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/vector.hpp>
#include <cstring>
#include <sstream>

struct OwnedLink {
  long value = 0;
  double weight = 0;
  std::unique_ptr<OwnedLink> next;
  template <class A> void serialize(A &a) { a(value, weight, next); }
};
struct SharedLink {
  long value = 0;
  double weight = 0;
  std::shared_ptr<SharedLink> next;
  template <class A> void serialize(A &a) { a(value, weight, next); }
};
struct OwnedTree {
  long value = 0;
  std::unique_ptr<OwnedTree> left, right;
  template <class A> void serialize(A &a) { a(value, left, right); }
};
struct OwnedMesh {
  std::vector<double> places;
  std::vector<int> corners;
  template <class A> void serialize(A &a) { a(places, corners); }
};
struct OwnedPart {
  std::array<double, 3> place;
  std::string name;
  std::vector<std::unique_ptr<OwnedMesh>> meshes;
  std::unique_ptr<OwnedPart> first, next;
  template <class A> void serialize(A &a) { a(place, name, meshes, first, next); }
};
struct SharedVertex {
  int id = 0;
  std::vector<std::shared_ptr<SharedVertex>> to;
  template <class A> void serialize(A &a) { a(id, to); }
};

static std::unique_ptr<OwnedTree> tree_of(const Tree *from) {
  std::unique_ptr<OwnedTree> to;
  if (!from) return to;
  to.reset(new OwnedTree);
  to->value = from->value;
  to->left = tree_of(from->left);
  to->right = tree_of(from->right);
  return to;
}

static std::unique_ptr<OwnedPart> part_of(const Part *from) {
  std::unique_ptr<OwnedPart> to;
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

static std::shared_ptr<SharedVertex> graph_of(const Vertex *first) {
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

template <class P> static void run(P from) {
  std::string image;
  std::vector<P> *const copies = new std::vector<P>; /* never freed: that would count, and recurse */
  copies->reserve(TIMES);
  measure(
      [&] {
        std::ostringstream stream;
        {
          cereal::BinaryOutputArchive archive(stream);
          archive(from);
        }
        image = stream.str();
        return image.size();
      },
      [&] {
        std::istringstream stream(image);
        cereal::BinaryInputArchive archive(stream);
        copies->emplace_back();
        archive(copies->back());
        return copies->back() != nullptr;
      });
  std::fflush(stdout);
  std::_Exit(0);
}

int main(int argc, char **argv) {
  const char *const name = argc > 1 ? argv[1] : "list";
  if (!std::strcmp(name, "list")) {
    std::unique_ptr<OwnedLink> first;
    for (int i = NODES; i > 0; --i) {
      std::unique_ptr<OwnedLink> one(new OwnedLink);
      one->value = i;
      one->next = std::move(first);
      first = std::move(one);
    }
    run(std::move(first));
  }
  if (!std::strcmp(name, "ring")) {
    std::shared_ptr<SharedLink> first = std::make_shared<SharedLink>(), last = first;
    for (int i = 1; i < NODES; ++i) {
      last->value = i;
      last->next = std::make_shared<SharedLink>();
      last = last->next;
    }
    last->next = first;
    run(first);
  }
  if (!std::strcmp(name, "tree")) run(tree_of(make_tree()));
  if (!std::strcmp(name, "scene")) run(part_of(make_scene()));
  if (!std::strcmp(name, "random")) run(graph_of(make_graph(false)));
  if (!std::strcmp(name, "full")) run(graph_of(make_graph(true)));
}
