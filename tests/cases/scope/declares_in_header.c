// A list at file scope of a header is one of the source that includes it; what no region uses is for other sources.
#include <stdio.h>
#include "declares_in_header_outer.inc"
#define TWICE(e) ((e) * 2)

static double before(void) { return 1; }

static double sum(void) {
  double t = before();
#pragma pointerchain region begin
  for (int i = 0; i < sim->atoms->n; i++) t += TWICE(sim->atoms->x[i]) + sim->atoms->v[i];
#pragma pointerchain region end
  return t;
}

static void other(struct sim *sim) {
#pragma pointerchain region declare(sim->atoms->v)
  for (int i = 0; i < sim->atoms->n; i++) sim->total += sim->atoms->v[i];
}

int main(void) {
  double x[3] = {1, 2, 3}, v[3] = {4, 5, 6};
  struct at atoms = {3, x, v};
  struct sim own = {&atoms, 0}, second = {&atoms, 10};
  sim = &own;
  inside();
  other(&second);
  printf("%g %g %g\n", sum(), own.total, second.total);
  return 0;
}
