/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* Gravity by a tree (Barnes and Hut 1986): the host builds an octree of the bodies in every step, a kernel
 * walks it for every body. The kernel needs the whole tree, so the tree is deep-copied. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_LEVELS 64
#define MOST_WAITING (7 * MOST_LEVELS + 1) /* cells that a walk has yet to look at */

typedef struct Body {
  double position[3], velocity[3], acceleration[3], potential, mass;
} Body;

/* A cube with its mass and the centre of it. A leaf points at its one body, in the middle of the tree's array. */
typedef struct Cell {
  double mass, centre[3], size;
  struct Cell *child[8];
  Body *body;
} Cell;

typedef struct Tree {
  Cell *root;
  Body *bodies;
  int n;
  double opening, softening; /* squares */
} Tree;

#pragma pointerchain shape(Tree: root[1], bodies[n])
#pragma pointerchain shape(Cell: child[1])
#pragma pointerchain policy(Cell: interior(body))

/* --- the kernel -------------------------------------------------------------------------------------- */

static void compute_accelerations(Tree *tree) {
#pragma pointerchain deepcopy region begin(tree)
#pragma omp target teams distribute parallel for
  for (int i = 0; i < tree->n; i++) {
    Body *body = &tree->bodies[i];
    double sum[3] = {0.0, 0.0, 0.0}, potential = 0.0;
    const Cell *waiting[MOST_WAITING];
    int count = 0;
    waiting[count++] = tree->root;
    while (count > 0) {
      const Cell *cell = waiting[--count];
      if (cell->body == body) continue;
      double d[3], r2 = tree->softening;
      for (int axis = 0; axis < 3; axis++) {
        d[axis] = cell->centre[axis] - body->position[axis];
        r2 += d[axis] * d[axis];
      }
      if (cell->body == NULL && cell->size * cell->size > tree->opening * r2) {
        for (int k = 0; k < 8; k++)
          if (cell->child[k] != NULL) waiting[count++] = cell->child[k];
        continue;
      }
      const double inverse = 1.0 / sqrt(r2), pull = cell->mass * inverse * inverse * inverse;
      for (int axis = 0; axis < 3; axis++) sum[axis] += pull * d[axis];
      potential -= cell->mass * inverse;
    }
    for (int axis = 0; axis < 3; axis++) body->acceleration[axis] = sum[axis];
    body->potential = potential;
  }
#pragma pointerchain deepcopy region end
}

/* --- the tree ---------------------------------------------------------------------------------------- */

static void *allocated(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (memory == NULL) {
    fputs("tree: out of memory\n", stderr);
    exit(1);
  }
  return memory;
}

static Cell *new_cell(const double *middle, double size) {
  Cell *cell = allocated(1, sizeof *cell);
  for (int axis = 0; axis < 3; axis++) cell->centre[axis] = middle[axis];
  cell->size = size;
  return cell;
}

/* Until the masses are summed, 'centre' is the middle of the cube. */
static void insert(Cell *cell, Body *body, int level) {
  while (level++ < MOST_LEVELS) {
    Cell *below = cell;
    Body *moved[2] = {cell->body, body};
    for (int m = 0; m < 2; m++) {
      if (moved[m] == NULL) continue;
      int k = 0;
      double middle[3];
      for (int axis = 0; axis < 3; axis++) {
        const int upper = moved[m]->position[axis] >= cell->centre[axis];
        k |= upper << axis;
        middle[axis] = cell->centre[axis] + (upper ? 0.25 : -0.25) * cell->size;
      }
      if (cell->child[k] == NULL) {
        cell->child[k] = new_cell(middle, 0.5 * cell->size);
        cell->child[k]->body = moved[m];
        below = NULL;
      } else {
        below = cell->child[k];
      }
    }
    cell->body = NULL;
    if (below == NULL) return;
    cell = below;
  }
  fputs("tree: two bodies are in one place\n", stderr);
  exit(1);
}

