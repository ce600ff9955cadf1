// _Pragma is the same directive.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
    _Pragma("pointerchain declare(sim->atoms->n, sim->atoms->r{int*:restrict})")
    _Pragma("pointerchain region begin")
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->r[i] += sim->atoms->n;
    sim->atoms->n = 7;
    _Pragma("pointerchain region end")
    printf("%d %d %d\n", r[0], r[1], atoms.n);
    return 0;
}
