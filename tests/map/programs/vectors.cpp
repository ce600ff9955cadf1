// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// A graph whose arrays are vectors: of the function, members, and ones that are given to functions.
#include <cstdio>
#include <vector>

struct Graph {
  std::vector<int> first, to;
  std::vector<double> weight;
};

static void grow(Graph *g, int nodes) {
  g->first.assign(nodes + 1, 0);
  for (int i = 0; i < nodes; i++) {
    for (int k = 0; k < i % 4; k++) {
      g->to.push_back((i * 5 + k) % nodes);
      g->weight.push_back(1 + k % 3);
    }
    g->first[i + 1] = (int)g->to.size();
  }
}

static void spread(double *next, const double *now, const int *to, const double *weight, int edges) {
#pragma omp target teams distribute parallel for
  for (int e = 0; e < edges; e++) {
    double more = now[to[e]] * weight[e];
#pragma omp atomic
    next[to[e]] += more;
  }
}

int main() {
  const int nodes = 60;
  Graph graph, copy;
  grow(&graph, nodes);
  copy = graph;
  std::vector<double> now(nodes, 1.0), next;
  next.resize(nodes);
  for (int step = 0; step < 4; step++) {
    spread(next.data(), &now[0], copy.to.data(), copy.weight.data(), (int)copy.to.size());
    for (int i = 0; i < nodes; i++) now[i] = (double)((long)(now[i] + next[i]) % 1009);
  }
  std::vector<int> ends;
  for (int each : graph.to)
    if (each % 2) ends.push_back(each);
  int *end = ends.data();
  double *value = &now.front();
  int odd = ends.size(), even = nodes / 2;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < even; i++) value[2 * i] += end[(i * 3) % odd];
  double sum = 0;
  for (double each : now) sum = sum * 3 + each - (double)(long)(sum / 7);
  std::printf("%.17g %d\n", sum, odd);
  return 0;
}
