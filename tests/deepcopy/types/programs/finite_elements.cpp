// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// A finite-element proxy in the manner of miniFE: a mesh, a sparse matrix and vectors in a vector class of its own, assembled
// and solved by conjugate gradients on the device. What directives it takes is counted in docs/deepcopy.md.
#include "guard.h"

#include <cstdio>
#include <new>

namespace fe {
using ordinal = long;

// The code's own vector, as such codes have one: growing, with private members and no library behind it.
template <class T> class vector {
  T *begin_ = nullptr;
  ordinal size_ = 0, capacity_ = 0;

public:
  vector() = default;
  vector(const vector &) = delete;
  vector &operator=(const vector &) = delete;
  T *data() { return begin_; }
  const T *data() const { return begin_; }
  ordinal size() const { return size_; }
  T &operator[](ordinal i) { return begin_[i]; }
  const T &operator[](ordinal i) const { return begin_[i]; }
  T *begin() { return begin_; }
  T *end() { return begin_ + size_; }
  const T *begin() const { return begin_; }
  const T *end() const { return begin_ + size_; }
  void reserve(ordinal n) {
    if (n <= capacity_) return;
    T *more = new (guard_alloc(n * sizeof(T))) T[n]();
    for (ordinal i = 0; i < size_; i++) more[i] = begin_[i];
    begin_ = more, capacity_ = n;
  }
  void resize(ordinal n) {
    reserve(n);
    size_ = n;
  }
  void push_back(const T &value) {
    if (size_ == capacity_) reserve(2 * capacity_ + 4);
    begin_[size_++] = value;
  }
};
#pragma pointerchain shape(vector: data()[size()])

struct box {
  int n[3];
};

class mesh {
  box box_;
  ordinal nodes_;
  double *coordinates_; // three of each node
  char *name_;

public:
  mesh(const box &b, const char *name) : box_(b), nodes_((b.n[0] + 1L) * (b.n[1] + 1) * (b.n[2] + 1)) {
    coordinates_ = static_cast<double *>(guard_alloc(3 * nodes_ * sizeof(double)));
    name_ = static_cast<char *>(guard_alloc(32));
    for (int i = 0; name[i]; i++) name_[i] = name[i];
    for (ordinal node = 0; node < nodes_; node++)
      for (int d = 0; d < 3; d++) coordinates_[3 * node + d] = double(place(node, d)) / box_.n[d];
  }
  ordinal nodes() const { return nodes_; }
  const char *name() const { return name_; }
  int place(ordinal node, int d) const {
    const ordinal plane = box_.n[0] + 1, volume = plane * (box_.n[1] + 1);
    return int(d == 0 ? node % plane : d == 1 ? node % volume / plane : node / volume);
  }
  ordinal step(int d) const { return d == 0 ? 1 : d == 1 ? box_.n[0] + 1 : (box_.n[0] + 1L) * (box_.n[1] + 1); }
  int last(int d) const { return box_.n[d]; }
  double source(ordinal node) const {
    const double *x = coordinates_ + 3 * node;
    return x[0] + 2 * x[1] * x[2];
  }
};
#pragma pointerchain shape(mesh: coordinates_[3 * nodes_], name_[strlen + 1])

struct matrix { // compressed rows
  vector<ordinal> offsets;
  vector<int> columns;
  vector<double> values;
  ordinal rows() const { return offsets.size() - 1; }
};

class field {
  int id_ = 0;

protected:
  vector<double> values_;

public:
  void resize(ordinal n) { values_.resize(n); }
  double &operator[](ordinal i) { return values_[i]; }
  double operator[](ordinal i) const { return values_[i]; }
  ordinal size() const { return values_.size(); }
};

struct fixed { // nodes of a face with a value, one list for each face
  int face;
  double value;
  vector<int> nodes;
  fixed *next;
};
#pragma pointerchain shape(fixed: next[1])

struct log {
  void *file;
};

struct problem {
  mesh *domain;
  matrix a;
  field x, b, r, p, ap;
  fixed *boundary;
  log *out;
  vector<double> history;
};
#pragma pointerchain shape(problem: domain[1], boundary[1])
#pragma pointerchain policy(problem: skip(out), to(domain), from(history))

static double dot(const field &u, const field &v) {
  double out = 0;
  for (ordinal i = 0; i < u.size(); i++) out += u[i] * v[i];
  return out;
}

// One row of the matrix and of the right side.
static void assemble(problem &s, ordinal row) {
  const mesh &m = *s.domain;
  for (ordinal k = s.a.offsets[row]; k < s.a.offsets[row + 1]; k++)
    s.a.values[k] = s.a.columns[k] == row ? 6.5 : -1;
  s.b[row] = m.source(row);
}

static void multiply(const matrix &a, const field &x, field &y) {
  for (ordinal row = 0; row < a.rows(); row++) {
    double sum = 0;
    for (ordinal k = a.offsets[row]; k < a.offsets[row + 1]; k++) sum += a.values[k] * x[a.columns[k]];
    y[row] = sum;
  }
}
}

