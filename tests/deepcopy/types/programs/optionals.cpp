// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Arrays behind std::unique_ptr, and what a std::optional may hold; what it does not hold is data, whatever its bytes are.
#include "guarded.hpp"

#include <cstdio>
#include <memory>
#include <new>
#include <optional>
#include <utility>
#include <vector>

template <class T> using vector = std::vector<T, guarded<T>>;
struct keep {
  template <class T> void operator()(T *) const {}
};
template <class T> using array = std::unique_ptr<T[], keep>;
template <class T> static array<T> room(int n) { return array<T>(new (guard_alloc(n * sizeof(T))) T[n]()); }

struct row {
  int n;
  array<double> values;
};
struct part {
  char tag;
  vector<int> first, second[2];
  double *plain;
};
class table {
  int many;
  array<row> rows;

public:
  array<int> order[2];
  table(int n) : many(n), rows(room<row>(n)), order{room<int>(2 * n), room<int>(2 * n)} {
    for (int i = 0; i < n; i++) {
      rows[i].n = i;
      if (i) rows[i].values = room<double>(i);
      for (int k = 0; k < i; k++) rows[i].values[k] = 10 * i + k;
      order[0][i] = n - 1 - i, order[1][i] = i;
    }
  }
  double sum() const {
    double out = 0;
    for (int i = 0; i < many; i++)
      for (int k = 0; k < rows[order[0][i]].n; k++) out += rows[order[0][i]].values[k] * order[1][i];
    return out;
  }
  void grow() { rows[many - 1].values[0] += 1; }
};
struct world {
  table own{4};
  std::optional<table> maybe;
  std::optional<vector<double>> values, none;
  std::optional<part> parts[3];
  std::optional<std::optional<vector<int>>> twice;
  std::pair<int, std::optional<part>> pair;
};
#pragma pointerchain shape(row: values[n])
#pragma pointerchain shape(table: rows[many], order[2 * many])
#pragma pointerchain shape(part: plain[1])

static part made(int from) {
  part out{char(from), {from, from + 1}, {{1}, {2, from}}, static_cast<double *>(guard_alloc(sizeof(double)))};
  *out.plain = from;
  return out;
}

int main() {
  world *w = new (guard_alloc(sizeof(world))) world;
  w->maybe.emplace(3);
  w->values = vector<double>{1, 2, 3};
  w->none = vector<double>{4, 5};
  w->none.reset(); // its bytes still look like pointers
  w->parts[0] = made(10);
  w->parts[1] = made(20);
  w->parts[1].reset();
  w->parts[2] = made(30);
  w->twice = std::optional<vector<int>>(vector<int>{7, 8});
  w->pair.second = made(40);
  double sum = 0;
#pragma pointerchain deepcopy region begin(w)
  guard_protect();
#pragma omp target map(tofrom : sum)
  {
    sum = w->own.sum() + (w->maybe ? w->maybe->sum() : -1000);
    sum += (*w->values)[2] + w->none.has_value();
    for (auto &each : w->parts)
      if (each) sum += each->first[1] + each->second[1][1] + (*each->plain)++;
    sum += (**w->twice)[1] + *w->pair.second->plain;
    w->own.grow();
    w->maybe->grow();
    (*w->values)[0] = 100;
  }
  guard_unprotect();
#pragma pointerchain deepcopy region end
  std::printf("%g %g %g %g %g\n", sum, w->own.sum(), w->maybe->sum(), w->values->front(), *w->parts[2]->plain);
}
