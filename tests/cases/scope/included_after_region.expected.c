// A header that is included behind a region declares nothing for it, as a list there would not.
#include <stdio.h>
struct at { int n; };
struct sim { struct at *atoms; };
static struct sim *sim;
static int first(void) {
 // expected-warning[empty-region]{{no declare is visible where the region begins}}
  int n = sim->atoms->n;

  return n;
}
#include "included_after_region.inc"
static int second(void) {
  int n;
{ int pc_atoms_n = sim->atoms->n;
  n = pc_atoms_n;
}
  return n;
}
int main(void) {
  struct at atoms = {0};
  struct sim own = {&atoms};
  sim = &own;
  printf("%d\n", first() + second());
  return 0;
}
