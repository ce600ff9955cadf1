// A directive without a statement uses nothing: what stands in its text has to be named.
#include <stdio.h>

struct cells { double *u; int n; };
struct sim { struct cells *cells; };

int main(void)
{
    double u[2] = {1, 2};
    struct cells cells = {u, 2};
    struct sim store = {&cells}, *sim = &store;
#pragma acc enter data copyin(sim->cells->u[0:sim->cells->n]) pointerchain(sim->*) // expected-warning[unused-declare]{{'sim->*' stands for no chain: what a directive alone uses has to be named}}
#pragma acc update host(sim->cells->u[0:sim->cells->n]) pointerchain(sim->cells->u, sim->cells->n)
    printf("%g %g\n", sim->cells->u[0], u[1]);
    return 0;
}
