// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Chains that start at this, written out and implied, and at a reference.
#include "guard.h"

#include <new>

struct Data {
  double *values;
  int count;
};

struct Holder {
  Data *data;
  double factor;

  void scale() {
#pragma pointerchain region begin declare(this->data->values{double *:restrictconst}, data->count, this->factor)
#pragma omp target enter data map(to : data->values[0 : data->count])
    guard_protect();
#pragma omp target teams distribute parallel for
    for (int i = 0; i < data->count; i++) this->data->values[i] *= factor;
    guard_unprotect();
#pragma omp target exit data map(from : data->values[0 : data->count])
#pragma pointerchain region end
  }
};

static double sum(const Holder &holder, double &total) {
#pragma pointerchain region begin declare(holder.data->values, holder.data->count)
#pragma omp target enter data map(to : holder.data->values[0 : holder.data->count])
  guard_protect();
#pragma omp target teams distribute parallel for reduction(+ : total)
  for (int i = 0; i < holder.data->count; i++) total += holder.data->values[i];
  guard_unprotect();
#pragma omp target exit data map(delete : holder.data->values[0 : holder.data->count])
#pragma pointerchain region end
  return total;
}

int main() {
  Holder *holder = new (guard_alloc(sizeof(Holder))) Holder;
  holder->data = new (guard_alloc(sizeof(Data))) Data;
  holder->factor = 1.5;
  holder->data->count = 120;
  holder->data->values = static_cast<double *>(guard_alloc(120 * sizeof(double)));
  for (int i = 0; i < 120; i++) holder->data->values[i] = i;
  holder->scale();
  double total = 0;
  printf("%g\n", sum(*holder, total));
  return 0;
}
