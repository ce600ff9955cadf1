// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Indirect subscripts into what the same function has allocated, and a reduction.
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int rows = 50, classes = 20, top = 3;
  float *data = malloc(rows * classes * sizeof(float));
  int *label = malloc(rows * sizeof(int));
  for (int i = 0; i < rows * classes; i++) data[i] = (i * 7919) % 1009;
  for (int i = 0; i < rows; i++) label[i] = (i * 3) % classes;
  int count = 0;
#pragma omp target teams distribute parallel for reduction(+: count)
  for (int row = 0; row < rows; row++) {
    const int l = label[row];
    const float p = data[row * classes + l];
    int rank = 0;
    for (int col = 0; col < classes; col++) {
      const float q = data[row * classes + col];
      if (q > p || (q == p && col <= l)) rank++;
    }
    if (rank <= top) count += 1;
  }
  printf("%d\n", count);
  free(data); free(label);
  return 0;
}
