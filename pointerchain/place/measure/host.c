/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Measures the host's memory: 'host REPETITIONS' prints a line 'NAME BYTES SECONDS' for each repetition.
 * It is the triad of STREAM, whose three arrays are four times what caches hold; with OpenMP on all cores.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

int main(int argc, char **argv) {
  const long n = 16L << 20;
  const int repetitions = argc > 1 ? atoi(argv[1]) : 5;
  double *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b), *c = malloc((size_t)n * sizeof *c);
  if (a == NULL || b == NULL || c == NULL) {
    fprintf(stderr, "no memory\n");
    return 1;
  }
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (long i = 0; i < n; i++) {
    a[i] = 0;
    b[i] = 1;
    c[i] = 2;
  }
  for (int k = 0; k < repetitions; k++) {
    const double begin = now();
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (long i = 0; i < n; i++) {
      a[i] = b[i] + 3 * c[i];
    }
    printf("host %ld %.9g\n", 3 * n * (long)sizeof *a, now() - begin);
  }
  const int right = a[n / 2] == 7;
  free(a);
  free(b);
  free(c);
  return right ? 0 : 1;
}
