/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* Link cells. The boxes are wider than the cutoff by a skin, so they stay valid until an atom has
 * moved half a skin; they are filled on the host. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "device.h"

static int wrapped(int i, int n) { return (i % n + n) % n; }

static int box_number(const int *sides, int x, int y, int z) { return (z * sides[1] + y) * sides[0] + x; }

/* The boxes around each box, and how far periodicity moves them. */
static void link_boxes(Simulation *sim) {
#pragma pointerchain region begin declare(sim->boxes->neighbors, sim->boxes->shifts, \
                                          sim->boxes->sides{int *}, sim->length{real_t *})
  for (int box = 0; box < sim->boxes->total; box++) {
    const int at[3] = {box % sim->boxes->sides[0], box / sim->boxes->sides[0] % sim->boxes->sides[1],
                       box / (sim->boxes->sides[0] * sim->boxes->sides[1])};
    for (int k = 0; k < MD_NEIGHBORS; k++) {
      const int by[3] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
      int to[3];
      for (int axis = 0; axis < 3; axis++) {
        to[axis] = wrapped(at[axis] + by[axis], sim->boxes->sides[axis]);
        const int around = (at[axis] + by[axis] - to[axis]) / sim->boxes->sides[axis];
        sim->boxes->shifts[box * MD_NEIGHBORS + k][axis] = around * sim->length[axis];
      }
      sim->boxes->neighbors[box * MD_NEIGHBORS + k] = box_number(sim->boxes->sides, to[0], to[1], to[2]);
    }
  }
#pragma pointerchain region end
}

int boxes_create(Simulation *sim) {
  Boxes *boxes = sim->boxes;
  boxes->total = 1;
  for (int axis = 0; axis < 3; axis++) {
    boxes->sides[axis] = (int)floor(sim->length[axis] / (sim->model->cutoff + sim->model->skin));
    if (boxes->sides[axis] < 3) {
      fprintf(stderr, "md: the domain is shorter than three boxes\n");
      return -1;
    }
    boxes->edge[axis] = sim->length[axis] / boxes->sides[axis];
    boxes->total *= boxes->sides[axis];
  }
  boxes->capacity = 2 * (sim->atoms->count / boxes->total) + 16;

  const size_t total = (size_t)boxes->total;
  boxes->occupancy = calloc(total, sizeof *boxes->occupancy);
  boxes->members = calloc(total * (size_t)boxes->capacity, sizeof *boxes->members);
  boxes->neighbors = calloc(total * MD_NEIGHBORS, sizeof *boxes->neighbors);
  boxes->shifts = calloc(total * MD_NEIGHBORS, sizeof *boxes->shifts);
  if (!boxes->occupancy || !boxes->members || !boxes->neighbors || !boxes->shifts) {
    fprintf(stderr, "md: not enough memory for the boxes\n");
    return -1;
  }
  link_boxes(sim);
  return 0;
}

void boxes_destroy(Boxes *boxes) {
  free(boxes->occupancy);
  free(boxes->members);
  free(boxes->neighbors);
  free(boxes->shifts);
}

/* Put every atom into its box. The region has two returns, for what must not happen: 'fullest' is
 * written back on these ways out too. */
int boxes_fill(Simulation *sim) {
  device_pull_positions(sim);
#pragma pointerchain region begin declare( \
    sim->atoms->traits->positions{vec3 *:restrict}, sim->atoms->traits->anchors{vec3 *:restrict}, \
    sim->boxes->occupancy{int *:restrict}, sim->boxes->members{int *:restrict}, \
    sim->boxes->capacity{int}, sim->boxes->fullest{int}, sim->boxes->total{int}, \
    sim->boxes->sides{int *}, sim->boxes->edge{real_t *}, sim->length{real_t *})
  for (int box = 0; box < sim->boxes->total; box++) sim->boxes->occupancy[box] = 0;
  sim->boxes->fullest = 0;

  for (int i = 0; i < sim->atoms->count; i++) {
    int at[3];
    for (int axis = 0; axis < 3; axis++) {
      /* Back into the domain, then which box: rounding must not lead past the last one. */
      const real_t domains = floor(sim->atoms->traits->positions[i][axis] / sim->length[axis]);
      if (!(fabs(domains) < 1e6)) {
        fprintf(stderr, "md: atom %d is lost\n", i);
        return -1;
      }
      sim->atoms->traits->positions[i][axis] -= domains * sim->length[axis];
      sim->atoms->traits->anchors[i][axis] = sim->atoms->traits->positions[i][axis];
      at[axis] = (int)(sim->atoms->traits->positions[i][axis] / sim->boxes->edge[axis]);
      if (at[axis] >= sim->boxes->sides[axis]) at[axis] = sim->boxes->sides[axis] - 1;
    }
    const int box = box_number(sim->boxes->sides, at[0], at[1], at[2]);
    const int place = sim->boxes->occupancy[box]++;
    if (place + 1 > sim->boxes->fullest) sim->boxes->fullest = place + 1;
    if (place == sim->boxes->capacity) {
      fprintf(stderr, "md: box %d overflows\n", box);
      return -1;
    }
    sim->boxes->members[box * sim->boxes->capacity + place] = i;
  }
#pragma pointerchain region end
  device_push_boxes(sim);
  return 0;
}

int boxes_refresh(Simulation *sim) {
  const real_t far = 0.5 * sim->model->skin;
  return sim->boxes->strayed < far * far ? 0 : boxes_fill(sim);
}
