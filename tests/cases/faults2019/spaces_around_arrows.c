// 2019: 'a -> b' was missed, so the host's struct was walked on the device.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[3] = {1, 2, 3};
    struct atoms atoms = {3, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim -> atoms->n, sim->atoms -> r)
#pragma pointerchain region begin
    for (int i = 0; i < sim -> atoms -> n; i++)
        sim->atoms -> r[i] += sim -> atoms->n;
#pragma pointerchain region end
    printf("%d %d %d\n", r[0], r[1], r[2]);
    return 0;
}
