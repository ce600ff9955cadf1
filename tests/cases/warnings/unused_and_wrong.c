// A chain that names no member of what its root is was meant to be another one.
#include <stdio.h>
struct at { int n; double *x; };
struct sim { struct at *atoms; };
static struct sim *sim;
#pragma pointerchain declare(sim->atoms->xx) // expected-warning[unused-declare]{{declared chain 'sim->atoms->xx' is not used in any region, and means nothing in those that see it: no member named 'xx' in 'struct at'}}
#pragma pointerchain declare(sim.atoms->n) // expected-warning[unused-declare]{{means nothing in those that see it: member reference type 'struct sim *' is a pointer; did you mean to use '->'?}}
#pragma pointerchain declare(sim->atoms->x)
#pragma pointerchain declare(other->atoms->n) // expected-warning[unused-declare]{{declared chain 'other->atoms->n' is not used in any region}}
int main(void) {
  double x[1] = {1};
  struct at atoms = {1, x};
  struct sim own = {&atoms};
  sim = &own;
#pragma pointerchain region begin
  sim->atoms->x[0] -= 1;
#pragma pointerchain region end
  printf("%g\n", x[0]);
  return 0;
}
