/* SPDX-FileCopyrightText: The pointerchain developers
   SPDX-License-Identifier: Apache-2.0 */
#ifndef HEAT_H
#define HEAT_H

typedef struct {
  double *now, *next, *conductivity;
} Fields;

typedef struct {
  int nx, ny;
  Fields *fields;
} Mesh;

typedef struct {
  double dt, hottest;
  int steps;
} Clock;

typedef struct {
  Mesh *mesh;
  Clock *clock;
} Model;

double limited(const Clock *clock, double flux);
void observe(Model *model);

#endif
