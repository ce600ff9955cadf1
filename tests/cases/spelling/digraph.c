// '%:' is another spelling of '#'.
%:include <stdio.h>
%:define TWICE(x) ((x) + (x))
struct atoms { double *x; int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double x[3] = {1, 2, 4};
    struct atoms a = {x, 3};
    struct sim store = {&a}, *sim = &store;
    double sum = 0;
%: pragma pointerchain declare(sim->atoms->x, \
    sim->atoms->n)
 %:pragma pointerchain /* with it */ region begin
%:pragma acc parallel loop copyin(sim->atoms->x[0:sim->atoms->n]) reduction(+:sum)
    for (int i = 0; i < sim->atoms->n; i++)
        sum += TWICE(sim->atoms->x[i]);
%:ifdef NEVER
    sim->atoms->n = 7;
%:pragma pointerchain region end
%:else
    sim->atoms->n = 2;
%:pragma pointerchain region end
%:endif
    printf("%g %d\n", sum, a.n);
    return 0;
}
