// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// A search tree of a class with private links, which a kernel rotates until nothing hangs to the left.
#include "guard.h"

#include <cstdio>
#include <new>

class tree {
public:
  double key, sum;
  tree(double key, tree *left, tree *right) : key(key), sum(0), left(left), right(right) {}
  static void straighten(tree **root) {
    tree **at = root;
    while (*at)
      if (tree *up = (*at)->left) {
        (*at)->left = up->right, up->right = *at, *at = up;
      } else {
        (*at)->sum = 2 * (*at)->key, at = &(*at)->right;
      }
  }
  const tree *next() const { return right; }

private:
  tree *left, *right;
};
struct holder { tree *root; };
#pragma pointerchain shape(tree: left[1], right[1])
#pragma pointerchain policy(tree: mutable(left, right))
#pragma pointerchain shape(holder: root[1])
#pragma pointerchain policy(holder: mutable(root))

static tree *grown(int from, int to) {
  if (from == to) return nullptr;
  const int middle = (from + to) / 2;
  return new (guard_alloc(sizeof(tree))) tree(middle, grown(from, middle), grown(middle + 1, to));
}

int main() {
  auto *h = static_cast<holder *>(guard_alloc(sizeof(holder)));
  h->root = grown(0, 9);
#pragma pointerchain deepcopy enter(h)
  guard_protect();
#pragma omp target
  tree::straighten(&h->root);
  guard_unprotect();
#pragma pointerchain deepcopy exit(h)
  for (const tree *at = h->root; at; at = at->next()) std::printf("%g:%g ", at->key, at->sum);
  std::printf("\n");
}
