// *(p + i) is p[i] to C and to the tool.
#include <stdio.h>

struct atoms { int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[3] = {1, 2, 3};
    struct atoms atoms = {r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->r{int*:restrict})
    *sim->atoms->r += 10;
    *(sim->atoms->r + 1) += 100;
    2[sim->atoms->r] += 1000;
    (*(sim + 0)).atoms->r[0] += 5;
#pragma pointerchain region end
    printf("%d %d %d\n", r[0], r[1], r[2]);
    return 0;
}
