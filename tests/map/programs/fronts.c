// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Wave fronts over global arrays of arrays, by a function that the kernel calls.
#include <stdio.h>
#include <stdlib.h>
#define N 64
static int reference[N + 1][N + 1], score[N + 1][N + 1];
static int most(int a, int b, int c) { int k = a > b ? a : b; return k > c ? k : c; }
int main(void) {
  int penalty = 10;
  for (int i = 0; i <= N; i++) for (int j = 0; j <= N; j++) { reference[i][j] = (i * 7 + j * 3) % 21 - 10; score[i][j] = 0; }
  for (int i = 1; i <= N; i++) { score[i][0] = -i * penalty; score[0][i] = -i * penalty; }
  for (int d = 1; d <= N; d++) {
#pragma omp target teams distribute parallel for
    for (int k = 1; k <= d; k++) {
      int i = k, j = d - k + 1;
      score[i][j] = most(score[i - 1][j - 1] + reference[i][j], score[i][j - 1] - penalty, score[i - 1][j] - penalty);
    }
  }
  int *flat = &score[0][0];
  long total = 0;
  for (int i = 0; i < (N + 1) * (N + 1); i++) total += (long)flat[i] * (i % 13);
  printf("%ld\n", total);
  return 0;
}
