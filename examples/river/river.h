/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */
/* A river in one dimension that carries and spreads what is spilled into it. */
#ifndef RIVER_H
#define RIVER_H

typedef struct {
  int ncells;
  double width; /* of a cell, in metres */
} Grid;

typedef struct {
  double *speed;         /* of the water, in metres a second: ncells */
  double *amount, *next; /* of what is carried, in kilograms a metre: ncells */
} Water;

typedef struct {
  Grid *grid;
  Water *water;
  double spread; /* in square metres a second */
} River;

River *river_new(int ncells);
void river_free(River *river);
void river_step(River *river, double dt);
double river_total(const River *river);
double river_centre(const River *river);

#endif
