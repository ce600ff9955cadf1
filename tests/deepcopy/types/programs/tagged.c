/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A JSON tree: one 'void *' leads to what a tag says, and of other tags to what is nobody's affair on the device. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 1, TEXT, LIST, FOREIGN };
struct value {
  int tag, n;
  void *data;
};
struct pair {
  struct value both[2];
};
#pragma pointerchain shape(struct value: data as double[n] when(tag == NUMBERS), data as char[strlen + 1] when(tag == TEXT))
#pragma pointerchain shape(struct value: data as struct value[n] when(tag == LIST))

int main(void) {
  double numbers[3] = {1, 2, 3}, more[2] = {10, 20};
  char text[] = "seven c";
  int foreign = 7;
  struct value list[4] = {{NUMBERS, 3, numbers}, {TEXT, 0, text}, {FOREIGN, 1, &foreign}, {LIST, 0, NULL}};
  struct pair pair = {{{LIST, 4, list}, {NUMBERS, 2, more}}};
  struct pair *p = &pair;
  double sum = 0;
  int length = 0, null = 0;
#pragma pointerchain deepcopy enter(p)
#pragma omp target map(tofrom : sum, length)
  for (int k = 0; k < 2; ++k) {
    struct value *inner = p->both[k].tag == LIST ? p->both[k].data : &p->both[k];
    const int n = p->both[k].tag == LIST ? p->both[k].n : 1;
    for (int j = 0; j < n; ++j) {
      double *x = inner[j].data;
      char *c = inner[j].data;
      if (inner[j].tag == TEXT)
        for (; *c; ++c) ++length, *c = 'x';
      for (int i = 0; inner[j].tag == NUMBERS && i < inner[j].n; ++i) sum += x[i], x[i] *= 2;
    }
  }
#ifdef _OPENMP
#pragma omp target map(from : null)
  {
    struct value *inner = p->both[0].data;
    null = inner[2].data == NULL;
  }
#else
  null = 1;
#endif
#pragma pointerchain deepcopy exit(p)
  printf("%g %d %d: %g %g %s %d %d\n", sum, length, null, numbers[2], more[1], text, list[2].data == &foreign, foreign);
  list[0].tag = FOREIGN; /* is not followed */
  list[0].n = -1;
#pragma pointerchain deepcopy enter(p)
#pragma pointerchain deepcopy exit(p)
  printf("%d\n", list[0].data == numbers);
  return 0;
}
