// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
#include "cloud.hpp"

Cloud::Cloud(int count) : drops(new Drops), air(new Air), count(count) {
  for (int i = 0; i < count; i++) {
    drops->height.push_back(1000.0 + i % 13);
    drops->speed.push_back(0.0);
    drops->mass.push_back(1e-3 * (1 + i % 5));
  }
}

Cloud::~Cloud() {
  delete drops;
  delete air;
}

void Cloud::step(double dt) {
  for (int i = 0; i < count; i++) {
    double lift = air->drag * drops->speed[i] * drops->speed[i] / drops->mass[i];
    drops->speed[i] += dt * (air->gravity - lift);
    drops->height[i] -= dt * drops->speed[i];
  }
}

double Cloud::energy() const {
  double sum = 0.0;
  for (int i = 0; i < count; i++)
    sum += drops->mass[i] * (air->gravity * drops->height[i] + 0.5 * drops->speed[i] * drops->speed[i]);
  return sum;
}
