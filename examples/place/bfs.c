// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
//
// Breadth-first search as Rodinia's bfs does it on a GPU, in OpenMP: for each level a kernel in which the frontier's
// nodes look at their neighbours, and one that makes the next frontier. The graph is random, of six edges a node.
//
//   pointerchain place profile -o profile.json -- clang-19 -g -O1 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu
//       bfs.c -o bfs -- 4096
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int starting, edges;
} node;

static uint32_t draw(uint32_t below) {
  static uint64_t state = 7;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((state >> 33) % below);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 4096;
  if (n < 2) {
    fprintf(stderr, "usage: %s [NODES], of 2 and more\n", argv[0]);
    return 2;
  }
  node *nodes = calloc((size_t)n, sizeof *nodes);
  bool *mask = malloc((size_t)n), *updating = malloc((size_t)n), *visited = malloc((size_t)n);
  int *cost = malloc((size_t)n * sizeof *cost);
  int *from = malloc((size_t)n * 4 * sizeof *from), *to = malloc((size_t)n * 4 * sizeof *to);
  int *edges = malloc((size_t)n * 8 * sizeof *edges);
  if (!nodes || !mask || !updating || !visited || !cost || !from || !to || !edges) {
    fprintf(stderr, "no memory\n");
    return 1;
  }
  /* Two to four edges begin at a node, and each is followed from both of its ends. */
  int pairs = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 2 + (int)draw(3); k > 0; k--) {
      from[pairs] = i;
      to[pairs++] = (int)draw((uint32_t)n);
    }
  }
  for (int k = 0; k < pairs; k++) {
    nodes[from[k]].edges++;
    nodes[to[k]].edges++;
  }
  int count = 0;
  for (int i = 0; i < n; i++) {
    nodes[i].starting = count;
    count += nodes[i].edges;
    nodes[i].edges = 0;
  }
  for (int k = 0; k < pairs; k++) {
    edges[nodes[from[k]].starting + nodes[from[k]].edges++] = to[k];
    edges[nodes[to[k]].starting + nodes[to[k]].edges++] = from[k];
  }
  for (int i = 0; i < n; i++) {
    mask[i] = updating[i] = visited[i] = i == 0;
    cost[i] = i == 0 ? 0 : -1;
  }
  updating[0] = false;

  bool more = true;
  int levels = 0;
#pragma omp target data map(to: nodes[0:n], edges[0:count], mask[0:n], updating[0:n], visited[0:n]) \
    map(tofrom: cost[0:n])
  while (more) {
    more = false;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
      if (mask[i]) {
        mask[i] = false;
        for (int k = nodes[i].starting; k < nodes[i].starting + nodes[i].edges; k++) {
          const int other = edges[k];
          if (!visited[other]) {
            cost[other] = cost[i] + 1;
            updating[other] = true;
          }
        }
      }
    }
#pragma omp target teams distribute parallel for map(tofrom: more)
    for (int i = 0; i < n; i++) {
      if (updating[i]) {
        mask[i] = true;
        visited[i] = true;
        updating[i] = false;
#pragma omp atomic write
        more = true;
      }
    }
    levels++;
  }

  long sum = 0;
  for (int i = 0; i < n; i++) {
    sum += cost[i];
  }
  printf("%d levels, costs of %ld\n", levels, sum);
  free(nodes);
  free(mask);
  free(updating);
  free(visited);
  free(cost);
  free(from);
  free(to);
  free(edges);
  return 0;
}
