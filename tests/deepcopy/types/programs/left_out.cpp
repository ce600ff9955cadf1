// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Members that nobody can describe are left out whole: the host changes them while the rest is on the device.
// Namespaces with names in common; a pointer to arrays of pointers.
#include "guard.h"

#include <cstdio>
#include <new>
#include <string>
#include <vector>

namespace one {
enum { D = 3 };
struct node { int n; double *x; };
#pragma pointerchain shape(node: x[n * D])
}

namespace two {
enum { D = 2 };
struct node { int n; double *x; };
#pragma pointerchain shape(node: x[n * D])
struct label { std::string text; int number; };
#pragma pointerchain policy(label: skip(text))
struct box {
  std::vector<double> list, lists[2];
  label labels[3];
  int n, *later;
  one::node first;
  node second, *third;
  double *(*pairs)[2];
};
#pragma pointerchain shape(box: third[1], pairs[n][D])
#pragma pointerchain policy(box: skip(list, lists, later))
}

template <class T> static T *make(int n) { return static_cast<T *>(guard_alloc(n * sizeof(T))); }

int main() {
  auto *box = new (guard_alloc(sizeof(two::box))) two::box();
  box->n = 2;
  box->first.n = box->second.n = 2;
  box->first.x = make<double>(6);
  box->second.x = make<double>(4);
  box->third = new (guard_alloc(sizeof(two::node))) two::node{1, make<double>(2)};
  box->pairs = static_cast<double *(*)[2]>(guard_alloc(2 * sizeof *box->pairs));
  for (int i = 0; i < 4; i++) box->pairs[i / 2][i % 2] = make<double>(2);

#pragma pointerchain deepcopy enter(box)
  box->list.resize(50, 2.0);
  box->lists[1].resize(30);
  for (auto &label : box->labels) label.text = "so long a text that the string has to allocate memory for it";
  int later = 5;
  box->later = &later;
  guard_protect();
#pragma omp target
  {
    box->first.x[5] = 1;
    box->second.x[3] = 2;
    box->third->x[1] = 3;
    box->pairs[1][1][1] = 4;
    box->labels[2].number = 6;
  }
  guard_unprotect();
#pragma pointerchain deepcopy exit(box)
  std::printf("%g %g %g %g %d\n", box->first.x[5], box->second.x[3], box->third->x[1], box->pairs[1][1][1],
              box->labels[2].number);
  std::printf("%zu %zu %s %d\n", box->list.size(), box->lists[1].size(), box->labels[0].text.c_str(), *box->later);
  return 0;
}
