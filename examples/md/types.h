/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* The state of a simulation: a tree of structs with arrays at its leaves.
 *
 *   Simulation -> Atoms -> Traits -> positions, velocities, forces, anchors
 *              -> Boxes -> occupancy, members, neighbors, shifts
 *              -> Model, Energies
 *
 * All quantities are in Lennard-Jones units: epsilon, sigma and Boltzmann's constant are 1. */

#ifndef MD_TYPES_H
#define MD_TYPES_H

typedef double real_t;
typedef real_t vec3[3];

/* Boxes that touch a box, itself included. */
enum { MD_NEIGHBORS = 27 };

/* One array a trait, indexed by atom. */
typedef struct Traits {
  vec3 *positions;
  vec3 *velocities;
  vec3 *forces;
  vec3 *anchors; /* the positions when the atoms were last put into boxes */
} Traits;

typedef struct Atoms {
  int count;
  real_t mass;
  Traits *traits;
} Atoms;

/* Link cells: an atom's partners are in the MD_NEIGHBORS boxes around it. */
typedef struct Boxes {
  int sides[3];   /* boxes along each axis */
  vec3 edge;      /* of one box */
  int total;      /* boxes */
  int capacity;   /* atoms that a box can hold */
  int fullest;    /* atoms in the fullest box */
  real_t strayed; /* square of the largest distance between an atom and its anchor */
  int *occupancy; /* [total] atoms in a box */
  int *members;   /* [total * capacity] their numbers */
  int *neighbors; /* [total * MD_NEIGHBORS] boxes around a box */
  vec3 *shifts;   /* [total * MD_NEIGHBORS] what periodicity adds to their atoms' positions */
} Boxes;

/* The potential: 4 epsilon ((sigma/r)^12 - (sigma/r)^6), cut off and shifted to zero there. */
typedef struct Model {
  real_t epsilon;
  real_t sigma;
  real_t cutoff;
  real_t skin; /* boxes reach this much farther than the cutoff */
} Model;

typedef struct Energies {
  real_t potential;
  real_t kinetic;
} Energies;

typedef struct Simulation {
  vec3 length; /* of the periodic domain */
  real_t dt;
  Atoms *atoms;
  Boxes *boxes;
  Model *model;
  Energies *energies;
} Simulation;

/* cells.c */
int boxes_create(Simulation *sim);  /* 0, or -1 where the domain is too small or memory is short */
void boxes_destroy(Boxes *boxes);
int boxes_fill(Simulation *sim);    /* 0, or -1 where an atom is lost or a box overflows */
int boxes_refresh(Simulation *sim); /* boxes_fill, if an atom has strayed too far */

/* force.c */
void compute_forces(Simulation *sim);

/* integrate.c */
void kick(Simulation *sim, real_t dt);
void drift(Simulation *sim, real_t dt);
void kinetic_energy(Simulation *sim);
int step(Simulation *sim); /* one step of velocity Verlet; 0, or -1 as boxes_fill */

#endif
