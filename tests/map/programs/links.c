// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Links that vary: arrays of elements, lists, trees, and rows of pointers, copied deep.
#include <stdio.h>
#include <stdlib.h>
typedef struct { int n; double *data; int *near; double mean; } Cell;
typedef struct { int n; Cell *cells; double *out; } Grid;
typedef struct { Grid *g; double *unseen; } Sim;
typedef struct Node { double value; struct Node *next; } Node;
typedef struct { int bins; Node **heads; double *sums; } Table;
typedef struct Tree { double value; int depth; struct Tree *left, *right; } Tree;
typedef struct { int n, m; double **rows; } Matrix;
#pragma pointerchain shape(Cell: data[n], near[4])
#pragma pointerchain shape(Grid: cells[n], out[n])
#pragma pointerchain shape(Node: next[1])
#pragma pointerchain shape(Table: heads[bins][1], sums[bins])
#pragma pointerchain shape(Tree: left[1], right[1])
#pragma pointerchain shape(Matrix: rows[n][m])

static void means(Sim *s) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < s->g->n; i++) {
    double sum = 0;
    for (int j = 0; j < s->g->cells[i].n; j++) sum += s->g->cells[i].data[j];
    s->g->cells[i].mean = s->g->cells[i].n ? sum / s->g->cells[i].n : -1;
  }
}

static void relax(Sim *s, double by) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < s->g->n; i++) {
    Cell *c = &s->g->cells[i];
    double around = 0;
    for (int k = 0; k < 4; k++) around += s->g->cells[c->near[k]].mean;
    for (int j = 0; j < c->n; j++) c->data[j] += by * around;
    s->g->out[i] = around;
  }
}

static double heaviest(const Sim *s) {
  double most = 0;
#pragma omp target teams distribute parallel for reduction(max : most)
  for (int i = 0; i < s->g->n; i++) {
    Cell c = s->g->cells[i];
    for (int j = 0; j < c.n; j++)
      if (c.data[j] > most) most = c.data[j];
  }
  return most;
}

static double total(const Node *head) {
  double sum = 0;
#pragma omp target
  for (const Node *at = head; at; at = at->next) sum += at->value;
  return sum;
}

static void number(Node *head) {
#pragma omp target
  {
    int k = 0;
    Node *at = head;
    while (at != NULL) {
      at->value += k++;
      at = at->next;
    }
  }
}

static double of_bin(const Node *first) {
  double sum = 0;
  for (; first; first = first->next) sum += first->value;
  return sum;
}

static void bins(Table *t) {
#pragma omp target teams distribute parallel for
  for (int b = 0; b < t->bins; b++) t->sums[b] = of_bin(t->heads[b]);
}

static double deepest(const Tree *top) {
  double sum = 0;
#pragma omp target
  {
    const Tree *waiting[64];
    int count = 0;
    waiting[count++] = top;
    while (count > 0) {
      const Tree *at = waiting[--count];
      sum += at->value * at->depth;
      if (at->left) waiting[count++] = at->left;
      if (at->right) waiting[count++] = at->right;
    }
  }
  return sum;
}

static int found(const Tree *top, double key) {
  int at_depth = -1;
#pragma omp target
  {
    const Tree *at = top;
    while (at && at->value != key) at = key < at->value ? at->left : at->right;
    at_depth = at ? at->depth : -1;
  }
  return at_depth;
}

static void smooth(Matrix *a, double by) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < a->n; i++)
    for (int j = 1; j < a->m; j++) a->rows[i][j] += by * a->rows[i][j - 1];
}

static Tree *insert(Tree *top, double value, int depth) {
  if (!top) {
    top = calloc(1, sizeof *top);
    top->value = value;
    top->depth = depth;
  } else if (value < top->value) {
    top->left = insert(top->left, value, depth + 1);
  } else {
    top->right = insert(top->right, value, depth + 1);
  }
  return top;
}

int main(void) {
  Grid g = {9};
  Sim s = {&g};
  g.cells = calloc(9, sizeof *g.cells);
  g.out = calloc(9, sizeof *g.out);
  for (int i = 0; i < 9; i++) {
    Cell *c = &g.cells[i];
    c->n = i * 3 % 5;
    c->data = malloc((c->n + 1) * sizeof(double));
    c->near = malloc(4 * sizeof(int));
    for (int j = 0; j < c->n; j++) c->data[j] = i + 0.5 * j;
    for (int k = 0; k < 4; k++) c->near[k] = (i + k * k + 1) % 9;
  }
  for (int step = 0; step < 3; step++) {
    means(&s);
    relax(&s, 0.25);
    g.cells[step].mean += g.out[step];
  }
  double sum = heaviest(&s);
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < g.cells[i].n; j++) sum += g.cells[i].data[j] * (i + j + 1) + g.cells[i].mean;
  printf("%.17g\n", sum);

  Node *head = NULL;
  Table t = {4};
  t.heads = calloc(4, sizeof *t.heads);
  t.sums = calloc(4, sizeof *t.sums);
  for (int i = 0; i < 20; i++) {
    Node *one = malloc(sizeof *one), *other = malloc(sizeof *other);
    *one = (Node){i * 1.5, head};
    head = one;
    *other = (Node){i, t.heads[i * i % 4]};
    t.heads[i * i % 4] = other;
  }
  number(head);
  bins(&t);
  printf("%.17g %.17g %.17g\n", total(head), t.sums[0], t.sums[1]);

  Tree *top = NULL;
  for (int i = 0; i < 30; i++) top = insert(top, i * 17 % 31, 0);
  printf("%.17g %d %d\n", deepest(top), found(top, 5), found(top, 100));

  Matrix a = {5, 7};
  a.rows = malloc(5 * sizeof *a.rows);
  for (int i = 0; i < 5; i++) {
    a.rows[i] = malloc(7 * sizeof(double));
    for (int j = 0; j < 7; j++) a.rows[i][j] = i + j;
  }
  smooth(&a, 0.5);
  smooth(&a, 0.125);
  printf("%.17g %.17g\n", a.rows[4][6], a.rows[0][3]);
  return 0;
}
