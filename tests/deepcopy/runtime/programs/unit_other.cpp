// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
//
// The other half of unit_main.c. Its descriptor of the type is another object than that one's.
#define PC_DEEPCOPY_DEVICE_HOST
#include "list.h"

extern "C" int other_unit(Node *head) {
  const pc_root root = {node_type(), head, 1, "head", PC_TOFROM, NULL};
  if (pc_deepcopy_enter(&root, 1, PC_AUTO, __FILE__, __LINE__) != PC_OK) return 1;
  if (pc_deepcopy_exit(&root, 1, 0, __FILE__, __LINE__) != PC_OK) return 2;
  return pc_deepcopy_exit(&root, 1, 0, __FILE__, __LINE__);
}
