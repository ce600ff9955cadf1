/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* Lennard-Jones molecular dynamics in a periodic domain.
 *
 *   md [-n CELLS] [-s STEPS] [-d DT]
 *
 * CELLS face-centred cubic unit cells of four atoms along each axis. Prints the energies and
 * exits with 1 if the total energy is not conserved. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"

static const real_t DENSITY = 0.8442;
static const real_t TEMPERATURE = 1.44; /* of the lattice; about half of it becomes potential energy */
static const real_t TOLERANCE = 1e-3;   /* relative, for the total energy */

typedef struct Options {
  int cells;
  int steps;
  real_t dt;
} Options;

static int read_options(int argc, char **argv, Options *options) {
  *options = (Options){.cells = 6, .steps = 200, .dt = 0.004};
  for (int i = 1; i < argc; i++) {
    if (i + 1 < argc && strcmp(argv[i], "-n") == 0) {
      options->cells = atoi(argv[++i]);
    } else if (i + 1 < argc && strcmp(argv[i], "-s") == 0) {
      options->steps = atoi(argv[++i]);
    } else if (i + 1 < argc && strcmp(argv[i], "-d") == 0) {
      options->dt = atof(argv[++i]);
    } else {
      fprintf(stderr, "usage: md [-n CELLS] [-s STEPS] [-d DT]\n");
      return -1;
    }
  }
  return options->cells > 0 && options->cells <= 200 && options->steps >= 0 && options->dt > 0.0 ? 0 : -1;
}

/* Evenly distributed between -0.5 and 0.5, the same on every machine. */
static real_t random_half(unsigned long long *state) {
  *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (real_t)(*state >> 11) / 9007199254740992.0 - 0.5;
}

static int atoms_create(Simulation *sim, const Options *options) {
  const int count = 4 * options->cells * options->cells * options->cells;
  const size_t n = (size_t)count;
  Traits *traits = sim->atoms->traits;
  sim->atoms->count = count;
  sim->atoms->mass = 1.0;
  traits->positions = calloc(n, sizeof *traits->positions);
  traits->velocities = calloc(n, sizeof *traits->velocities);
  traits->forces = calloc(n, sizeof *traits->forces);
  traits->anchors = calloc(n, sizeof *traits->anchors);
  if (!traits->positions || !traits->velocities || !traits->forces || !traits->anchors) {
    fprintf(stderr, "md: not enough memory for the atoms\n");
    return -1;
  }

  static const vec3 BASIS[4] = {{0.25, 0.25, 0.25}, {0.25, 0.75, 0.75}, {0.75, 0.25, 0.75}, {0.75, 0.75, 0.25}};
  const real_t cell = cbrt(4.0 / DENSITY);
  unsigned long long state = 1;
  for (int i = 0; i < count; i++) {
    const int at[3] = {i / 4 % options->cells, i / 4 / options->cells % options->cells,
                       i / 4 / options->cells / options->cells};
    for (int axis = 0; axis < 3; axis++) {
      traits->positions[i][axis] = (at[axis] + BASIS[i % 4][axis]) * cell;
      traits->velocities[i][axis] = random_half(&state);
    }
  }
  for (int axis = 0; axis < 3; axis++) sim->length[axis] = options->cells * cell;
  return 0;
}

static void atoms_destroy(Traits *traits) {
  free(traits->positions);
  free(traits->velocities);
  free(traits->forces);
  free(traits->anchors);
}

/* Take the total momentum out of the velocities and give them the wanted temperature. */
static void thermalize(Simulation *sim, real_t temperature) {
  real_t sum2 = 0.0;
#pragma pointerchain region begin declare(sim->atoms->traits->velocities, sim->atoms->count, sim->atoms->mass)
  for (int axis = 0; axis < 3; axis++) {
    real_t mean = 0.0;
    for (int i = 0; i < sim->atoms->count; i++) mean += sim->atoms->traits->velocities[i][axis];
    mean /= sim->atoms->count;
    for (int i = 0; i < sim->atoms->count; i++) {
      sim->atoms->traits->velocities[i][axis] -= mean;
      sum2 += sim->atoms->traits->velocities[i][axis] * sim->atoms->traits->velocities[i][axis];
    }
  }
  const real_t scale = sqrt(3.0 * sim->atoms->count * temperature / (sim->atoms->mass * sum2));
  for (int i = 0; i < sim->atoms->count; i++) {
    for (int axis = 0; axis < 3; axis++) sim->atoms->traits->velocities[i][axis] *= scale;
  }
#pragma pointerchain region end
}

static real_t report(Simulation *sim, int at_step) {
  kinetic_energy(sim);
  const real_t total = sim->energies->potential + sim->energies->kinetic;
  printf("step %5d  potential %.17g  kinetic %.17g  total %.17g\n", at_step, sim->energies->potential,
         sim->energies->kinetic, total);
  return total;
}

/* The steps, with a report ten times. Returns the exit status. */
static int run(Simulation *sim, int steps) {
  const int interval = steps < 10 ? 1 : steps / 10;
  compute_forces(sim);
  const real_t initial = report(sim, 0);
  real_t worst = 0.0;
  for (int s = 1; s <= steps; s++) {
    if (step(sim) != 0) return 1;
    if (s % interval == 0 || s == steps) {
      const real_t drift_now = fabs((report(sim, s) - initial) / initial);
      if (!(drift_now <= worst)) worst = drift_now;
    }
  }
  printf("drift %.17g (at most %g)\n", worst, TOLERANCE);
  if (!(worst <= TOLERANCE)) {
    fprintf(stderr, "md: the energy is not conserved\n");
    return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  Options options;
  if (read_options(argc, argv, &options) != 0) return 2;

  Traits traits = {0};
  Atoms atoms = {.traits = &traits};
  Boxes boxes = {0};
  Model model = {.epsilon = 1.0, .sigma = 1.0, .cutoff = 2.5, .skin = 0.3};
  Energies energies = {0};
  Simulation simulation = {
      .dt = options.dt, .atoms = &atoms, .boxes = &boxes, .model = &model, .energies = &energies};
  Simulation *sim = &simulation;

  int status = 1;
  if (atoms_create(sim, &options) == 0 && boxes_create(sim) == 0) {
    printf("%d atoms, %d boxes\n", atoms.count, boxes.total);
    thermalize(sim, TEMPERATURE);
    device_enter(sim);
    if (boxes_fill(sim) == 0) status = run(sim, options.steps);
    device_exit(sim);
  }
  boxes_destroy(&boxes);
  atoms_destroy(&traits);
  return status;
}
