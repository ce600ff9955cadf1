// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// A skip list, whose nodes have as many links as their level says behind an array that is declared with one.
#include "guard.h"

#include <cstdio>

namespace skips {
struct node { int level; double key; node *next[1]; };
#pragma pointerchain shape(node: next[level][1])
}

int main() {
  using skips::node;
  const int n = 9;
  node *nodes[n], *head;
  for (int i = 0; i < n; i++) {
    const int level = i % 4 == 0 ? 3 : i % 2 == 0 ? 2 : 1;
    nodes[i] = static_cast<node *>(guard_alloc(sizeof(node) + (level - 1) * sizeof(node *)));
    nodes[i]->level = level, nodes[i]->key = i;
    for (int k = 0; k < level; k++) {
      nodes[i]->next[k] = nullptr;
      for (int before = i - 1; before >= 0; before--)
        if (nodes[before]->level > k) {
          nodes[before]->next[k] = nodes[i];
          break;
        }
    }
  }
  head = nodes[0];
  int steps = 0;
#pragma pointerchain deepcopy region begin(head)
  guard_protect();
#pragma omp target map(tofrom : steps)
  {
    node *at = head;
    for (int k = 2; k >= 0; k--)
      while (k < at->level && at->next[k] && at->next[k]->key <= 7) at = at->next[k], steps++;
    at->key = 70;
  }
  guard_unprotect();
#pragma pointerchain deepcopy region end
  for (const node *at = head; at; at = at->next[0]) std::printf("%g ", at->key);
  std::printf("in %d steps\n", steps);
}
