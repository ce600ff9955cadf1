/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each 32-bit word of an image becomes other numbers, with sums that are right: its lengths divide, shift, subscript,
 * multiply and follow pointers, and what is read has all that they say. Prints how many were read, refused for a length that
 * cannot be computed, and refused otherwise.
 */
#define PC_HEADER_ONLY /* it looks into images */
#include <pointerchain/transfer_file.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PER(n, by) ((n) / (by))

typedef struct in {
  long long m;
  char *t;
} in;
typedef struct table {
  int n, per, k;
  long long large;
  int counts[4], grid[2][3];
  float pool[4];
  double part;
  in one;
  unsigned char *a, *b, *c, *d, *e, *f, *g, *h;
  char **names;
  in *ins, *near, *embedded;
  double *into;
} table;
#pragma pointerchain shape(in: t[strlen + 1])
#pragma pointerchain shape(table: a[n / per], b[counts[k]], c[1 << k], d[n * large * k], e[PER(n, per) % large])
#pragma pointerchain shape(table: f[k < 3 && k >= 0 ? grid[1][k] : n / k], g[(int)(n * part)], h[*(counts + k)])
#pragma pointerchain shape(table: names[n][strlen + 1], ins[n], near[1], embedded[1], into[1])
#pragma pointerchain policy(table: observer(near, embedded, into))

static int undefined, others;

static void count(int status, const char *message, void *data) {
  const int cannot = strstr(message, "its length cannot be computed") != NULL;
  (void)status, (void)data;
  undefined += cannot;
  others += !cannot;
}

static unsigned long use(table *one) {
  unsigned long sum = 0;
  long long i;
#define USE(member, length)                                                                                            \
  for (i = 0; one->member && i < (length); ++i) sum += one->member[i]
  USE(a, one->n / one->per);
  USE(b, one->counts[one->k]);
  USE(c, 1 << one->k);
  USE(d, one->n * one->large * one->k);
  USE(e, one->n / one->per % one->large);
  USE(f, one->k < 3 && one->k >= 0 ? one->grid[1][one->k] : one->n / one->k);
  USE(g, (int)(one->n * one->part));
  USE(h, one->counts[one->k]);
  for (i = 0; one->names && i < one->n; ++i) sum += one->names[i] ? strlen(one->names[i]) : 0;
  for (i = 0; one->ins && i < one->n; ++i) sum += one->ins[i].t ? strlen(one->ins[i].t) : 0;
  if (one->near) one->near->m = 1, sum += one->near->t ? strlen(one->near->t) : 0;
  if (one->embedded) one->embedded->m = 1, sum += one->embedded->t ? strlen(one->embedded->t) : 0;
  if (one->into) *one->into = 1;
  return sum;
}

int main(int argc, char **argv) {
  static const int values[] = {0, 1, 2, 3, 4, 6, 7, 32, 63, 64, 1000, -1, INT_MAX, INT_MIN};
  unsigned char bytes[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  char *names[] = {"one", "", "three", NULL, "five", "six", "seven", "eight"};
  in ins[8] = {{1, "text"}, {2, NULL}, {3, "else"}, {4, NULL}, {5, NULL}, {6, NULL}, {7, NULL}, {8, NULL}};
  double outside = 1;
  table one, *from = &one;
  char *image = NULL;
  size_t size = 0, at, v;
  unsigned long sum = 0;
  int read = 0;
  FILE *out = open_memstream(&image, &size);
  (void)argv;
  memset(&one, 0, sizeof one);
  one.n = 8, one.per = 2, one.k = 1, one.large = 1;
  one.counts[1] = 5, one.grid[1][1] = 4, one.part = 0.5;
  one.a = bytes, one.b = malloc(5), one.c = malloc(2), one.d = malloc(8), one.f = malloc(4), one.g = malloc(4);
  one.h = malloc(5);
  memset(one.b, 1, 5), memset(one.c, 1, 2), memset(one.d, 1, 8), memset(one.f, 1, 4), memset(one.g, 1, 4);
  memset(one.h, 1, 5);
  one.names = names, one.ins = ins, one.near = &ins[3], one.embedded = &one.one;
  one.into = argc > 1 ? &outside : NULL;
#pragma pointerchain deepcopy write(from) to(out)
  fclose(out);
  pc_set_error_handler(count, NULL);
  for (at = sizeof(pc_image_header); at + sizeof(int) <= size; at += sizeof(int))
    for (v = 0; v < sizeof values / sizeof *values; ++v) {
      unsigned char *changed = malloc(size);
      pc_image_header header;
      pc_checksum total;
      table *got = NULL;
      FILE *file;
      memcpy(changed, image, size);
      memcpy(changed + at, &values[v], sizeof(int));
      memcpy(&header, changed, sizeof header);
      pc_start_checksum(&total);
      pc_add_checksum(&total, (const char *)changed + sizeof header, size - sizeof header);
      header.checksum = pc_end_checksum(&total);
      header.sum = pc_header_sum(&header);
      memcpy(changed, &header, sizeof header);
      file = fmemopen(changed, size, "rb");
#pragma pointerchain deepcopy read(got) from(file)
      fclose(file);
      free(changed);
      if (!got) continue;
      ++read;
      sum += use(got);
      pc_free(got);
    }
  printf("%d %d %d %d\n", read, undefined, others, sum > 0);
  free(image);
  free(one.b), free(one.c), free(one.d), free(one.f), free(one.g), free(one.h);
  return 0;
}
