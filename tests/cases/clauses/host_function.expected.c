// A device cannot call the function of the host that a pointer leads to, hoisted or not.
#include <stdio.h>

struct phys { double (*flux)(double), (*list[2])(double); };
struct sim { struct phys *phys; double *u; int n; };
static double twice(double x) { return 2 * x; }
static double use(double (*f)(double), double x) { return f(x); }

int main(void)
{
    double u[3] = {1, 2, 3};
    struct phys phys = {twice, {twice, twice}};
    struct sim store = {&phys, u, 3}, *sim = &store;
{ int pc_n = sim->n; double *pc_u = sim->u; double (*pc_phys_flux)(double) = sim->phys->flux;
#pragma acc parallel loop copy(pc_u[0:pc_n])
    for (int i = 0; i < pc_n; i++) {
        pc_u[i] = pc_phys_flux(pc_u[i]); // expected-warning[host-function]{{'sim->phys->flux' is called in a compute construct: it points to a function of the host}}
        pc_u[i] = (*pc_phys_flux)(pc_u[i]); // expected-warning[host-function]{{'*sim->phys->flux' is called}}
        pc_u[i] = sim->phys->list[i % 2](pc_u[i]); // expected-warning[host-function]{{'sim->phys->list[i % 2]' is called}}
        pc_u[i] = twice(pc_u[i]);
        pc_u[i] = use(pc_phys_flux, pc_u[i]);
    }
    for (int i = 0; i < pc_n; i++)
        pc_u[i] = pc_phys_flux(pc_u[i]);
}
    printf("%g %g %g\n", u[0], u[1], u[2]);
    return 0;
}
