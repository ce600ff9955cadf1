/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */
#include "river.h"

#include <stdlib.h>

River *river_new(int ncells) {
  River *river = malloc(sizeof *river);
  river->grid = malloc(sizeof *river->grid);
  river->water = malloc(sizeof *river->water);
  river->grid->ncells = ncells;
  river->grid->width = 10.0;
  river->spread = 5.0;
  river->water->speed = malloc(ncells * sizeof(double));
  river->water->amount = malloc(ncells * sizeof(double));
  river->water->next = malloc(ncells * sizeof(double));
  for (int i = 0; i < ncells; i++) {
    river->water->speed[i] = 1.0 + 0.5 * (i % 7) / 7.0;
    river->water->amount[i] = i >= ncells / 8 && i < ncells / 4 ? 2.0 : 0.0;
    river->water->next[i] = 0.0;
  }
  return river;
}

void river_free(River *river) {
  free(river->water->speed);
  free(river->water->amount);
  free(river->water->next);
  free(river->water);
  free(river->grid);
  free(river);
}

/* What crosses a face comes from the cell upstream and spreads with the difference; nothing crosses the ends. */
void river_step(River *river, double dt) {
  for (int i = 0; i < river->grid->ncells; i++) {
    double in = 0.0, out = 0.0;
    if (i > 0)
      in = river->water->speed[i - 1] * river->water->amount[i - 1] -
           river->spread * (river->water->amount[i] - river->water->amount[i - 1]) / river->grid->width;
    if (i < river->grid->ncells - 1)
      out = river->water->speed[i] * river->water->amount[i] -
            river->spread * (river->water->amount[i + 1] - river->water->amount[i]) / river->grid->width;
    river->water->next[i] = river->water->amount[i] + dt * (in - out) / river->grid->width;
  }
  double *amount = river->water->amount;
  river->water->amount = river->water->next;
  river->water->next = amount;
}

double river_total(const River *river) {
  double total = 0.0;
  for (int i = 0; i < river->grid->ncells; i++) total += river->water->amount[i] * river->grid->width;
  return total;
}

double river_centre(const River *river) {
  double moment = 0.0;
  for (int i = 0; i < river->grid->ncells; i++)
    moment += river->water->amount[i] * (i + 0.5) * river->grid->width * river->grid->width;
  return moment / river_total(river);
}
