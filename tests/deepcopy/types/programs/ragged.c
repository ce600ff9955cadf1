// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Rows of different lengths: of a pointer to pointers, of a member array of pointers, in embedded structs.
#include "guard.h"

struct part {
  int n, widths[3], *lengths;
  double *fixed[3], **rows, ***blocks;
};
struct whole { int count; struct part own[2], *parts; };
#pragma pointerchain shape(struct part: fixed[widths[pc_row]], lengths[n], rows[n][lengths[pc_row] + 1])
#pragma pointerchain shape(struct part: blocks[2][n][pc_row + 1])
#pragma pointerchain shape(struct whole: parts[count])

static void fill(struct part *part, int n) {
  part->n = n;
  part->lengths = guard_alloc(n * sizeof *part->lengths);
  part->rows = guard_alloc(n * sizeof *part->rows);
  part->blocks = guard_alloc(2 * sizeof *part->blocks);
  for (int i = 0; i < 3; i++) {
    part->widths[i] = i + n;
    part->fixed[i] = guard_alloc((i + n) * sizeof(double));
  }
  for (int i = 0; i < n; i++) {
    part->lengths[i] = 5 - i;
    if (i != 1) part->rows[i] = guard_alloc((6 - i) * sizeof(double));
  }
  for (int b = 0; b < 2; b++) {
    part->blocks[b] = guard_alloc(n * sizeof **part->blocks);
    for (int i = 0; i < n; i++) part->blocks[b][i] = guard_alloc((i + 1) * sizeof(double));
  }
}

static double visit(struct part *part, int write) {
  double sum = 0;
  for (int i = 0; i < 3; i++) sum += part->fixed[i][part->widths[i] - 1] += write * (i + 1);
  for (int i = 0; i < part->n; i++) {
    if (part->rows[i]) sum += part->rows[i][part->lengths[i]] += write * 10;
    sum += part->blocks[1][i][i] += write * 100;
  }
  return sum;
}

int main(void) {
  struct whole *whole = guard_alloc(sizeof *whole);
  double sum = 0;
  whole->count = 2;
  whole->parts = guard_alloc(2 * sizeof *whole->parts);
  for (int i = 0; i < 2; i++) {
    fill(&whole->own[i], 3 + i);
    fill(&whole->parts[i], 2 + 3 * i);
  }
#pragma pointerchain deepcopy region begin(whole)
  guard_protect();
#pragma omp target map(tofrom : sum)
  for (int i = 0; i < 2; i++) sum += visit(&whole->own[i], 1) * (i + 1) + visit(&whole->parts[i], 2);
  guard_unprotect();
#pragma pointerchain deepcopy region end
  printf("%g", sum);
  for (int i = 0; i < 2; i++) printf(" %g %g", visit(&whole->own[i], 0), visit(&whole->parts[i], 0));
  printf("\n");
  return 0;
}
