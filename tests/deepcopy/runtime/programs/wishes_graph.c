/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Random structures of unions, containers, class hierarchies, observers and rows, with random calls: entered
 * and exited with directions and attached pointers, updated whole and in part, changed by host and device,
 * with requests that fail. Compared with a model.
 *
 *   wishes_graph FIRST COUNT            that many graphs, by the number of their random sequence
 *   wishes_graph FIRST 1 STEP...        one of them without these steps, each of which is told of
 *
 * The model knows what each root reaches by code of its own (`reach_...`), not by the descriptors. Before
 * each call it keeps the bytes of the host and of the device, says of each byte what it may be afterwards,
 * and compares. Host memory comes from one arena, so that what is freed comes again at the same address; what
 * is free is poisoned. Ends with 'ok' and how many calls of each sort were done, refused and failed with the
 * device, or says what differs.
 */
#include "wishes/changes.h"

static void new_roots(void) {
  nroots = 0;
  while (nroots < 2 + (int)chance(ROOTS - 1)) {
    Root root;
    Block *block;
    int i;
    memset(&root, 0, sizeof root);
    root.direction = chance(2) ? PC_TOFROM : (int)chance(4);
    root.sort = chance(4) ? NODE : chance(2) ? VALUES : DOUBLES;
    block = some_block(root.sort);
    if (!block) block = new_node(), root.sort = NODE;
    root.base = host_of(block->at);
    root.n = block->n;
    if (root.sort == NODE && ((const Node *)root.base)->kind == PLAIN && chance(2)) root.sort = THIN;
    for (i = 0; i < MOST && chance(2); ++i) { /* by a pointer of a table */
      Table *table = (Table *)host_of(blocks[i].at);
      if (blocks[i].sort != NODE || table->node.kind != TABLE || chance(2)) continue;
      if (root.sort == NODE && !is_at(&table->loose)) {
        table->loose = (Node *)host_of(block->at);
        root.at = &table->loose;
      } else if (root.sort == DOUBLES && !is_at(&table->skipped)) {
        table->skipped = (double *)host_of(block->at);
        root.at = &table->skipped;
      }
      break;
    }
    for (i = 0; i < nroots; ++i)
      if (roots[i].base == root.base) break;
    if (i == nroots || chance(4) == 0) {
      if (i < nroots) break;
      roots[nroots++] = root;
      tell("  root %d: %d of sort %d at %zu, direction %d, at %zd\n", nroots - 1, root.n, root.sort,
           block->at, root.direction, root.at ? (ptrdiff_t)offset_of(root.at) : -1);
    }
  }
}

static void run_graph(const uint64_t *left_out, int nleft_out) {
  static const int most_steps = 40;
  int i, k, steps;
  new_chance(graph, 0);
  POISON(arena.bytes, BYTES);
  memset(blocks, 0, sizeof blocks);
  nextents = nhandles = nroots = hard = abandoned = 0;
  memset(recorded, 0, sizeof recorded);
  memset(good, 0, sizeof good);
  memset(astray, 0, sizeof astray);
  technique = (int)(graph % 6);
  automatic = 0;
  pc_host_device_model()->devices = 3;
  pc_host_device_model()->background = (int)chance(2);
  pc_set_device(pc_host_device());
  device_number = (int)chance(3) - 1;
  if (device_number < 0) device_number = PC_CURRENT_DEVICE;
  overlapping = (int)chance(2);
  for (i = 0; i < 4 + (int)chance(8); ++i) new_node();
  for (i = 0; i < 30; ++i) {
    Block *block = some_block(chance(4) ? NODE : VALUES);
    if (!block) continue;
    if (block->sort == NODE) {
      change_node((Node *)host_of(block->at));
    } else {
      new_value((Value *)host_of(block->at) + chance((unsigned)block->room));
    }
    count_all_values();
  }
  new_roots();
  count_all_values();
  hard = 0;
  steps = 5 + (int)chance((unsigned)most_steps);
  for (step = 1; step <= (uint64_t)steps; ++step) {
    unsigned what;
    int skip = 0;
    for (k = 0; k < nleft_out; ++k) skip |= left_out[k] == step;
    if (skip) continue;
    new_chance(graph, step);
    what = chance(20);
    tell("step %d\n", (int)step);
    if (what < 6) {
      enter();
    } else if (what < 9) {
      leave(0);
    } else if (what < 12) {
      update();
    } else if (what < 14) {
      change_structure();
    } else if (what < 16) {
      restructure(chance(3) == 0);
    } else if (what < 17) {
      change_host();
    } else if (what < 19) {
      change_device();
    } else if (chance(2)) {
      link_anew();
    } else {
      cut_text();
    }
    count_all_values(); /* they may have come back from the device */
    if (abandoned) break;
    verify();
  }
  step = 1000;
  new_chance(graph, step);
  for (i = 0; nhandles && i < 100 && !abandoned; ++i) {
    restructure(1);
    if (!abandoned) leave(1);
  }
  if (abandoned) abandon();
  CHECK(nhandles == 0, "the last exits fail");
  CHECK(pc_host_device_model()->blocks == 0, "device memory leaks");
  CHECK(pc_host_device_model()->bytes == 0, "device memory leaks");
  UNPOISON(arena.bytes, BYTES);
}

int main(int argc, char **argv) {
  const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
  const uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  uint64_t left_out[1000];
  int n = 0;
  for (; n + 3 < argc && n < 1000; ++n) left_out[n] = strtoull(argv[n + 3], NULL, 10);
  telling = argc > 2 && count == 1;
  pc_set_error_handler(on_error, NULL);
  for (graph = first; graph < first + count; ++graph) run_graph(left_out, n);
  printf("ok");
  for (n = 0; n < CALLS; ++n)
    printf(" %s %lld %lld %lld", call_names[n], counts[n][0], counts[n][1], counts[n][2]);
  printf("\n");
  return 0;
}
