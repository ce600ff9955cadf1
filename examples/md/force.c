/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* Forces and potential energy: the hot loop. */

#include "types.h"

/* Every atom adds up what its partners do to it; each pair is visited from both its ends, so
 * that no two threads write to one atom. */
void compute_forces(Simulation *sim) {
#pragma pointerchain declare(sim->atoms->traits->positions{vec3 *:restrictconst})
#pragma pointerchain declare(sim->atoms->traits->forces{vec3 *:restrictconst})
#pragma pointerchain declare(sim->boxes->occupancy{int *:restrictconst}, \
                             sim->boxes->members{int *:restrictconst}, \
                             sim->boxes->neighbors{int *:restrictconst}, \
                             sim->boxes->shifts{vec3 *:restrictconst})
#pragma pointerchain declare(sim->atoms->count, sim->boxes->total, sim->boxes->capacity)
#pragma pointerchain declare(sim->model->cutoff, sim->model->sigma, sim->model->epsilon)
#pragma pointerchain declare(sim->energies->potential{real_t})
  const real_t ratio2 = (sim->model->sigma * sim->model->sigma) / (sim->model->cutoff * sim->model->cutoff);
  const real_t ratio6 = ratio2 * ratio2 * ratio2;
  const real_t at_cutoff = ratio6 * (ratio6 - 1.0);

  sim->energies->potential = 0.0;

#pragma pointerchain region begin
#pragma acc parallel loop gang reduction(+ : sim->energies->potential) \
    present(sim->atoms->traits->positions[0:sim->atoms->count], \
            sim->atoms->traits->forces[0:sim->atoms->count], \
            sim->boxes->occupancy[0:sim->boxes->total], \
            sim->boxes->members[0:sim->boxes->total * sim->boxes->capacity], \
            sim->boxes->neighbors[0:sim->boxes->total * MD_NEIGHBORS], \
            sim->boxes->shifts[0:sim->boxes->total * MD_NEIGHBORS])
  for (int box = 0; box < sim->boxes->total; box++) {
#pragma acc loop vector reduction(+ : sim->energies->potential)
    for (int a = 0; a < sim->boxes->occupancy[box]; a++) {
      const int i = sim->boxes->members[box * sim->boxes->capacity + a];
      for (int axis = 0; axis < 3; axis++) sim->atoms->traits->forces[i][axis] = 0.0;

      for (int k = box * MD_NEIGHBORS; k < (box + 1) * MD_NEIGHBORS; k++) {
        const int other = sim->boxes->neighbors[k];
        for (int b = 0; b < sim->boxes->occupancy[other]; b++) {
          const int j = sim->boxes->members[other * sim->boxes->capacity + b];
          const real_t dx = sim->atoms->traits->positions[i][0] - sim->atoms->traits->positions[j][0] -
                            sim->boxes->shifts[k][0];
          const real_t dy = sim->atoms->traits->positions[i][1] - sim->atoms->traits->positions[j][1] -
                            sim->boxes->shifts[k][1];
          const real_t dz = sim->atoms->traits->positions[i][2] - sim->atoms->traits->positions[j][2] -
                            sim->boxes->shifts[k][2];
          const real_t r2 = dx * dx + dy * dy + dz * dz;
          /* An atom meets itself in its own box, at distance zero. */
          if (r2 > 0.0 && r2 < sim->model->cutoff * sim->model->cutoff) {
            const real_t s2 = sim->model->sigma * sim->model->sigma / r2;
            const real_t s6 = s2 * s2 * s2;
            const real_t f = 24.0 * sim->model->epsilon * s6 * (2.0 * s6 - 1.0) / r2;
            sim->atoms->traits->forces[i][0] += f * dx;
            sim->atoms->traits->forces[i][1] += f * dy;
            sim->atoms->traits->forces[i][2] += f * dz;
            sim->energies->potential += 2.0 * sim->model->epsilon * (s6 * (s6 - 1.0) - at_cutoff);
          }
        }
      }
    }
  }
#pragma pointerchain region end
}
