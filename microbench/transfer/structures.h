/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The structures that `make bench-transfer` moves, by plain pointers: a list and a ring of 10^6 nodes, a tree
 * of as many, a scene of 191 MB in 524,000 pieces, a random graph and a full one of 2,048 nodes; or as many as the
 * environment says.
 */
#ifndef TRANSFER_STRUCTURES_H
#define TRANSFER_STRUCTURES_H

#include <cstdint>
#include <cstdlib>
#include <vector>

enum { MESHES = 4, VERTICES = 40, FACES = 38 };

/* A number that the environment may give. */
inline int given(const char *name, int otherwise) {
  const char *const text = std::getenv(name);
  return text && std::atoi(text) > 0 ? std::atoi(text) : otherwise;
}
static const int NODES = given("NODES", 1000000), PARTS = given("PARTS", 32768), GRAPH = given("GRAPH", 2048);

struct Link {
  long value;
  double weight;
  Link *next;
};

struct Tree {
  long value;
  Tree *left, *right;
};

struct Mesh {
  int vertices, faces;
  double *places; /* 3 * vertices */
  int *corners;   /* 3 * faces */
};

struct Part {
  double place[3];
  int count;
  int letters;
  char *name;
  Mesh **meshes; /* count */
  Part *first, *next;
};

struct Vertex {
  int id, edges;
  Vertex **to;
};

/* A number from 0 to n - 1 that is the same in every run. */
inline unsigned drawn(unsigned n) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return static_cast<unsigned>(state >> 11) % n;
}

template <class T> T *made(size_t n = 1) { return static_cast<T *>(std::calloc(n, sizeof(T))); }

inline Link *make_list(bool ring) {
  Link *first = made<Link>(), *last = first;
  for (int i = 1; i < NODES; ++i) {
    last->value = i;
    last = last->next = made<Link>();
  }
  if (ring) last->next = first;
  return first;
}

inline Tree *make_tree() {
  std::vector<Tree *> nodes;
  for (int i = 0; i < NODES; ++i) {
    nodes.push_back(made<Tree>());
    nodes[i]->value = i;
    if (i) (i % 2 ? nodes[(i - 1) / 2]->left : nodes[(i - 1) / 2]->right) = nodes[i];
  }
  return nodes[0];
}

inline Part *make_scene() {
  std::vector<Part *> parts;
  for (int i = 0; i < PARTS; ++i) {
    Part *part = made<Part>();
    part->count = MESHES;
    part->letters = 12;
    part->name = made<char>(12);
    part->meshes = made<Mesh *>(MESHES);
    for (int k = 0; k < MESHES; ++k) {
      Mesh *mesh = part->meshes[k] = made<Mesh>();
      mesh->vertices = VERTICES, mesh->faces = FACES;
      mesh->places = made<double>(3 * VERTICES);
      mesh->corners = made<int>(3 * FACES);
      for (int j = 0; j < 3 * VERTICES; ++j) mesh->places[j] = i + j;
      for (int j = 0; j < 3 * FACES; ++j) mesh->corners[j] = j % VERTICES;
    }
    parts.push_back(part);
    if (i) { /* eight parts to each */
      Part *whole = parts[(i - 1) / 8];
      part->next = whole->first;
      whole->first = part;
    }
  }
  return parts[0];
}

/* All vertices can be reached from the first. */
inline Vertex *make_graph(bool full) {
  std::vector<Vertex *> all;
  for (int i = 0; i < GRAPH; ++i) all.push_back(made<Vertex>());
  for (int i = 0; i < GRAPH; ++i) {
    Vertex *vertex = all[i];
    vertex->id = i;
    vertex->edges = full ? GRAPH : 1 + static_cast<int>(drawn(GRAPH));
    vertex->to = made<Vertex *>(vertex->edges);
    for (int k = 0; k < vertex->edges; ++k) vertex->to[k] = full ? all[k] : all[drawn(GRAPH)];
    if (!full) vertex->to[0] = all[(i + 1) % GRAPH];
  }
  return all[0];
}

#endif
