// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// An array that is part of its struct is hoisted as a pointer to its first element.
#include "guard.h"

typedef double real_t;
typedef struct Domain { int id; real_t low[3]; real_t width[3]; } Domain;
typedef struct Simulation { Domain *domain; real_t *points; } Simulation;

int main(void) {
  Simulation *sim = guard_alloc(sizeof *sim);
  sim->domain = guard_alloc(sizeof *sim->domain);
  sim->points = guard_alloc(300 * sizeof(real_t));
  for (int axis = 0; axis < 3; axis++) {
    sim->domain->low[axis] = axis;
    sim->domain->width[axis] = 4 * (axis + 1);
  }
  for (int i = 0; i < 300; i++) sim->points[i] = i % 17;

#pragma pointerchain declare(sim->domain->low{real_t *}, sim->domain->width, sim->points{real_t *})
#pragma pointerchain region begin
#pragma omp target enter data map(to : sim->domain->low[0:3], sim->domain->width[0:3], sim->points[0:300])
  guard_protect();
#pragma omp target teams distribute parallel for
  for (int i = 0; i < 300; i++) {
    sim->points[i] = (sim->points[i] - sim->domain->low[i % 3]) / sim->domain->width[i % 3];
  }
  guard_unprotect();
#pragma omp target exit data map(delete : sim->domain->low[0:3], sim->domain->width[0:3]) \
    map(from : sim->points[0:300])
#pragma pointerchain region end

  for (int i = 0; i < 300; i += 41) printf("%.17g\n", sim->points[i]);
  return 0;
}
