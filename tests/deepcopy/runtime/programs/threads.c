/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Threads that enter, change, update and exit overlapping lists; for the thread sanitizer.
 */
#define PC_DEEPCOPY_DEVICE_HOST
#include "list.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, ROUNDS = 200, SHARED = 20 };

static Node own[THREADS];
static Node shared[SHARED];

/* All lists end in the same nodes. */
static void *work(void *argument) {
  const long me = (long)(size_t)argument;
  const pc_root root = {node_type(), &own[me], 1, "own", PC_TOFROM, NULL};
  int i;
  for (i = 0; i < ROUNDS; ++i) {
    Node *device;
    pc_deepcopy_enter(&root, 1, PC_AUTO, __FILE__, __LINE__);
    device = (Node *)pc_deepcopy_device_pointer(&own[me]);
    device->data[0] += 1;
    if (device->next != pc_deepcopy_device_pointer(&shared[0])) abort();
    if (me == 0) pc_deepcopy_verify(&root, 1, __FILE__, __LINE__);
    pc_deepcopy_exit(&root, 1, 0, __FILE__, __LINE__);
    pc_deepcopy_begin(&root, 1, PC_AUTO, __FILE__, __LINE__);
    pc_deepcopy_end(0, __FILE__, __LINE__);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  const pc_root root = {node_type(), &shared[0], 1, "shared", PC_TOFROM, NULL};
  long i;
  for (i = 0; i + 1 < SHARED; ++i) shared[i].next = &shared[i + 1];
  for (i = 0; i < THREADS; ++i) own[i].next = &shared[0];
  /* The regions promise that what they share outlives them. */
  pc_deepcopy_enter(&root, 1, PC_AUTO, __FILE__, __LINE__);
  for (i = 0; i < THREADS; ++i)
    if (pthread_create(&threads[i], NULL, work, (void *)(size_t)i) != 0) return 2;
  for (i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  pc_deepcopy_exit(&root, 1, 0, __FILE__, __LINE__);
  for (i = 0; i < THREADS; ++i)
    if (own[i].data[0] != ROUNDS) return 1;
  if (pc_get_stats().records > 4096 || pc_host_device_model()->blocks) return 1;
  puts("ok");
  return 0;
}
