// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Data stay on the device over several regions of several functions; the host looks at them in between.
#include "guard.h"

typedef struct Particles { double *x, *v; int n; } Particles;
typedef struct World { Particles *particles; } World;

static World *world; // the root of all chains is a global

static void enter(void) {
#pragma pointerchain region begin declare(world->particles->x, world->particles->v, world->particles->n)
#pragma omp target enter data map(to : world->particles->x[0:world->particles->n], \
                                      world->particles->v[0:world->particles->n])
#pragma pointerchain region end
}

static void push(double dt) {
#pragma pointerchain region begin declare(world->particles->x, world->particles->v, world->particles->n)
  guard_protect();
#pragma omp target teams distribute parallel for
  for (int i = 0; i < world->particles->n; i++) world->particles->x[i] += dt * world->particles->v[i];
  guard_unprotect();
#pragma pointerchain region end
}

static void look(void) {
#pragma pointerchain region begin declare(world->particles->x, world->particles->n)
#pragma omp target update from(world->particles->x[0:world->particles->n])
  printf("%g %g\n", world->particles->x[1], world->particles->x[world->particles->n - 1]);
  world->particles->x[1] = 0;
#pragma omp target update to(world->particles->x[0:world->particles->n])
#pragma pointerchain region end
}

static void leave(void) {
#pragma pointerchain region begin declare(world->particles->x, world->particles->v, world->particles->n)
#pragma omp target exit data map(from : world->particles->x[0:world->particles->n]) \
    map(delete : world->particles->v[0:world->particles->n])
#pragma pointerchain region end
}

int main(void) {
  world = guard_alloc(sizeof *world);
  world->particles = guard_alloc(sizeof *world->particles);
  world->particles->n = 80;
  world->particles->x = guard_alloc(80 * sizeof(double));
  world->particles->v = guard_alloc(80 * sizeof(double));
  for (int i = 0; i < 80; i++) world->particles->v[i] = i;

  enter();
  for (int i = 0; i < 3; i++) {
    push(0.5);
    look();
  }
  leave();
  printf("%g %g\n", world->particles->x[1], world->particles->x[2]);
  return 0;
}
