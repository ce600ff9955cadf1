/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A list in OpenACC regions. On the host fall-back there is nothing to copy for `present`; the counting
 * device makes an image there, which the second half walks by `deviceptr`.
 */
#include "list.h"

#include <pointerchain/deepcopy_host.h>
#include <stdio.h>
#include <stdlib.h>

static Node *new_list(int n) {
  Node *head = NULL;
  while (n-- > 0) {
    Node *node = (Node *)calloc(1, sizeof *node);
    node->next = head;
    node->data[0] = n;
    head = node;
  }
  return head;
}

int main(void) {
  Node *head = new_list(10);
  const pc_root root = {node_type(), head, 1, "head", PC_TOFROM, NULL};
  long sum = 0;
  pc_deepcopy_enter(&root, 1, PC_AUTO, __FILE__, __LINE__);
#pragma acc parallel present(head[0 : 1]) copy(sum)
  {
    Node *p;
    for (p = head; p; p = p->next) sum += p->data[0] += 1;
  }
  pc_deepcopy_exit(&root, 1, 0, __FILE__, __LINE__);
  printf("%ld %ld\n", sum, head->next->data[0]);

  if (acc_get_device_type() == acc_device_host) {
    Node *device, *node;
    sum = 0;
    if (pc_set_device(pc_host_device()) != PC_OK) return 1;
    pc_deepcopy_enter(&root, 1, PC_ARENA, __FILE__, __LINE__);
    device = (Node *)pc_deepcopy_device_pointer(head);
    for (node = head; node; node = node->next) node->data[0] = -1; /* not what the region is to see */
#pragma acc parallel deviceptr(device) copy(sum)
    {
      Node *p;
      for (p = device; p; p = p->next) sum += p->data[0] += 1;
    }
    pc_deepcopy_exit(&root, 1, 0, __FILE__, __LINE__);
    printf("%ld %ld\n", sum, head->next->data[0]);
  }
  return 0;
}
