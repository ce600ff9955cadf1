// An occurrence over several lines keeps their number.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {1, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->r)
    sim
        ->atoms
        ->r[
            1
        ] += __LINE__;
    sim->\
atoms->\
r[0] += __LINE__;
#pragma pointerchain region end
    printf("%d %d %d\n", r[0], r[1], __LINE__);
    return 0;
}
