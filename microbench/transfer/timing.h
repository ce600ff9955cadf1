/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the programs of `make bench-transfer` share: each saves one structure to memory and loads it, several
 * times, and prints the least milliseconds of processor time for both, and the bytes.
 */
#ifndef TRANSFER_TIMING_H
#define TRANSFER_TIMING_H

#include <cstdio>
#include <cstdlib>
#include <ctime>

enum { TIMES = 3 };

inline double now() {
  timespec at;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
  return 1e3 * static_cast<double>(at.tv_sec) + 1e-6 * static_cast<double>(at.tv_nsec);
}

/* `save()` gives the bytes of an image, `load()` whether what it made of it is right; what both leave is the
 * caller's. */
template <class Save, class Load> void measure(Save save, Load load) {
  double saved = 1e9, loaded = 1e9;
  size_t bytes = 0;
  for (int i = 0; i < TIMES; ++i) {
    double start = now();
    bytes = save();
    double took = now() - start;
    if (took < saved) saved = took;
    start = now();
    const bool right = load();
    took = now() - start;
    if (took < loaded) loaded = took;
    if (!right) {
      std::fprintf(stderr, "what was loaded is not what was saved\n");
      std::exit(1);
    }
  }
  std::printf("%.3f %.3f %zu\n", saved, loaded, bytes);
}

#endif
