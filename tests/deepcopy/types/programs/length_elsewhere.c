// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Lengths that lie in a struct beside: of pointers that only observe, what they point at enters as sections. Two
// meshes lead to one matrix.
#include "guard.h"

struct csr { int *start; double *val; };
struct counts { int n, nnz; };
struct mesh { struct csr *csr; struct counts *counts; double sum; };
#pragma pointerchain shape(struct mesh: csr[1], counts[1])
#pragma pointerchain policy(struct csr: observer(start, val))

static void kernel(struct mesh *mesh) {
  guard_protect();
#pragma omp target
  for (int i = 0; i < mesh->counts->n; i++)
    for (int j = mesh->csr->start[i]; j < mesh->csr->start[i + 1]; j++) {
      mesh->csr->val[j] += 10 * i;
      mesh->sum += mesh->csr->val[j];
    }
  guard_unprotect();
}

int main(void) {
  struct mesh *mesh = guard_alloc(2 * sizeof *mesh);
  struct counts *counts = guard_alloc(2 * sizeof *counts);
  struct csr *csr = guard_alloc(sizeof *csr);
  counts[0] = (struct counts){3, 6};
  counts[1] = (struct counts){2, 3};
  csr->start = guard_alloc(4 * sizeof(int));
  csr->val = guard_alloc(6 * sizeof(double));
  for (int i = 0; i < 4; i++) csr->start[i] = i * (i + 1) / 2;
  for (int i = 0; i < 6; i++) csr->val[i] = i;
  for (int k = 0; k < 2; k++) mesh[k] = (struct mesh){csr, &counts[k], 0};
#pragma pointerchain deepcopy enter(mesh[0:2], csr->start[0:counts->n + 1], csr->val[0:counts->nnz])
  kernel(&mesh[0]);
  kernel(&mesh[1]);
#pragma pointerchain deepcopy exit(mesh[0:2], csr->val[0:counts->nnz], csr->start[0:counts->n + 1])
  for (int i = 0; i < 6; i++) printf("%g ", csr->val[i]);
  printf("%g %g\n", mesh[0].sum, mesh[1].sum);
  return 0;
}
