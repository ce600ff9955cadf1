// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Embedded and anonymous structs, arrays of structs and of pointers, pointers to pointers and to arrays, a
// flexible array, shared targets, observers into them, and what is left out.
#include "guard.h"

#define DIMENSIONS 2

struct table { int n; double data[]; };
struct cell { int n; double *x; struct table *table; struct cell *neighbour; };
struct mesh {
  int count, rows_of;
  struct cell *cells;
  struct cell *corners[4];
  struct { int width; double **rows; };
  struct { struct cell own[2]; double *weights; } inner;
  double (*boxes)[3];
  double *middle;
  void *user;
};
#pragma pointerchain shape(struct table: data[n])
#pragma pointerchain shape(cell: x[n * DIMENSIONS], table[1])
#pragma pointerchain shape(mesh: cells[count], corners[1], rows[rows_of][width + 1], inner.weights[count], boxes[count])
#pragma pointerchain policy(mesh: shared(corners), observer(middle), skip(user))
#pragma pointerchain policy(cell: shared(table), observer(neighbour))

static void fill(struct cell *cell, int n, struct table *table, struct cell *neighbour) {
  cell->n = n, cell->table = table, cell->neighbour = neighbour;
  cell->x = guard_alloc(n * DIMENSIONS * sizeof(double));
  for (int i = 0; i < n * DIMENSIONS; i++) cell->x[i] = i + n;
}

static double sum_of(const struct cell *cell, int scale) {
  double sum = 0;
  for (int i = 0; i < cell->n * DIMENSIONS; i++) sum += cell->x[i] * scale;
  for (int i = 0; i < cell->table->n; i++) sum += cell->table->data[i] * (i + 1);
  return sum;
}

int main(void) {
  struct mesh *mesh = guard_alloc(sizeof *mesh);
  struct table *table = guard_alloc(sizeof *table + 5 * sizeof(double));
  table->n = 5;
  for (int i = 0; i < 5; i++) table->data[i] = i;
  mesh->count = 6, mesh->rows_of = 3, mesh->width = 4;
  mesh->cells = guard_alloc(mesh->count * sizeof *mesh->cells);
  for (int i = 0; i < mesh->count; i++) fill(&mesh->cells[i], i + 1, table, &mesh->cells[(i + 1) % mesh->count]);
  for (int i = 0; i < 4; i++) mesh->corners[i] = &mesh->cells[i * i % mesh->count];
  mesh->rows = guard_alloc(mesh->rows_of * sizeof *mesh->rows);
  for (int i = 0; i < mesh->rows_of; i++) {
    mesh->rows[i] = guard_alloc((mesh->width + 1) * sizeof(double));
    mesh->rows[i][mesh->width] = i + 0.5;
  }
  fill(&mesh->inner.own[0], 2, table, NULL);
  fill(&mesh->inner.own[1], 3, table, &mesh->cells[2]);
  mesh->inner.weights = guard_alloc(mesh->count * sizeof(double));
  mesh->boxes = guard_alloc(mesh->count * sizeof *mesh->boxes);
  mesh->middle = &mesh->cells[3].x[2];
  mesh->user = mesh;

  double sum = 0;
  int left_out = 1;
#pragma pointerchain deepcopy region begin(mesh) technique(tcpy)
  guard_protect();
#pragma omp target map(tofrom : sum, left_out)
  {
#ifdef _OPENMP
    left_out = mesh->user == NULL;
#endif
    for (int i = 0; i < mesh->count; i++) {
      sum += sum_of(&mesh->cells[i], i) + mesh->cells[i].neighbour->n;
      mesh->inner.weights[i] = i;
      mesh->boxes[i][2] = 7;
    }
    for (int i = 0; i < 4; i++) mesh->corners[i]->x[0] += 1;
    for (int i = 0; i < mesh->rows_of; i++) sum += mesh->rows[i][mesh->width]++;
    for (int i = 0; i < 2; i++) sum += sum_of(&mesh->inner.own[i], 10);
    sum += mesh->inner.own[1].neighbour->n;
    *mesh->middle += 1000;
    table->data[0] += 1;
  }
  guard_unprotect();
#pragma pointerchain deepcopy region end
  for (int i = 0; i < mesh->count; i++) sum += sum_of(&mesh->cells[i], 1) + mesh->inner.weights[i] + mesh->boxes[i][2];
  printf("%.17g %.17g %d %d\n", sum, mesh->rows[2][mesh->width], left_out, mesh->user == mesh);
  return 0;
}