static void sum_masses(Cell *cell) {
  double mass = 0.0, sum[3] = {0.0, 0.0, 0.0};
  if (cell->body != NULL) {
    mass = cell->body->mass;
    for (int axis = 0; axis < 3; axis++) sum[axis] = mass * cell->body->position[axis];
  }
  for (int k = 0; k < 8; k++) {
    if (cell->child[k] == NULL) continue;
    sum_masses(cell->child[k]);
    mass += cell->child[k]->mass;
    for (int axis = 0; axis < 3; axis++) sum[axis] += cell->child[k]->mass * cell->child[k]->centre[axis];
  }
  cell->mass = mass;
  for (int axis = 0; axis < 3; axis++) cell->centre[axis] = sum[axis] / mass;
}

static int free_cells(Cell *cell) {
  int count = 1;
  for (int k = 0; k < 8; k++)
    if (cell->child[k] != NULL) count += free_cells(cell->child[k]);
  free(cell);
  return count;
}

static Cell *build(Body *bodies, int n) {
  const double middle[3] = {0.0, 0.0, 0.0};
  double reach = 0.0;
  for (int i = 0; i < n; i++)
    for (int axis = 0; axis < 3; axis++) reach = fmax(reach, fabs(bodies[i].position[axis]));
  Cell *root = new_cell(middle, 2.0 * reach + 1e-9);
  for (int i = 0; i < n; i++) insert(root, &bodies[i], 0);
  sum_masses(root);
  return root;
}

/* --- the simulation ---------------------------------------------------------------------------------- */

static double uniform(unsigned long *state) {
  *state = (*state * 1103515245UL + 12345UL) & 0x7fffffffUL;
  return (double)*state / 2147483648.0;
}

/* Plummer's sphere, nearly at rest. */
static void scatter(Body *bodies, int n) {
  unsigned long state = 7;
  for (int i = 0; i < n; i++) {
    const double radius = 1.0 / sqrt(pow(0.05 + 0.9 * uniform(&state), -2.0 / 3.0) - 1.0);
    const double z = 2.0 * uniform(&state) - 1.0, angle = 6.283185307179586 * uniform(&state);
    bodies[i].position[0] = radius * sqrt(1.0 - z * z) * cos(angle);
    bodies[i].position[1] = radius * sqrt(1.0 - z * z) * sin(angle);
    bodies[i].position[2] = radius * z;
    for (int axis = 0; axis < 3; axis++) bodies[i].velocity[axis] = 0.5 * (uniform(&state) - 0.5);
    bodies[i].mass = 1.0 / n;
  }
}

static double energy(const Body *bodies, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) {
    double v2 = 0.0;
    for (int axis = 0; axis < 3; axis++) v2 += bodies[i].velocity[axis] * bodies[i].velocity[axis];
    sum += 0.5 * bodies[i].mass * (v2 + bodies[i].potential);
  }
  return sum;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 2000, steps = argc > 2 ? atoi(argv[2]) : 10;
  if (n < 2 || steps < 1) {
    fputs("usage: tree [BODIES [STEPS]]\n", stderr);
    return 2;
  }
  const double dt = 0.01;
  Tree tree = {NULL, allocated((size_t)n, sizeof(Body)), n, 0.25, 1e-4};
  double first = 0.0, last = 0.0;
  scatter(tree.bodies, n);
  for (int step = 0; step <= steps; step++) {
    tree.root = build(tree.bodies, n);
    compute_accelerations(&tree);
    const int cells = free_cells(tree.root);
    /* Leapfrog: half a kick ends a step, another one and a drift begin the next. */
    for (int i = 0; i < n && step > 0; i++)
      for (int axis = 0; axis < 3; axis++) tree.bodies[i].velocity[axis] += 0.5 * dt * tree.bodies[i].acceleration[axis];
    last = energy(tree.bodies, n);
    first = step == 0 ? last : first;
    printf("step %3d  cells %6d  energy %.15e\n", step, cells, last);
    for (int i = 0; i < n; i++)
      for (int axis = 0; axis < 3; axis++) {
        tree.bodies[i].velocity[axis] += 0.5 * dt * tree.bodies[i].acceleration[axis];
        tree.bodies[i].position[axis] += dt * tree.bodies[i].velocity[axis];
      }
  }
  free(tree.bodies);
  return fabs(last - first) > 0.01 * fabs(first);
}
