// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// The force loop of a molecular dynamics code: chains through two branches of the struct tree,
// arrays indexed through arrays, a reduction.
#include "guard.h"

typedef double vec2[2];
typedef struct Traits { vec2 *positions, *forces; } Traits;
typedef struct Atoms { Traits *traits; int count; } Atoms;
typedef struct Boxes { int *occupancy, *members, *neighbors; int total, capacity; } Boxes;
typedef struct Simulation { Atoms *atoms; Boxes *boxes; double energy; } Simulation;

enum { SIDE = 8, NEIGHBORS = 9, CAPACITY = 4 };

static Simulation *build(void) {
  Simulation *sim = guard_alloc(sizeof *sim);
  sim->atoms = guard_alloc(sizeof *sim->atoms);
  sim->boxes = guard_alloc(sizeof *sim->boxes);
  sim->atoms->traits = guard_alloc(sizeof *sim->atoms->traits);
  const int total = sim->boxes->total = SIDE * SIDE, count = sim->atoms->count = 2 * total;
  sim->boxes->capacity = CAPACITY;
  sim->atoms->traits->positions = guard_alloc(count * sizeof(vec2));
  sim->atoms->traits->forces = guard_alloc(count * sizeof(vec2));
  sim->boxes->occupancy = guard_alloc(total * sizeof(int));
  sim->boxes->members = guard_alloc(total * CAPACITY * sizeof(int));
  sim->boxes->neighbors = guard_alloc(total * NEIGHBORS * sizeof(int));
  for (int i = 0; i < count; i++) {
    const int box = i / 2, x = box % SIDE, y = box / SIDE;
    sim->atoms->traits->positions[i][0] = 4 * x + i % 2;
    sim->atoms->traits->positions[i][1] = 4 * y + 2 * (i % 2);
    sim->boxes->members[box * CAPACITY + sim->boxes->occupancy[box]++] = i;
    for (int k = 0; k < NEIGHBORS; k++) {
      const int nx = (x + k % 3 - 1 + SIDE) % SIDE, ny = (y + k / 3 - 1 + SIDE) % SIDE;
      sim->boxes->neighbors[box * NEIGHBORS + k] = ny * SIDE + nx;
    }
  }
  return sim;
}

static void forces(Simulation *sim) {
#pragma pointerchain declare(sim->atoms->traits->positions{vec2 *:restrictconst})
#pragma pointerchain declare(sim->atoms->traits->forces{vec2 *:restrictconst}, sim->atoms->count, sim->energy)
#pragma pointerchain declare(sim->boxes->occupancy{int *:restrictconst}, sim->boxes->members, \
                             sim->boxes->neighbors, sim->boxes->total, sim->boxes->capacity)
#pragma pointerchain region begin
#pragma omp target enter data map(to : sim->atoms->traits->positions[0:sim->atoms->count], \
                                      sim->atoms->traits->forces[0:sim->atoms->count], \
                                      sim->boxes->occupancy[0:sim->boxes->total], \
                                      sim->boxes->members[0 : sim->boxes->total * CAPACITY], \
                                      sim->boxes->neighbors[0 : sim->boxes->total * NEIGHBORS])
  guard_protect();
#pragma omp target teams distribute parallel for reduction(+ : sim->energy)
  for (int box = 0; box < sim->boxes->total; box++) {
    for (int a = 0; a < sim->boxes->occupancy[box]; a++) {
      const int i = sim->boxes->members[box * sim->boxes->capacity + a];
      for (int k = 0; k < NEIGHBORS; k++) {
        const int other = sim->boxes->neighbors[box * NEIGHBORS + k];
        for (int b = 0; b < sim->boxes->occupancy[other]; b++) {
          const int j = sim->boxes->members[other * sim->boxes->capacity + b];
          for (int axis = 0; axis < 2; axis++) {
            const double d = sim->atoms->traits->positions[i][axis] - sim->atoms->traits->positions[j][axis];
            sim->atoms->traits->forces[i][axis] -= d;
            sim->energy += d * d;
          }
        }
      }
    }
  }
  guard_unprotect();
#pragma omp target exit data map(from : sim->atoms->traits->forces[0:sim->atoms->count]) \
    map(delete : sim->atoms->traits->positions[0:sim->atoms->count], sim->boxes->occupancy[0:sim->boxes->total], \
                 sim->boxes->members[0 : sim->boxes->total * CAPACITY], \
                 sim->boxes->neighbors[0 : sim->boxes->total * NEIGHBORS])
#pragma pointerchain region end
}

int main(void) {
  Simulation *sim = build();
  forces(sim);
  printf("%.17g\n", sim->energy);
  for (int i = 0; i < sim->atoms->count; i += 17) {
    printf("%g %g\n", sim->atoms->traits->forces[i][0], sim->atoms->traits->forces[i][1]);
  }
  return 0;
}
