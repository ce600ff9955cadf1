// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Sparse matrix times vector: five chains of different depth through one root, indices through arrays.
#include "guard.h"

typedef struct Pattern { int *start, *column; int rows; } Pattern;
typedef struct Sparse { Pattern *pattern; double *value; } Sparse;
typedef struct System { Sparse *matrix; double *x, *y; } System;

int main(void) {
  System *s = guard_alloc(sizeof *s);
  s->matrix = guard_alloc(sizeof *s->matrix);
  s->matrix->pattern = guard_alloc(sizeof *s->matrix->pattern);
  const int n = s->matrix->pattern->rows = 200;
  s->matrix->pattern->start = guard_alloc((n + 1) * sizeof(int));
  s->matrix->pattern->column = guard_alloc(3 * n * sizeof(int));
  s->matrix->value = guard_alloc(3 * n * sizeof(double));
  s->x = guard_alloc(n * sizeof(double));
  s->y = guard_alloc(n * sizeof(double));
  int used = 0;
  for (int i = 0; i < n; i++) {
    s->x[i] = i % 10;
    s->matrix->pattern->start[i] = used;
    for (int j = i - 1; j <= i + 1; j++) {
      if (j >= 0 && j < n) {
        s->matrix->pattern->column[used] = j;
        s->matrix->value[used++] = i == j ? 2 : -1;
      }
    }
  }
  s->matrix->pattern->start[n] = used;

#pragma pointerchain declare(s->matrix->pattern->start{int *:restrictconst}, s->matrix->pattern->rows{int})
#pragma pointerchain declare(s->matrix->pattern->column{int *:restrictconst}, s->matrix->value{double *:restrictconst})
#pragma pointerchain declare(s->x{double *:restrictconst}, s->y{double *:restrictconst})
#pragma pointerchain region begin
#pragma omp target enter data map(to : s->matrix->pattern->start[0 : n + 1], s->x[0:n], \
                                      s->matrix->pattern->column[0:used], s->matrix->value[0:used]) \
    map(alloc : s->y[0:n])
  guard_protect();
#pragma omp target teams distribute parallel for
  for (int row = 0; row < s->matrix->pattern->rows; row++) {
    double sum = 0;
    for (int k = s->matrix->pattern->start[row]; k < s->matrix->pattern->start[row + 1]; k++) {
      sum += s->matrix->value[k] * s->x[s->matrix->pattern->column[k]];
    }
    s->y[row] = sum;
  }
  guard_unprotect();
#pragma omp target exit data map(from : s->y[0:n]) \
    map(delete : s->matrix->pattern->start[0 : n + 1], s->x[0:n], s->matrix->pattern->column[0:used], \
                 s->matrix->value[0:used])
#pragma pointerchain region end

  for (int i = 0; i < n; i += 9) printf("%g ", s->y[i]);
  printf("\n");
  return 0;
}