static fe::problem *made() {
  using namespace fe;
  problem *s = new (guard_alloc(sizeof(problem))) problem;
  s->domain = new (guard_alloc(sizeof(mesh))) mesh({{4, 3, 2}}, "brick");
  const mesh &m = *s->domain;
  s->a.offsets.push_back(0);
  for (ordinal row = 0; row < m.nodes(); row++) {
    for (int d = 2; d >= 0; d--)
      if (m.place(row, d) > 0) s->a.columns.push_back(int(row - m.step(d)));
    s->a.columns.push_back(int(row));
    for (int d = 0; d < 3; d++)
      if (m.place(row, d) < m.last(d)) s->a.columns.push_back(int(row + m.step(d)));
    s->a.offsets.push_back(s->a.columns.size());
  }
  s->a.values.resize(s->a.columns.size());
  field *const all[] = {&s->x, &s->b, &s->r, &s->p, &s->ap};
  for (field *each : all) each->resize(m.nodes());
  s->boundary = nullptr;
  for (int face = 0; face < 3; face++) {
    fixed *f = new (guard_alloc(sizeof(fixed))) fixed;
    f->face = face, f->value = 10.0 * face, f->next = s->boundary, s->boundary = f;
    for (ordinal node = 0; node < m.nodes(); node++)
      if (m.place(node, face) == 0) f->nodes.push_back(int(node));
  }
  s->out = new (guard_alloc(sizeof(log))) log{s};
  s->history.resize(20);
  return s;
}

int main() {
  fe::problem *s = made();
  const fe::ordinal n = s->x.size();
  const int steps = int(s->history.size());
#pragma pointerchain deepcopy enter(s)
  guard_protect();
#pragma omp target teams distribute parallel for
  for (fe::ordinal row = 0; row < n; row++) fe::assemble(*s, row);
#pragma omp target
  for (const fe::fixed *each = s->boundary; each; each = each->next)
    for (int node : each->nodes) s->b[node] += each->value;
#pragma omp target
  {
    for (fe::ordinal i = 0; i < n; i++) s->x[i] = 0, s->r[i] = s->p[i] = s->b[i];
    double rr = fe::dot(s->r, s->r);
    for (int step = 0; step < steps; step++) {
      fe::multiply(s->a, s->p, s->ap);
      const double alpha = rr / fe::dot(s->p, s->ap);
      for (fe::ordinal i = 0; i < n; i++) s->x[i] += alpha * s->p[i], s->r[i] -= alpha * s->ap[i];
      const double before = rr;
      rr = fe::dot(s->r, s->r);
      for (fe::ordinal i = 0; i < n; i++) s->p[i] = s->r[i] + rr / before * s->p[i];
      s->history[step] = rr;
    }
  }
  guard_unprotect();
#pragma pointerchain deepcopy exit(s)
  double norm = fe::dot(s->x, s->x);
  std::printf("%s: %ld rows, %ld entries, %.10g, %.6g %d\n", s->domain->name(), s->a.rows(), s->a.values.size(), norm,
              s->history[0], s->history[steps - 1] < 1e-9 * s->history[0]);
}
