/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* Velocity Verlet: half a kick, a drift, new forces, half a kick. */

#include "types.h"

/* Change the velocities by the forces. The clause form: the region is the construct. */
void kick(Simulation *sim, real_t dt) {
#pragma acc parallel loop present(sim->atoms->traits->velocities[0:sim->atoms->count], \
                                  sim->atoms->traits->forces[0:sim->atoms->count]) \
    pointerchain(sim->atoms->traits->velocities{vec3 *:restrict}, \
                 sim->atoms->traits->forces{vec3 *:restrict}, sim->atoms->count, sim->atoms->mass)
  for (int i = 0; i < sim->atoms->count; i++) {
    for (int axis = 0; axis < 3; axis++) {
      sim->atoms->traits->velocities[i][axis] += sim->atoms->traits->forces[i][axis] * dt / sim->atoms->mass;
    }
  }
}

/* Change the positions by the velocities, and note how far the atoms have strayed from the boxes
 * they were put into. The condensed form: the declarations stand at the region's begin. */
void drift(Simulation *sim, real_t dt) {
  sim->boxes->strayed = 0.0;
#pragma pointerchain region begin declare(sim->atoms->traits->positions, sim->atoms->traits->velocities, \
                                          sim->atoms->traits->anchors, sim->atoms->count, \
                                          sim->boxes->strayed)
#pragma acc parallel loop reduction(max : sim->boxes->strayed) \
    present(sim->atoms->traits->positions[0:sim->atoms->count], \
            sim->atoms->traits->velocities[0:sim->atoms->count], \
            sim->atoms->traits->anchors[0:sim->atoms->count])
  for (int i = 0; i < sim->atoms->count; i++) {
    real_t distance2 = 0.0;
    for (int axis = 0; axis < 3; axis++) {
      sim->atoms->traits->positions[i][axis] += sim->atoms->traits->velocities[i][axis] * dt;
      const real_t d = sim->atoms->traits->positions[i][axis] - sim->atoms->traits->anchors[i][axis];
      distance2 += d * d;
    }
    if (distance2 > sim->boxes->strayed) sim->boxes->strayed = distance2;
  }
#pragma pointerchain region end
}

void kinetic_energy(Simulation *sim) {
  sim->energies->kinetic = 0.0;
  /* The directives may be guarded, for a build that treats unknown pragmas as errors. */
#ifdef __pointerchain
#pragma pointerchain declare(sim->atoms->traits->velocities{vec3 *:restrictconst}, sim->atoms->count{int})
#pragma pointerchain declare(sim->atoms->mass{real_t}, sim->energies->kinetic{real_t})
#pragma pointerchain region begin
#endif
#pragma acc parallel loop reduction(+ : sim->energies->kinetic) \
    present(sim->atoms->traits->velocities[0:sim->atoms->count])
  for (int i = 0; i < sim->atoms->count; i++) {
    real_t v2 = 0.0;
    for (int axis = 0; axis < 3; axis++) {
      v2 += sim->atoms->traits->velocities[i][axis] * sim->atoms->traits->velocities[i][axis];
    }
    sim->energies->kinetic += 0.5 * sim->atoms->mass * v2;
  }
#ifdef __pointerchain
#pragma pointerchain region end
#endif
}

int step(Simulation *sim) {
  kick(sim, 0.5 * sim->dt);
  drift(sim, sim->dt);
  if (boxes_refresh(sim) != 0) return -1;
  compute_forces(sim);
  kick(sim, 0.5 * sim->dt);
  return 0;
}
