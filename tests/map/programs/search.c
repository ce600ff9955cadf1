// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// A breadth-first search: structures in arrays, indirect stores, a flag that each thread sets to the same value.
#include <stdio.h>
#include <stdlib.h>
typedef struct { int start, count; } Node;
typedef struct { int nodes, edges; Node *node; int *edge, *cost; char *mask, *next, *seen; } Graph;
#pragma pointerchain shape(Graph: node[nodes], edge[edges], cost[nodes], mask[nodes], next[nodes], seen[nodes])

static int level(Graph *g) {
  int more = 0;
#pragma omp target teams distribute parallel for
  for (int at = 0; at < g->nodes; at++)
    if (g->mask[at]) {
      g->mask[at] = 0;
      for (int e = g->node[at].start; e < g->node[at].start + g->node[at].count; e++) {
        int to = g->edge[e];
        if (!g->seen[to]) {
          g->cost[to] = g->cost[at] + 1;
          g->next[to] = 1;
        }
      }
    }
#pragma omp target teams distribute parallel for
  for (int at = 0; at < g->nodes; at++)
    if (g->next[at]) {
      g->mask[at] = 1;
      g->seen[at] = 1;
      more = 1;
      g->next[at] = 0;
    }
  return more;
}

int main(void) {
  Graph graph, *g = &graph;
  g->nodes = 60;
  g->edges = 180;
  g->node = malloc(g->nodes * sizeof(Node));
  g->edge = malloc(g->edges * sizeof(int));
  g->cost = malloc(g->nodes * sizeof(int));
  g->mask = calloc(g->nodes, 1);
  g->next = calloc(g->nodes, 1);
  g->seen = calloc(g->nodes, 1);
  for (int i = 0; i < g->nodes; i++) {
    g->node[i].start = 3 * i;
    g->node[i].count = 3;
    g->cost[i] = -1;
    for (int e = 0; e < 3; e++) g->edge[3 * i + e] = (i * (e + 2) + 7) % g->nodes;
  }
  g->mask[0] = g->seen[0] = 1;
  g->cost[0] = 0;
  int rounds = 0;
  while (level(g)) rounds++;
  long sum = rounds;
  for (int i = 0; i < g->nodes; i++) sum = sum * 7 % 1000003 + g->cost[i];
  printf("%d %ld\n", rounds, sum);
  return 0;
}
