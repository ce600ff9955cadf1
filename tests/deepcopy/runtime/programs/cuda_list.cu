// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
//
// A list in a CUDA kernel, by every technique; the packed ones go through streams.
#include "list.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void walk(Node *head, long *sum) {
  for (Node *p = head; p; p = p->next) *sum += p->data[0] += 1;
}

int main() {
  std::vector<Node *> nodes(20000);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    nodes[i] = static_cast<Node *>(std::calloc(1, sizeof(Node)));
    if (i) nodes[i - 1]->next = nodes[i];
  }
  const pc_root root = {node_type(), nodes[0], 1, "head", PC_TOFROM, NULL};
  long *sum = nullptr;
  if (cudaMallocManaged(&sum, sizeof *sum) != cudaSuccess) return 3;
  for (int technique = PC_AUTO; technique <= PC_ARENA; ++technique) {
    *sum = 0;
    pc_deepcopy_enter(&root, 1, static_cast<pc_technique>(technique), __FILE__, __LINE__);
    pc_deepcopy_verify(&root, 1, __FILE__, __LINE__);
    walk<<<1, 1>>>(static_cast<Node *>(pc_deepcopy_device_pointer(nodes[0])), sum);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    pc_deepcopy_exit(&root, 1, 0, __FILE__, __LINE__);
    if (nodes.back()->data[0] != technique + 1) return 1;
    std::printf("%ld\n", *sum);
  }
}
