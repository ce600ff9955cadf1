// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Copies that begin at pointers to pointers: rows of numbers, arrays of pointers to structs, three levels.
#include "guard.h"

struct cell { int n; double *x; struct cell *next; };
#pragma pointerchain shape(struct cell: x[n], next[1])

static double **make_rows(int n, int m, double first) {
  double **rows = guard_alloc(n * sizeof *rows);
  for (int i = 0; i < n; i++) {
    rows[i] = guard_alloc(m * sizeof **rows);
    for (int j = 0; j < m; j++) rows[i][j] = first + 10 * i + j;
  }
  return rows;
}

static int columns(int m) {
  // A bound may call what copies in its turn.
  double **own = make_rows(2, m, 0);
#pragma pointerchain deepcopy region begin(own[0:2][0:m])
#pragma pointerchain deepcopy region end
  return m;
}

static void send(double **rows, int n, int m) {
#pragma pointerchain deepcopy enter(rows[1:n - 1][0:columns(m)])
}

int main(void) {
  enum { N = 4, M = 3 };
  double **rows = make_rows(N, M, 1), **longer = make_rows(N, M + 2, 100), ***cube = guard_alloc(2 * sizeof *cube);
  double (**boxes)[2] = guard_alloc(2 * sizeof *boxes), **later = rows + 1, sum = 0;
  struct cell *cells[N], **some = guard_alloc(2 * sizeof *some);
  cube[0] = rows + 1, cube[1] = longer;
  boxes[0] = guard_alloc(3 * sizeof **boxes), boxes[1] = NULL;
  for (int i = 0; i < N; i++) {
    cells[i] = guard_alloc(sizeof *cells[i]);
    cells[i]->n = i + 1, cells[i]->x = rows[i], cells[i]->next = i ? cells[i - 1] : NULL;
  }
  some[0] = cells[2], some[1] = cells[0];
  rows[2] = NULL;

  send(rows, N, M);
#pragma pointerchain deepcopy enter(longer[:N][:M + 2], some[0:2], boxes[0:2][0:3]) technique(base+)
  guard_protect();
#pragma omp target map(tofrom : sum)
  {
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) sum += later[i] ? later[i][j]++ : 1000;
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 5; j++) longer[i][j] *= 2;
    for (int i = 0; i < 2; i++)
      for (struct cell *at = some[i]; at; at = at->next) sum += at->n;
    boxes[0][2][1] = boxes[1] ? 1 : 2;
  }
  guard_unprotect();
  printf("%g\n", sum);
#pragma pointerchain deepcopy update host(longer[0:N][0:M + 2])
  printf("%g\n", longer[3][4]);
#pragma pointerchain deepcopy exit(longer[0:N][0:M + 2], some[0:2], boxes[0:2][0:3])
#pragma pointerchain deepcopy exit(rows[1:N - 1][0:M])
  printf("%g %g %g\n", rows[1][0], rows[3][2], boxes[0][2][1]);

#pragma pointerchain deepcopy region begin(cube[0:2][0:2][0:3], cells) technique(tcpy)
  struct cell **first = cells;
  guard_protect();
#pragma omp target map(tofrom : sum)
  {
    sum = cube[1][1][2] + cube[0][0][1];
    cube[0][0][1] = -1;
    first[1]->n = 1;
  }
  guard_unprotect();
#pragma pointerchain deepcopy region end
  printf("%g %g %d\n", sum, rows[1][1], cells[1]->n);
  return 0;
}
