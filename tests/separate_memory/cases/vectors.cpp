// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Containers are hoisted as the pointer to their elements; a template's types are deduced.
#include "guard.h"

#include <array>
#include <new>
#include <vector>

template <class T> struct Series {
  std::vector<T, GuardAllocator<T>> samples;
  std::array<T, 4> filter;
};

template <class T> struct Channel {
  Series<T> *series;
};

template <class T> static void smooth(Channel<T> *channel) {
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

static void shift(Channel<float> *channel) {
  const int n = static_cast<int>(channel->series->samples.size());
#pragma pointerchain region begin declare(channel->series->samples{float *:restrict})
#pragma omp target enter data map(to : channel->series->samples[0:n])
  guard_protect();
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) channel->series->samples[i] += 100;
  guard_unprotect();
#pragma omp target exit data map(from : channel->series->samples[0:n])
#pragma pointerchain region end
}

int main() {
  Channel<float> *channel = new (guard_alloc(sizeof(Channel<float>))) Channel<float>;
  channel->series = new (guard_alloc(sizeof(Series<float>))) Series<float>;
  channel->series->samples.assign(32, 2.0F);
  channel->series->filter = {{1, 2, 3, 4}};
  smooth(channel);
  shift(channel);
  for (int i = 0; i < 8; i++) printf("%g ", static_cast<double>(channel->series->samples[i]));
  printf("\n");
  return 0;
}
