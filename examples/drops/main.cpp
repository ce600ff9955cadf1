// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
#include "cloud.hpp"

#include <cstdio>

int main() {
  Cloud cloud(5000);
  for (int step = 0; step < 200; step++) cloud.step(0.01);
  std::printf("energy %.6f J\n", cloud.energy());
}
