// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// A program's own vector and matrix, found by their member functions; private members, a class within a class.
#include "guard.h"

#include <cstdio>
#include <new>

namespace own {
template <class T> class vector {
  T *first = nullptr, *past = nullptr, *room = nullptr;

public:
  T *data() { return first; }
  const T *data() const { return first; }
  long size() const { return past - first; }
  T &operator[](long i) { return first[i]; }
  const T *begin() const { return first; }
  const T *end() const { return past; }
  void push_back(const T &value) {
    if (past == room) {
      const long n = size();
      T *more = static_cast<T *>(guard_alloc((2 * n + 1) * sizeof(T)));
      for (long i = 0; i < n; i++) new (more + i) T(first[i]);
      first = more, past = more + n, room = more + 2 * n + 1;
    }
    new (past++) T(value);
  }
};
#pragma pointerchain shape(vector: data()[size()])
}

class matrix {
  int n, m;
  double *values;

public:
  matrix(int n, int m) : n(n), m(m), values(static_cast<double *>(guard_alloc(n * m * sizeof(double)))) {}
  int cells() const { return n * m; }
  double *all() const { return values; }
  double &at(int i, int k) { return values[i * m + k]; }
};
#pragma pointerchain shape(matrix: all()[cells()])

struct atom {
  double mass;
  own::vector<int> bonds;
};
struct simulation {
  own::vector<atom> atoms;
  own::vector<own::vector<double>> forces;
  matrix grid{3, 4};
};

int main() {
  simulation *s = new (guard_alloc(sizeof *s)) simulation;
  for (int i = 0; i < 10; i++) {
    atom a;
    a.mass = i;
    for (int k = 0; k < i; k++) a.bonds.push_back(k);
    s->atoms.push_back(a);
    s->forces.push_back({});
    s->forces[i].push_back(0);
  }
  double sum = 0;
#pragma pointerchain deepcopy enter(s)
  guard_protect();
#pragma omp target map(tofrom : sum)
  {
    for (const atom &a : s->atoms)
      for (int k : a.bonds) sum += a.mass * s->atoms[k].mass;
    for (long i = 0; i < s->forces.size(); i++) s->forces[i][0] = s->atoms[i].mass * 2;
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 4; k++) s->grid.at(i, k) = 10 * i + k;
  }
  guard_unprotect();
#pragma pointerchain deepcopy exit(s)
  std::printf("%g %g %g\n", sum, s->forces[9][0], s->grid.at(2, 3));
}
