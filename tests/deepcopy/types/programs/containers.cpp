// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Containers of the library, whose own member functions the kernel calls; all they allocate is protected.
#include "guarded.hpp"

#include <array>
#include <cstdio>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

template <class T> using vector = std::vector<T, guarded<T>>;
using string = std::basic_string<char, std::char_traits<char>, guarded<char>>;
struct keep {
  template <class T> void operator()(T *) const {}
};

struct cell {
  int id;
  vector<double> values;
};
struct mesh {
  vector<double> x;
  vector<cell> cells;
  vector<vector<int>> rows;
  string name, title;
  std::unique_ptr<cell, keep> one, none;
  std::shared_ptr<cell> shared;
  std::array<vector<float>, 2> both;
  vector<int> two[2];
  std::pair<int, vector<int>> pair;
  std::optional<int> maybe;
  vector<long> results;
  cell *last;
};
#pragma pointerchain policy(mesh: observer(last), from(results), to(rows))

int main() {
  mesh &m = *new (guard_alloc(sizeof(mesh))) mesh;
  m.x = {1, 2, 3};
  m.x.reserve(20);
  m.cells.resize(3);
  for (int i = 0; i < 3; i++) m.cells[i] = {i, vector<double>(i, 10.0 * i)};
  m.rows = {{1, 2}, {}, {3}};
  m.name = "short";
  m.title = "a title that is too long to lie in the object";
  m.one.reset(new (guard_alloc(sizeof(cell))) cell{7, {5, 6}});
  m.shared = std::allocate_shared<cell>(guarded<cell>(), cell{8, {9}});
  m.both[1] = {1, 2};
  m.two[0] = {7};
  m.pair = {4, {5, 5}};
  m.maybe = 100;
  m.results.assign(4, -1);
  m.last = &m.cells.back();
  for (int round = 0; round < 2; round++) {
    double sum = 0;
    auto *const p = &m;
#pragma pointerchain deepcopy region begin(p)
    guard_protect();
#pragma omp target map(tofrom : sum)
    {
      for (std::size_t i = 0; i < p->x.size(); i++) sum += p->x[i];
      for (auto &each : p->cells)
        for (auto &value : each.values) sum += value, value += 1;
      for (const auto &row : p->rows)
        for (int value : row) sum += value;
      for (char c : p->name) sum += c == 's';
      for (char c : p->title) sum += c == 't';
      if (p->one && !p->none) sum += p->one->values[1] + p->shared->values[0];
      for (auto &each : p->both)
        for (float f : each) sum += f;
      for (auto &each : p->two)
        for (int i : each) sum += i;
      sum += p->pair.second.back() + p->pair.first + *p->maybe + p->last->id;
      sum += p->x.capacity() + p->title.size() + p->none.operator bool();
      p->x.front() *= 2;
      p->name[0] = 'S';
      p->title[0] = 'A';
      p->results[3] = round;
    }
    guard_unprotect();
#pragma pointerchain deepcopy region end
    std::printf("%g %g %g %s %s %ld %g\n", sum, m.x[0], m.cells[2].values[1], m.name.c_str(), m.title.c_str(),
                m.results[3], m.last->values[0]);
    m.cells.push_back({3, {1, 2, 3}});
    m.last = &m.cells.back();
    m.name += " no more, for now it is long";
  }
}
