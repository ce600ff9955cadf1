/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The limit of every deep copy: one plain copy of as many bytes, there and back.
 *
 *   limit BYTES REPETITIONS [host]
 *
 * Prints one JSON object; times in seconds, a number a repetition, after one that warms up. The copies are
 * cuMemcpyHtoD and cuMemcpyDtoH, which cudaMemcpy calls, from memory as malloc gives it ('pageable') and
 * from page-locked memory ('pinned'). With 'host' memcpy stands for both, between two places of main memory.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <stdlib.h>
#include <time.h>

#include "driver.h"

enum { MOST = 1000 };

static Driver driver;
static int on_host;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int copy_in(unsigned long long to, const void *from, size_t bytes) {
  if (!on_host) return driver.to_device(to, from, bytes);
  memcpy((void *)(size_t)to, from, bytes);
  return 0;
}

static int copy_out(void *to, unsigned long long from, size_t bytes) {
  if (!on_host) return driver.to_host(to, from, bytes);
  memcpy(to, (const void *)(size_t)from, bytes);
  return 0;
}

static void print(const char *name, const char *way, const double *times, int count) {
  int i;
  printf(", \"%s_%s\": [", name, way);
  for (i = 1; i <= count; i++) printf("%s%.9f", i > 1 ? ", " : "", times[i]);
  printf("]");
}

/* Copies 'bytes' of 'memory' there and back; whether what came back is what went. */
static int measure(const char *name, unsigned char *memory, unsigned long long there, size_t bytes, int count) {
  static double in[MOST + 1], out[MOST + 1];
  size_t i;
  int turn;
  for (turn = 0; turn <= count; turn++) {
    double start;
    for (i = 0; i < bytes; i += 509) memory[i] = (unsigned char)(i + (size_t)turn);
    start = now();
    if (copy_in(there, memory, bytes) != 0) return 0;
    in[turn] = now() - start;
    for (i = 0; i < bytes; i += 509) memory[i] = 0;
    start = now();
    if (copy_out(memory, there, bytes) != 0) return 0;
    out[turn] = now() - start;
    for (i = 0; i < bytes; i += 509)
      if (memory[i] != (unsigned char)(i + (size_t)turn)) return 0;
  }
  print(name, "to", in, count);
  print(name, "from", out, count);
  return 1;
}

int main(int argc, char **argv) {
  const double asked = argc > 2 ? atof(argv[1]) : 0;
  const int count = argc > 2 ? atoi(argv[2]) : 0;
  const size_t bytes = (size_t)asked;
  unsigned long long there = 0;
  unsigned char *pageable;
  void *pinned = NULL;
  int device = 0;
  if (asked < 1 || asked > 1e12 || count < 1 || count > MOST || (argc > 3 && strcmp(argv[3], "host") != 0)) {
    fprintf(stderr, "usage: limit BYTES REPETITIONS [host]; at most %d repetitions\n", MOST);
    return 2;
  }
  on_host = argc > 3;
  if (!on_host) {
    const char *why = open_driver(&driver, &device);
    if (why) {
      fprintf(stderr, "limit: %s\n", why);
      return 3;
    }
  }
  pageable = (unsigned char *)calloc(bytes, 1);
  if (on_host) there = (unsigned long long)(size_t)calloc(bytes, 1);
  if (!pageable || (on_host ? !there : driver.allocate(&there, bytes) != 0)) {
    fprintf(stderr, "limit: no memory for %zu bytes\n", bytes);
    return 4;
  }
  printf("{\"device\": \"%s\", \"bytes\": %zu", on_host ? "host" : "cuda", bytes);
  if (!measure("pageable", pageable, there, bytes, count)) {
    fprintf(stderr, "limit: a copy failed or brought back something else\n");
    return 1;
  }
  if (!on_host && driver.allocate_pinned(&pinned, bytes, 0) == 0) {
    if (!measure("pinned", (unsigned char *)pinned, there, bytes, count)) {
      fprintf(stderr, "limit: a copy of page-locked memory failed or brought back something else\n");
      return 1;
    }
    driver.release_pinned(pinned);
  }
  printf("}\n");
  if (!on_host) driver.release(there);
  else free((void *)(size_t)there);
  free(pageable);
  return 0;
}
