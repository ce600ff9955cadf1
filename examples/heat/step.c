/* SPDX-FileCopyrightText: The pointerchain developers
   SPDX-License-Identifier: Apache-2.0 */
#include "heat.h"

void step(Model *model) {
  for (int y = 1; y < model->mesh->ny - 1; y++)
    for (int x = 1; x < model->mesh->nx - 1; x++) {
      int at = y * model->mesh->nx + x;
      double flux = model->mesh->fields->now[at - 1] + model->mesh->fields->now[at + 1] +
                    model->mesh->fields->now[at - model->mesh->nx] + model->mesh->fields->now[at + model->mesh->nx] -
                    4 * model->mesh->fields->now[at];
      flux = limited(model->clock, flux * model->mesh->fields->conductivity[at]);
      model->mesh->fields->next[at] = model->mesh->fields->now[at] + flux;
    }
}

void turn(Model *model) {
  double *now = model->mesh->fields->now;
  model->mesh->fields->now = model->mesh->fields->next;
  model->mesh->fields->next = now;
}

void run(Model *model, int steps) {
  for (int n = 0; n < steps; n++) {
    step(model);
    turn(model);
    observe(model);
  }
}
