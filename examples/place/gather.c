// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
//
// Kernels that read a small part of a large table, at places that an index gives, and a flag that the host looks at in
// each round. Copying the table to the device takes longer than reading what is needed over the link.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  const long n = argc > 1 ? atol(argv[1]) : 1 << 20, m = n / 256;
  if (m < 1) {
    fprintf(stderr, "usage: %s [ELEMENTS], of 256 and more\n", argv[0]);
    return 2;
  }
  double *table = malloc((size_t)n * sizeof *table);
  long *index = malloc((size_t)m * sizeof *index);
  double *out = malloc((size_t)m * sizeof *out);
  if (table == NULL || index == NULL || out == NULL) {
    fprintf(stderr, "no memory\n");
    return 1;
  }
  for (long i = 0; i < n; i++) {
    table[i] = 0.5 * (double)(i % 1000);
  }
  unsigned state = 1;
  for (long i = 0; i < m; i++) {
    state = state * 1664525u + 1013904223u;
    index[i] = (long)(state >> 8) % n;
    out[i] = 0;
  }

#pragma omp target data map(to: table[0:n], index[0:m]) map(tofrom: out[0:m])
  for (int round = 0; round < 4; round++) {
#pragma omp target teams distribute parallel for
    for (long i = 0; i < m; i++) {
      out[i] += table[(index[i] + round * 17) % n];
    }
#pragma omp target update from(out[0:1])
    if (out[0] < 0) {
      break;
    }
  }

  double sum = 0;
  for (long i = 0; i < m; i++) {
    sum += out[i];
  }
  printf("%.6g\n", sum);
  free(table);
  free(index);
  free(out);
  return 0;
}
