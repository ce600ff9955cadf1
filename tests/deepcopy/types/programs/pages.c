// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Flexible arrays of pointers: a B-tree whose leaves have none, texts, and rows of different lengths that a kernel sorts.
#include "guard.h"

#include <string.h>

typedef struct page { int n, key[3]; double sum; struct page *kids[]; } page;
typedef struct texts { int n; char *line[]; } texts;
typedef struct rows { int n, length[3]; double *row[]; } rows;
#pragma pointerchain shape(page: kids[n > 1 ? n + 1 : 0][1])
#pragma pointerchain shape(texts: line[n][strlen + 1])
#pragma pointerchain shape(rows: row[n][length[pc_row]])
#pragma pointerchain policy(rows: mutable(row))

static page *grown(int depth, int *key) {
  page *at = guard_alloc(sizeof *at + (depth ? 4 * sizeof(page *) : 0));
  at->n = depth ? 3 : 1, at->sum = 0;
  for (int i = 0; i < at->n + (depth > 0); i++) {
    if (depth) at->kids[i] = grown(depth - 1, key);
    if (i < at->n) at->key[i] = (*key)++;
  }
  return at;
}

static double sum_of(const page *at) {
  double sum = at->sum;
  for (int i = 0; at->n > 1 && i <= at->n; i++) sum += sum_of(at->kids[i]);
  return sum;
}

int main(void) {
  int key = 0, found = -1;
  page *tree = grown(2, &key);
  texts *text = guard_alloc(sizeof *text + 2 * sizeof(char *));
  rows *table = guard_alloc(sizeof *table + 3 * sizeof(double *));
  text->n = 2;
  for (int i = 0; i < 2; i++) text->line[i] = guard_alloc(8), strcpy(text->line[i], i ? "seven" : "to");
  table->n = 3;
  for (int i = 0; i < 3; i++) {
    table->length[i] = 3 - i, table->row[i] = guard_alloc((3 - i) * sizeof(double));
    for (int k = 0; k < 3 - i; k++) table->row[i][k] = 10 * i + k;
  }
#pragma pointerchain deepcopy enter(tree, text, table)
  guard_protect();
#pragma omp target map(tofrom : found)
  {
    page *at = tree;
    for (int wanted = 40; at;) {
      int i = 0;
      at->sum += 1;
      while (i < at->n && at->key[i] < wanted) i++;
      if (i < at->n && at->key[i] == wanted) found = at->key[i];
      at = at->n > 1 && found < 0 ? at->kids[i] : 0;
    }
    for (int i = 0; i < text->n; i++) text->line[i][0] += 'A' - 'a';
    double *last = table->row[2];
    table->row[2] = table->row[0], table->row[0] = last;
    table->length[0] = 1, table->length[2] = 3;
  }
  guard_unprotect();
#pragma pointerchain deepcopy exit(tree, text, table)
  printf("%d of %d, %g pages, %s %s\n", found, key, sum_of(tree), text->line[0], text->line[1]);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < table->length[i]; k++) printf("%g%s", table->row[i][k], i + k < 4 ? " " : "\n");
  return 0;
}
