// The outer region keeps the pointer without the qualifier that the inner one asks for.
#include <stdio.h>
struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };
int main(void)
{
    double r[2] = {1, 2};
    struct atoms a = {2, r};
    struct sim store = {&a}, *sim = &store;
#pragma pointerchain declare(sim->atoms->n)
#pragma pointerchain region begin declare(sim->atoms->r) // expected-note{{as it is declared here}}
    sim->atoms->r[0] += 1;
#pragma pointerchain region begin declare(sim->atoms->r{double *:restrict}) // expected-warning[dropped-restrict]{{'restrict' of chain 'sim->atoms->r' is dropped: a region around this one keeps the local without it}}
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->r[i] *= 2;
#pragma pointerchain region end
#pragma pointerchain region end
    printf("%g %g\n", r[0], r[1]);
    return 0;
}
