// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Drops that fall through air: a class of vectors behind two links.
#pragma once

#include <vector>

struct Drops {
  std::vector<double> height, speed, mass; // metres, metres a second, kilograms
};

struct Air {
  double gravity = 9.81, drag = 1e-4; // metres a square second, kilograms a metre
};

class Cloud {
public:
  explicit Cloud(int count);
  ~Cloud();
  Cloud(const Cloud &) = delete;
  Cloud &operator=(const Cloud &) = delete;

  void step(double dt);
  double energy() const;

private:
  Drops *drops;
  Air *air;
  int count;
};
