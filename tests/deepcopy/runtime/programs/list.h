/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A list, with the descriptors that the translator would write for it. */
#ifndef LIST_H
#define LIST_H

#include <pointerchain/deepcopy.h>

#ifndef LIST_DATA
#define LIST_DATA 15
#endif

typedef struct Node {
  struct Node *next;
  long data[LIST_DATA];
} Node;

static const pc_type *node_type(void);
static const pc_pointer node_pointers[] = {
    {"next", offsetof(Node, next), 1, sizeof(void *), 0, 0, PC_OWNED, node_type, NULL, NULL, PC_TOFROM, NULL}};
static const pc_type node_descriptor = {"struct Node", sizeof(Node), sizeof(void *), node_pointers, 1, 0, 0,
                                        NULL};
static const pc_type *node_type(void) { return &node_descriptor; }

#endif
