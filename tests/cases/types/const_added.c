// A given type may promise not to write what the member lets one write.
#include <stdio.h>
struct atoms { double *r; int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2}, total = 0;
    struct atoms atoms = {r, 2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->r{const double*:restrictconst}, sim->atoms->n{const int})
#pragma pointerchain region begin
    for (int i = 0; i < sim->atoms->n; i++)
        total += sim->atoms->r[i];
#pragma pointerchain region end
    printf("%g\n", total);
    return 0;
}
