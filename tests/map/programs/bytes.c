/* SPDX-FileCopyrightText: The pointerchain developers
   SPDX-License-Identifier: Apache-2.0 */
/* Variables of the file as lengths, and pointers that bytes move: rows of a picture with a pitch. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int n;
  unsigned char *bytes;
} Buffer;
static float *image;
static int *order;
static int width = 8, height = 6, pitch;

static float summed(float *c, int n, int step) {
  float sum = 0;
  for (int k = 0; k < n; k++) {
    sum += *c;
    *c = sum;
    c = (float *)((unsigned char *)c + step);
  }
  return sum;
}

static void allocate(void) {
  image = malloc(height * width * sizeof *image);
  order = malloc(height * sizeof *order);
}

static void rows(void) {
#pragma omp target teams distribute parallel for
  for (int y = 0; y < height; y++) {
    float *line = (float *)((unsigned char *)image + y * pitch);
    line[0] += summed(line, width, sizeof(float)) + order[(y * y) % height];
  }
}

static void columns(float *first) {
#pragma omp target teams distribute parallel for
  for (int x = 0; x < width; x++) summed(first + x, height, pitch);
}

static void grow(Buffer *b, int n) {
  free(b->bytes);
  b->n = n;
  b->bytes = malloc(n);
  for (int i = 0; i < n; i++) b->bytes[i] = (unsigned char)i;
}

static int flip(Buffer *b) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < 1; i++)
    for (int k = 0; k < b->n; k++) b->bytes[(k * k) % b->n] ^= 0x5a;
  int sum = 0;
  for (int i = 0; i < b->n; i++) sum += b->bytes[i];
  return sum;
}

int main(int argc, char **argv) {
  if (argc > 1) sscanf(argv[1], "%d", &width);
  pitch = width * (int)sizeof(float);
  allocate();
  for (int y = 0; y < height; y++) {
    order[y] = y;
    for (int x = 0; x < width; x++) image[y * width + x] = (float)(x + y);
  }
  for (int k = 0; k < 3; k++) {
    rows();
    columns(image);
  }
  float sum = 0;
  for (int i = 0; i < width * height; i++) sum += image[i];
  printf("%g\n", (double)sum);
  Buffer b = {0};
  for (int n = 8; n < 30; n += 8) {
    grow(&b, n);
    printf("%d\n", flip(&b));
  }
  free(b.bytes);
  free(order);
  free(image);
  return 0;
}
