// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Containers are hoisted as the pointer to their elements.
#include "guard.h"

#include <array>
#include <new>
#include <vector>

struct Series {
  std::vector<float, GuardAllocator<float>> samples;
  std::array<float, 4> filter;
};

struct Channel {
  Series *series;
};

static void smooth(Channel *channel) {
  const int n = static_cast<int>(channel->series->samples.size());
#pragma pointerchain region begin declare(channel->series->samples, channel->series->filter)
#pragma omp target enter data map(to : channel->series->samples[0:n], channel->series->filter[0:4])
  guard_protect();
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) channel->series->samples[i] *= channel->series->filter[i % 4];
  guard_unprotect();
#pragma omp target exit data map(from : channel->series->samples[0:n]) map(delete : channel->series->filter[0:4])
#pragma pointerchain region end
}

static void shift(Channel &channel) {
  const int n = static_cast<int>(channel.series->samples.size());
#pragma pointerchain region begin declare(channel.series->samples{float *:restrict})
#pragma omp target enter data map(to : channel.series->samples[0:n])
  guard_protect();
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) channel.series->samples[i] += 100;
  guard_unprotect();
#pragma omp target exit data map(from : channel.series->samples[0:n])
#pragma pointerchain region end
}

int main() {
  Channel *channel = new (guard_alloc(sizeof(Channel))) Channel;
  channel->series = new (guard_alloc(sizeof(Series))) Series;
  channel->series->samples.assign(32, 2.0F);
  channel->series->filter = {{1, 2, 3, 4}};
  smooth(channel);
  shift(*channel);
  for (int i = 0; i < 8; i++) printf("%g ", static_cast<double>(channel->series->samples[i]));
  printf("\n");
  return 0;
}
