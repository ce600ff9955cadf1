// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Containers whose elements are pointers: to objects of several classes, to rows, to nodes that others share.
#include "guarded.hpp"

#include <cstdio>
#include <new>
#include <vector>

template <class T> using vector = std::vector<T, guarded<T>>;

struct shape {
  int kind;
};
struct circle : shape {
  double radius;
};
struct node {
  int value;
  vector<node *> kids;
};
struct scene {
  vector<shape *> shapes;
  vector<double *> rows;
  vector<node *> nodes, nobody;
};
#pragma pointerchain policy(shape: dynamic(circle: kind == 1))
#pragma pointerchain shape(node: kids[1])
#pragma pointerchain shape(scene: shapes[1], rows[3], nodes[1], nobody[1])
#pragma pointerchain policy(scene: shared(nodes), to(rows))

template <class T> static T *make() { return new (guard_alloc(sizeof(T))) T(); }

int main() {
  scene *s = make<scene>();
  circle *round = make<circle>();
  round->kind = 1, round->radius = 5;
  s->shapes = {round, make<shape>(), nullptr};
  for (int i = 0; i < 2; i++) {
    s->rows.push_back(static_cast<double *>(guard_alloc(3 * sizeof(double))));
    for (int k = 0; k < 3; k++) s->rows[i][k] = 3 * i + k + 1;
  }
  node *leaf = make<node>(), *middle = make<node>();
  leaf->value = 7, middle->value = 8;
  middle->kids = {leaf, leaf};
  s->nodes = {middle, leaf};
  double sum = 0;
#pragma pointerchain deepcopy region begin(s)
  guard_protect();
#pragma omp target map(tofrom : sum)
  {
    for (shape *each : s->shapes)
      if (each && each->kind == 1) sum += static_cast<circle *>(each)->radius++;
    for (double *row : s->rows)
      for (int k = 0; k < 3; k++) sum += row[k];
    for (node *each : s->nodes) {
      sum += each->value + s->nobody.size();
      for (node *kid : each->kids) sum += kid->value++;
    }
  }
  guard_unprotect();
#pragma pointerchain deepcopy region end
  std::printf("%g %g %d\n", sum, round->radius, leaf->value);
}
