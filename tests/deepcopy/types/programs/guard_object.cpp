// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// C++: an exception ends the region, too; members of a class, its base and of an instance of a template.
#include "guard.h"

namespace tree {
template <class T> struct array { T *data; unsigned long size; };
struct base { int key; array<double> values; };
#pragma pointerchain shape(array<double>: data[size])
struct node : base { node *left, *right; };
#pragma pointerchain shape(node: left[1], right[1])

struct failure { int key; };

void grow(node *root, int limit) {
#pragma pointerchain deepcopy region begin(root)
  guard_protect();
#pragma omp target
  {
    for (node *at = root; at; at = at->right) {
      for (unsigned long i = 0; i < at->values.size; i++) at->values.data[i] += at->key;
      if (at->left) at->left->key *= 3;
    }
  }
  guard_unprotect();
  auto worst = [&]() { return failure{limit}; };
  if (limit > 2) throw worst();
#pragma pointerchain deepcopy region end
}
}  // namespace tree

static tree::node *make(int key, tree::node *left, tree::node *right) {
  tree::node *made = static_cast<tree::node *>(guard_alloc(sizeof(tree::node)));
  made->key = key, made->left = left, made->right = right;
  made->values.size = static_cast<unsigned long>(key);
  made->values.data = static_cast<double *>(guard_alloc(made->values.size * sizeof(double)));
  return made;
}

int main() {
  tree::node *root = make(2, make(3, nullptr, nullptr), make(4, make(1, nullptr, nullptr), nullptr));
  for (int limit = 1; limit < 5; limit++) {
    try {
      tree::grow(root, limit);
      printf("kept ");
    } catch (const tree::failure &failure) {
      printf("failed %d ", failure.key);
    }
    printf("%d %d %g\n", root->left->key, root->right->left->key, root->right->values.data[3]);
  }
  return 0;
}
