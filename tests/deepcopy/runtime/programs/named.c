/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A list is walked on the host, and a kernel is run of each node with clauses of its own. They find what the deep copy
 * brought, however deep: a second copy would be thrown away by what exit brings back. Nodes alone are not looked for.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

struct node;
struct cells { int n; double *x; };
struct face { struct node *of; double area; };
struct node { struct cells *cells; struct face *faces; double **rows; char *name; int nfaces; struct node *next; };
struct head { struct node *first; };
#pragma pointerchain shape(struct cells: x[n])
#pragma pointerchain shape(struct node: cells[1], faces[nfaces], rows[2][nfaces], name[strlen + 1], next[1])
#pragma pointerchain policy(struct face: observer(of))
#pragma pointerchain shape(struct head: first[1])

static struct node *make(struct node *next) {
  struct node *node = (struct node *)calloc(1, sizeof *node);
  int i;
  node->cells = (struct cells *)calloc(1, sizeof *node->cells);
  node->cells->n = 5;
  node->cells->x = (double *)calloc(5, sizeof(double));
  node->nfaces = 3;
  node->faces = (struct face *)calloc(3, sizeof(struct face));
  node->rows = (double **)calloc(2, sizeof(double *));
  for (i = 0; i < 2; ++i) node->rows[i] = (double *)calloc(3, sizeof(double));
  for (i = 0; i < 3; ++i) node->faces[i].of = node;
  node->name = (char *)calloc(2, 1);
  node->name[0] = 'a';
  node->next = next;
  return node;
}

int main(void) {
  struct head store = {make(make(make(NULL)))}, *head = &store;
  struct node *node;
  double sum = 0;
  int found = 0, nodes = 0, device = omp_get_default_device();
#pragma pointerchain deepcopy enter(head)
  for (node = head->first; node; node = node->next) {
    double *x = node->cells->x, *row = node->rows[1];
    struct face *faces = node->faces;
    char *name = node->name;
    found += !!omp_target_is_present(node->cells, device);
    nodes += !!omp_target_is_present(node, device);
#pragma omp target teams distribute parallel for map(tofrom : x[0 : 5])
    for (int i = 0; i < 5; ++i) x[i] += 100;
#pragma omp target map(tofrom : faces[0 : 3], row[0 : 3], name[0 : 1])
    {
      faces[2].area += 10;
      row[1] += 1;
      ++name[0];
    }
  }
#pragma pointerchain deepcopy exit(head)
  for (node = head->first; node; node = node->next)
    sum += node->cells->x[4] + node->faces[2].area + node->rows[1][1] + node->name[0] - 'a';
  printf("%g %d %d\n", sum, found, nodes);
  return 0;
}
