/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Enters here what unit_other.cpp exits: translation units share one state, in C and C++.
 */
#define PC_DEEPCOPY_DEVICE_HOST
#include "list.h"

#include <stdio.h>

int other_unit(Node *head);

int main(void) {
  Node nodes[2] = {{NULL, {0}}, {NULL, {0}}};
  pc_root root = {node_type(), NULL, 1, "nodes", PC_TOFROM, NULL};
  nodes[0].next = &nodes[1];
  root.base = nodes;
  if (pc_deepcopy_enter(&root, 1, PC_AUTO, __FILE__, __LINE__) != PC_OK) return 1;
  ((Node *)pc_deepcopy_device_pointer(nodes))->next->data[0] = 41;
  if (other_unit(nodes) != 0 || nodes[1].data[0] != 41 || pc_deepcopy_device_pointer(nodes)) return 1;
  puts("ok");
  return 0;
}
