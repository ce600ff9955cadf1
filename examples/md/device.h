/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* What travels between host and device, and when. Only the arrays at the leaves do: no struct
 * has a copy on the device, so none has pointers there that would have to be corrected. */

#ifndef MD_DEVICE_H
#define MD_DEVICE_H

#include "types.h"

static inline void device_enter(const Simulation *sim) {
  const int count = sim->atoms->count, total = sim->boxes->total;
#pragma pointerchain region begin declare( \
    sim->atoms->traits->positions, sim->atoms->traits->velocities, sim->atoms->traits->forces, \
    sim->atoms->traits->anchors, sim->boxes->occupancy, sim->boxes->members, \
    sim->boxes->neighbors, sim->boxes->shifts, sim->boxes->capacity)
#pragma acc enter data copyin(sim->atoms->traits->positions[0:count], \
                              sim->atoms->traits->velocities[0:count], \
                              sim->boxes->neighbors[0:total * MD_NEIGHBORS], \
                              sim->boxes->shifts[0:total * MD_NEIGHBORS])
#pragma acc enter data create(sim->atoms->traits->forces[0:count], \
                              sim->atoms->traits->anchors[0:count], \
                              sim->boxes->occupancy[0:total], \
                              sim->boxes->members[0:total * sim->boxes->capacity])
#pragma pointerchain region end
  (void)count, (void)total; /* without OpenACC nothing else uses them */
}

static inline void device_exit(const Simulation *sim) {
  const int count = sim->atoms->count, total = sim->boxes->total;
#pragma pointerchain region begin declare( \
    sim->atoms->traits->positions, sim->atoms->traits->velocities, sim->atoms->traits->forces, \
    sim->atoms->traits->anchors, sim->boxes->occupancy, sim->boxes->members, \
    sim->boxes->neighbors, sim->boxes->shifts, sim->boxes->capacity)
#pragma acc exit data copyout(sim->atoms->traits->positions[0:count], \
                              sim->atoms->traits->velocities[0:count], \
                              sim->atoms->traits->forces[0:count])
#pragma acc exit data delete(sim->atoms->traits->anchors[0:count], \
                             sim->boxes->occupancy[0:total], \
                             sim->boxes->members[0:total * sim->boxes->capacity], \
                             sim->boxes->neighbors[0:total * MD_NEIGHBORS], \
                             sim->boxes->shifts[0:total * MD_NEIGHBORS])
#pragma pointerchain region end
  (void)count, (void)total;
}

/* Before the host reads the positions. */
static inline void device_pull_positions(const Simulation *sim) {
#pragma pointerchain region begin declare(sim->atoms->traits->positions, sim->atoms->count)
#pragma acc update self(sim->atoms->traits->positions[0:sim->atoms->count])
#pragma pointerchain region end
  (void)sim;
}

/* After the host has put the atoms into boxes anew. */
static inline void device_push_boxes(const Simulation *sim) {
  const int count = sim->atoms->count, total = sim->boxes->total;
#pragma pointerchain region begin declare(sim->atoms->traits->positions, sim->atoms->traits->anchors, \
                                          sim->boxes->occupancy, sim->boxes->members, \
                                          sim->boxes->capacity)
#pragma acc update device(sim->atoms->traits->positions[0:count], \
                          sim->atoms->traits->anchors[0:count], sim->boxes->occupancy[0:total], \
                          sim->boxes->members[0:total * sim->boxes->capacity])
#pragma pointerchain region end
  (void)count, (void)total;
}

#endif
