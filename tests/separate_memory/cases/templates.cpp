// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Members whose types depend on a template's parameter, in a function template and a class template.
#include "guard.h"

#include <new>

template <class T> struct Field {
  T *values;
  T sum;
  int count;
};

template <class T> struct Mesh {
  Field<T> *field;

  void fill(T first) {
#pragma pointerchain region begin declare(field->values, this->field->count)
#pragma omp target enter data map(to : field->values[0 : field->count])
    guard_protect();
#pragma omp target teams distribute parallel for
    for (int i = 0; i < field->count; i++) this->field->values[i] = first + static_cast<T>(i);
    guard_unprotect();
#pragma omp target exit data map(from : field->values[0 : field->count])
#pragma pointerchain region end
  }
};

template <class T> static void add_up(Mesh<T> *mesh) {
#pragma pointerchain region begin declare(mesh->field->values{T *:restrictconst}, mesh->field->sum, mesh->field->count)
#pragma omp target enter data map(to : mesh->field->values[0 : mesh->field->count])
  guard_protect();
#pragma omp target teams distribute parallel for reduction(+ : mesh->field->sum)
  for (int i = 0; i < mesh->field->count; i++) mesh->field->sum += mesh->field->values[i];
  guard_unprotect();
#pragma omp target exit data map(delete : mesh->field->values[0 : mesh->field->count])
#pragma pointerchain region end
}

template <class T> static double run(T first) {
  Mesh<T> *mesh = new (guard_alloc(sizeof(Mesh<T>))) Mesh<T>;
  mesh->field = new (guard_alloc(sizeof(Field<T>))) Field<T>();
  mesh->field->count = 90;
  mesh->field->values = static_cast<T *>(guard_alloc(90 * sizeof(T)));
  mesh->fill(first);
  add_up(mesh);
  return static_cast<double>(mesh->field->sum);
}

int main() {
  printf("%g %g\n", run(0.5), run(7L));
  return 0;
}
