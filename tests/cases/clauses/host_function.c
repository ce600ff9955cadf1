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
#pragma pointerchain region begin declare(sim->u, sim->n, sim->phys->flux)
#pragma acc parallel loop copy(sim->u[0:sim->n])
    for (int i = 0; i < sim->n; i++) {
        sim->u[i] = sim->phys->flux(sim->u[i]); // expected-warning[host-function]{{'sim->phys->flux' is called in a compute construct: it points to a function of the host}}
        sim->u[i] = (*sim->phys->flux)(sim->u[i]); // expected-warning[host-function]{{'*sim->phys->flux' is called}}
        sim->u[i] = sim->phys->list[i % 2](sim->u[i]); // expected-warning[host-function]{{'sim->phys->list[i % 2]' is called}}
        sim->u[i] = twice(sim->u[i]);
        sim->u[i] = use(sim->phys->flux, sim->u[i]);
    }
    for (int i = 0; i < sim->n; i++)
        sim->u[i] = sim->phys->flux(sim->u[i]);
#pragma pointerchain region end
    printf("%g %g %g\n", u[0], u[1], u[2]);
    return 0;
}
