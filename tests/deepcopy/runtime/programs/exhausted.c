/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each request for host memory fails once, in enter, update, verify and exit by every technique: every time
 * everything has to be as it was. A list that runs up and down an array, two roots that share its end, one
 * that lies inside another, a part that was entered before.
 */
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The request that comes after so many fails; 0: none does. Counts down. */
static long long scarce;

static void *scarce_malloc(size_t bytes) { return scarce && --scarce == 0 ? NULL : malloc(bytes); }
static void *scarce_calloc(size_t n, size_t bytes) {
  return scarce && --scarce == 0 ? NULL : calloc(n, bytes);
}
static void *scarce_realloc(void *memory, size_t bytes) {
  return scarce && --scarce == 0 ? NULL : realloc(memory, bytes);
}
/* The functions of the runtime are to call these. */
#define PC_HEADER_ONLY
#define malloc scarce_malloc
#define calloc scarce_calloc
#define realloc scarce_realloc
#include "list.h"
#include <pointerchain/deepcopy_host.h>

#define CHECK(condition)                                                      \
  do {                                                                        \
    if (!(condition)) {                                                       \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                \
    }                                                                         \
  } while (0)

#define HERE __FILE__, __LINE__

enum { NODES = 12 };

static void on_error(int status, const char *message, void *data) {
  (void)status;
  (void)message;
  (void)data;
}

static int no_memory(int status) { return status == PC_ERROR_HOST_FULL || status == PC_ERROR_DEVICE_FULL; }

static Node *on_device(Node *node) { return (Node *)pc_deepcopy_device_pointer(node); }

/* 0, 8, 4, 1, 9, 5, ...: neither in order of address nor all apart. */
static void link_nodes(Node *nodes) {
  static const int order[NODES] = {0, 8, 4, 1, 9, 5, 2, 10, 6, 3, 11, 7};
  int i, k;
  for (i = 0; i < NODES; ++i) {
    nodes[order[i]].next = i + 1 < NODES ? &nodes[order[i + 1]] : NULL;
    for (k = 0; k < LIST_DATA; ++k) nodes[order[i]].data[k] = i;
  }
}

/* Enters `roots` until each request has failed once; `*faults` is how many there were. */
static void enter_scarcely(const pc_root *roots, size_t n, pc_technique technique, long long *faults) {
  const pc_host_model *model = pc_host_device_model();
  const size_t blocks = model->blocks, bytes = model->bytes;
  for (*faults = 1;; ++*faults) {
    int status, failed;
    scarce = *faults;
    status = pc_deepcopy_enter(roots, n, technique, HERE);
    failed = scarce == 0;
    scarce = 0;
    if (status == PC_OK && !failed) return;
    /* Some requests are only for speed. */
    if (status == PC_OK) CHECK(pc_deepcopy_exit(roots, n, 0, HERE) == PC_OK);
    CHECK(status == PC_OK || no_memory(status));
    CHECK(model->blocks == blocks && model->bytes == bytes && !pc_deepcopy_device_pointer(roots[0].base));
    CHECK(pc_deepcopy_exit(roots, 1, 0, HERE) == PC_ERROR_NOT_ENTERED);
  }
}

static void try_technique(pc_technique technique, Node *nodes) {
  pc_root roots[3] = {{node_type(), nodes, 1, "head", PC_TOFROM, NULL},
                      {node_type(), nodes + 8, 2, "two", PC_TOFROM, NULL},
                      {node_type(), nodes + 9, 1, "inside", PC_TOFROM, NULL}};
  const pc_root part = {node_type(), nodes + 2, 1, "part", PC_TOFROM, NULL};
  pc_host_model *model = pc_host_device_model();
  long long faults, records;
  size_t blocks;
  int status, i;
  link_nodes(nodes);
  enter_scarcely(&part, 1, technique, &faults);
  enter_scarcely(roots, 3, technique, &faults);
  CHECK(faults > 10);
  for (faults = 1, status = PC_ERROR_HOST_FULL; status != PC_OK; ++faults) {
    on_device(nodes + 1)->data[0] = -faults;
    scarce = faults;
    status = pc_deepcopy_update_host(roots, 3, HERE);
    scarce = 0;
    CHECK(status == PC_OK ? nodes[1].data[0] == -faults : no_memory(status));
  }
  for (faults = 1, status = PC_ERROR_HOST_FULL; status != PC_OK; ++faults) {
    scarce = faults;
    status = pc_deepcopy_verify(roots, 3, HERE);
    scarce = 0;
    CHECK(status == PC_OK || no_memory(status));
  }
  on_device(nodes)->data[1] = 77;
  blocks = model->blocks;
  for (faults = 1, status = PC_ERROR_HOST_FULL; status != PC_OK; ++faults) {
    scarce = faults;
    status = pc_deepcopy_exit(roots, 3, 0, HERE);
    scarce = 0;
    CHECK(status == PC_OK || (no_memory(status) && on_device(nodes) && model->blocks == blocks));
  }
  CHECK(faults > 2 && nodes[0].data[1] == 77 && !on_device(nodes) && on_device(nodes + 2));
  CHECK(pc_deepcopy_exit(&part, 1, 0, HERE) == PC_OK);
  CHECK(model->blocks == 0 && model->bytes == 0);
  for (i = 0; i < NODES; ++i) CHECK(nodes[i].data[2] == nodes[i].data[3]);
  records = pc_get_stats().records;
  CHECK(records >= 0 && records < 4096); /* the program's pages */
}

int main(void) {
  Node *nodes = (Node *)calloc(NODES, sizeof *nodes);
  int technique, background;
  CHECK(nodes);
  pc_set_error_handler(on_error, NULL);
  for (background = 0; background < 2; ++background) {
    pc_host_device_model()->background = background;
    CHECK(pc_set_device(pc_host_device()) == PC_OK);
    for (technique = PC_AUTO; technique <= PC_ARENA; ++technique)
      try_technique((pc_technique)technique, nodes);
  }
  CHECK(pc_set_device(NULL) == PC_OK);
  free(nodes);
  puts("ok");
  return 0;
}
