// A list at file scope of a header is one of the source that includes it; what no region uses is for other sources.
#include <stdio.h>
#include "declares_in_header_outer.inc"
#define TWICE(e) ((e) * 2)

static double before(void) { return 1; }

static double sum(void) {
  double t = before();
{ int pc_atoms_n = sim->atoms->n; double *__restrict pc_atoms_x = sim->atoms->x;
  for (int i = 0; i < pc_atoms_n; i++) t += TWICE(pc_atoms_x[i]) + sim->atoms->v[i];
}
  return t;
}

static void other(struct sim *sim) {
{ int pc_atoms_n = sim->atoms->n; double pc_total = sim->total; double *pc_atoms_v = sim->atoms->v;
  for (int i = 0; i < pc_atoms_n; i++) pc_total += pc_atoms_v[i]; ; sim->total = pc_total; }
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
