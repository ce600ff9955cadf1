// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Pointers to rows: the local's declarator is more than a type and a name.
#include "guard.h"

enum { COLUMNS = 8 };
typedef struct Matrix { double (*rows)[COLUMNS]; int count; } Matrix;
typedef struct Problem { Matrix *left, *right; } Problem;

int main(void) {
  Problem *problem = guard_alloc(sizeof *problem);
  problem->left = guard_alloc(sizeof *problem->left);
  problem->right = guard_alloc(sizeof *problem->right);
  const int n = problem->left->count = problem->right->count = 50;
  problem->left->rows = guard_alloc(n * sizeof *problem->left->rows);
  problem->right->rows = guard_alloc(n * sizeof *problem->right->rows);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < COLUMNS; j++) problem->right->rows[i][j] = 10 * i + j;
  }

#pragma pointerchain declare(problem->left->rows, problem->right->rows{double (*)[COLUMNS]:restrict})
#pragma pointerchain declare(problem->left->count)
#pragma pointerchain region begin
#pragma omp target enter data map(to : problem->left->rows[0:n], problem->right->rows[0:n])
  guard_protect();
#pragma omp target teams distribute parallel for collapse(2)
  for (int i = 0; i < problem->left->count; i++) {
    for (int j = 0; j < COLUMNS; j++) {
      problem->left->rows[i][j] = 2 * problem->right->rows[i][COLUMNS - 1 - j];
    }
  }
  guard_unprotect();
#pragma omp target exit data map(from : problem->left->rows[0:n]) map(delete : problem->right->rows[0:n])
#pragma pointerchain region end

  for (int i = 0; i < n; i += 7) printf("%.17g %.17g\n", problem->left->rows[i][0], problem->left->rows[i][7]);
  return 0;
}
