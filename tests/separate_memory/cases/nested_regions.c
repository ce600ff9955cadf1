// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// A region within a region: the outer one holds the data, the inner one adds a chain of its own.
#include "guard.h"

typedef struct Layer { double *weights; double bias; } Layer;
typedef struct Network { Layer *first, *second; double *activations; } Network;

int main(void) {
  Network *net = guard_alloc(sizeof *net);
  const int n = 96;
  net->first = guard_alloc(sizeof *net->first);
  net->second = guard_alloc(sizeof *net->second);
  net->first->weights = guard_alloc(n * sizeof(double));
  net->second->weights = guard_alloc(n * sizeof(double));
  net->activations = guard_alloc(n * sizeof(double));
  for (int i = 0; i < n; i++) {
    net->first->weights[i] = i;
    net->second->weights[i] = n - i;
    net->activations[i] = 1;
  }
  net->first->bias = 3;
  net->second->bias = 5;

#pragma pointerchain region begin declare(net->activations{double *:restrict})
#pragma omp target enter data map(to : net->activations[0:n])
  {
#pragma pointerchain region begin declare(net->first->weights, net->first->bias)
#pragma omp target enter data map(to : net->first->weights[0:n])
    guard_protect();
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
      net->activations[i] = net->activations[i] * net->first->weights[i] + net->first->bias;
    }
    guard_unprotect();
#pragma omp target exit data map(delete : net->first->weights[0:n])
#pragma pointerchain region end
  }
  {
#pragma pointerchain region begin declare(net->second->weights, net->second->bias)
#pragma omp target enter data map(to : net->second->weights[0:n])
    guard_protect();
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
      net->activations[i] = net->activations[i] * net->second->weights[i] + net->second->bias;
    }
    guard_unprotect();
#pragma omp target exit data map(delete : net->second->weights[0:n])
#pragma pointerchain region end
  }
#pragma omp target exit data map(from : net->activations[0:n])
#pragma pointerchain region end

  for (int i = 0; i < n; i += 13) printf("%.17g\n", net->activations[i]);
  return 0;
}
