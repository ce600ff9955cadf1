// The address of a hoisted scalar is taken in the region.
#include <stdio.h>

struct vec { double x, y; };
struct atoms { int n; double *r; struct vec center; };
struct sim { struct atoms *atoms; };

static void set(int *n) { *n = 9; }
static void move(double **r) { ++*r; }

int main(void)
{
    double r[2] = {1, 2};
    struct atoms atoms = {1, r, {1, 2}};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->r, sim->atoms->center) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    set(&sim->atoms->n); // expected-error[address-taken]:10{{the address of 'sim->atoms->n' is taken in the region}}
    move(&(sim->atoms->r)); // expected-error[address-taken]{{the address of 'sim->atoms->r' is taken in the region}}
    int *p = 1 ? &sim->atoms->n : 0; // expected-error[address-taken]{{the address of 'sim->atoms->n' is taken}}
    double *x = &sim->atoms->center.x; // expected-error[address-taken]{{sim->atoms->center}}
    printf("%d %g\n", *p, *x);
#pragma pointerchain region end
    return 0;
}
