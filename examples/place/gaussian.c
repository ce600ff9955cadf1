// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
//
// Gaussian elimination as Rodinia's gaussian does it on a GPU, in OpenMP: for each column a kernel for the multipliers
// and one for the rows below, whose threads stand in tiles of 4 x 4, rows first. Three objects: a, b and m.
//
//   pointerchain place profile -o profile.json -- clang-19 -g -O1 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu
//       gaussian.c -lm -o gaussian -- 64
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { TILE = 4 };

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 64;
  const size_t square = (size_t)n * (size_t)n;
  if (n < 2) {
    fprintf(stderr, "usage: %s [SIZE], of 2 and more\n", argv[0]);
    return 2;
  }
  float *a = malloc(square * sizeof *a);
  float *b = malloc((size_t)n * sizeof *b);
  float *m = malloc(square * sizeof *m);
  if (a == NULL || b == NULL || m == NULL) {
    fprintf(stderr, "no memory\n");
    return 1;
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      a[i * n + j] = 10.0f * expf(-0.01f * (float)abs(i - j));
      m[i * n + j] = 0.0f;
    }
    b[i] = 1.0f;
  }

#pragma omp target data map(tofrom: a[0:n * n], b[0:n], m[0:n * n])
  for (int t = 0; t < n - 1; t++) {
    const int rows = n - 1 - t, columns = n - t;
    const int tiles_x = (rows + TILE - 1) / TILE, tiles_y = (columns + TILE - 1) / TILE;
#pragma omp target teams distribute parallel for
    for (int x = 0; x < rows; x++) {
      m[n * (x + t + 1) + t] = a[n * (x + t + 1) + t] / a[n * t + t];
    }
#pragma omp target teams distribute parallel for collapse(4)
    for (int by = 0; by < tiles_y; by++) {
      for (int bx = 0; bx < tiles_x; bx++) {
        for (int ty = 0; ty < TILE; ty++) {
          for (int tx = 0; tx < TILE; tx++) {
            const int x = bx * TILE + tx, y = by * TILE + ty;
            if (x < rows && y < columns) {
              a[n * (x + 1 + t) + y + t] -= m[n * (x + 1 + t) + t] * a[n * t + y + t];
              if (y == 0) {
                b[x + 1 + t] -= m[n * (x + 1 + t) + t] * b[t];
              }
            }
          }
        }
      }
    }
  }

  double sum = 0;
  for (int i = n - 1; i >= 0; i--) {
    float value = b[i];
    for (int j = i + 1; j < n; j++) {
      value -= a[i * n + j] * b[j];
    }
    b[i] = value / a[i * n + i];
    sum += b[i];
  }
  printf("the solution's sum is %.5f\n", sum);
  free(a);
  free(b);
  free(m);
  return 0;
}
