// What is wrong with a chain that a header declares is told at its place there.
#include "wrong_in_header.inc"
static void clear(struct sim *sim) {
#pragma pointerchain region begin
  // expected-error[type-mismatch]@*{{chain 'sim->atoms->x' is declared as 'int *' but its type is 'double *'}}
  // expected-note@*{{'x' is declared here}}
  for (int i = 0; i < sim->atoms->n; i++) sim->atoms->x[i] = 0;
#pragma pointerchain region end
}
int main(void) { return clear != 0 ? 0 : 1; }
