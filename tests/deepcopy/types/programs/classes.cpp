// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Private pointers with private lengths, several bases, a hidden name, references as members.
#include "guard.h"

#include <cstdio>
#include <new>

template <class T> static T *room(int n) { return static_cast<T *>(guard_alloc(n * sizeof(T))); }

class grid {
  char tag;
  short rows, columns;
  double *values;
  char *name;
  double *planes[2];

public:
  grid(short rows, short columns, const char *text)
      : tag(0), rows(rows), columns(columns), values(room<double>(rows * columns)), name(room<char>(8)) {
    for (int i = 0; i < rows * columns; i++) values[i] = i + 1;
    int at = 0;
    while ((name[at] = text[at])) at++;
    for (int k = 0; k < 2; k++) {
      planes[k] = room<double>(columns);
      for (int i = 0; i < columns; i++) planes[k][i] = 10 * k + i;
    }
  }
  double sum() const {
    double out = 0;
    for (int i = 0; i < rows * columns; i++) out += values[i];
    for (int k = 0; k < 2; k++)
      for (int i = 0; i < columns; i++) out += planes[k][i];
    for (int i = 0; name[i]; i++) out += name[i];
    return out;
  }
  void scale(double by) {
    for (int i = 0; i < rows * columns; i++) values[i] *= by;
  }
};
#pragma pointerchain shape(grid: values[rows * columns], name[strlen + 1], planes[columns])

struct counted {
  int n;
};
struct positions : counted {
  double *x;
};
struct forces {
  int many;
  double *f;
};
struct traits {
  double *x; // hides nothing: another base has the name, too
  int few;
};
#pragma pointerchain shape(positions: x[n])
#pragma pointerchain shape(forces: f[many])
#pragma pointerchain shape(traits: x[few])
class atoms : public positions, private forces, public traits {
  grid cells;

public:
  double *f; // hides that of 'forces'
  atoms(int count) : cells(2, 3, "cells"), f(room<double>(1)) {
    n = count, many = count + 1, few = count + 2;
    positions::x = room<double>(n), forces::f = room<double>(many), traits::x = room<double>(few);
    for (int i = 0; i < n; i++) positions::x[i] = i;
    for (int i = 0; i < many; i++) forces::f[i] = 100 + i;
    for (int i = 0; i < few; i++) traits::x[i] = 1000 + i;
    *f = 7;
  }
  double total() const {
    double out = *f + cells.sum();
    for (int i = 0; i < n; i++) out += positions::x[i];
    for (int i = 0; i < many; i++) out += forces::f[i];
    for (int i = 0; i < few; i++) out += traits::x[i];
    return out;
  }
  void push() {
    forces::f[many - 1] += 1, traits::x[few - 1] += 2, *f += 3;
    cells.scale(2);
  }
};
#pragma pointerchain shape(atoms: f[1])

struct polymorphic {
  virtual double sign() const { return 1; }
  double *p;
};
struct mixed : counted, polymorphic { // the second base comes first
  double *y;
};
#pragma pointerchain shape(polymorphic: p[1])
#pragma pointerchain shape(mixed: y[n])
#pragma pointerchain policy(polymorphic: skip(virtual))

struct view {
  atoms &all;
  const int &limit;
  double &first;
  double &watched;
};
#pragma pointerchain policy(view: owned(all), shared(limit), observer(watched))
#pragma pointerchain shape(view: first[2])

int main() {
  int *limit = room<int>(1);
  double *pair = room<double>(2);
  *limit = 5, pair[0] = 3, pair[1] = 4;
  atoms *all = new (guard_alloc(sizeof(atoms))) atoms(4);
  view *v = new (guard_alloc(sizeof(view))) view{*all, *limit, *pair, all->positions::x[3]};
  mixed *m = new (guard_alloc(sizeof(mixed))) mixed;
  m->n = 2, m->p = room<double>(1), m->y = room<double>(2);
  *m->p = 8, m->y[0] = 9, m->y[1] = 10;
  double sum = 0;
#pragma pointerchain deepcopy enter(v, m)
  guard_protect();
#pragma omp target map(tofrom : sum)
  {
    sum = v->all.total() + v->limit + v->first + (&v->first)[1];
    v->all.push();
    v->watched = 50;
    (&v->first)[1] = 40;
    sum += *m->p + m->y[m->n - 1];
    m->y[1] = 11;
  }
  guard_unprotect();
#pragma pointerchain deepcopy exit(v, m)
  std::printf("%g %g %g %g %g %g\n", sum, all->total(), all->positions::x[3], pair[1], m->y[1], m->sign());
  return 0;
}
