/* SPDX-FileCopyrightText: The pointerchain developers
   SPDX-License-Identifier: Apache-2.0 */
#include "heat.h"

#include <stdio.h>
#include <stdlib.h>

void run(Model *model, int steps);

int main(int count, char **words) {
  int side = count > 1 ? atoi(words[1]) : 64, steps = count > 2 ? atoi(words[2]) : 100;
  if (side < 3 || steps < 0) {
    fprintf(stderr, "usage: heat [SIDE [STEPS]]\n");
    return 2;
  }
  size_t cells = (size_t)side * side;
  Fields fields = {calloc(cells, sizeof(double)), calloc(cells, sizeof(double)), calloc(cells, sizeof(double))};
  if (!fields.now || !fields.next || !fields.conductivity) {
    fprintf(stderr, "heat: no memory\n");
    return 1;
  }
  Mesh mesh = {side, side, &fields};
  Clock clock = {0.2, 0, 0};
  Model model = {&mesh, &clock};
  for (size_t at = 0; at < cells; at++) {
    fields.now[at] = fields.next[at] = (double)(at * 7919 % 101);
    fields.conductivity[at] = 0.5 + (double)(at % 3) / 4;
  }
  run(&model, steps);
  double total = 0;
  for (size_t at = 0; at < cells; at++)
    total += fields.now[at];
  printf("%d steps, hottest %.15g, total %.15g\n", clock.steps, clock.hottest, total);
  free(fields.now);
  free(fields.next);
  free(fields.conductivity);
  return 0;
}
