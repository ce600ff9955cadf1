/* SPDX-FileCopyrightText: The pointerchain developers
   SPDX-License-Identifier: Apache-2.0 */
#include "heat.h"

double limited(const Clock *clock, double flux) {
  double most = 1 / clock->dt;
  return clock->dt * (flux > most ? most : flux);
}

void observe(Model *model) {
  model->clock->steps++;
  model->clock->hottest = 0;
  for (int at = 0; at < model->mesh->nx * model->mesh->ny; at++)
    if (model->mesh->fields->now[at] > model->clock->hottest)
      model->clock->hottest = model->mesh->fields->now[at];
}
