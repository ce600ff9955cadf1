// An occurrence over several lines keeps their number.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {1, r};
    struct sim store = {&atoms}, *sim = &store;
{ int *pc_atoms_r = sim->atoms->r;
    pc_atoms_r

[
            1
        ] += __LINE__;
    pc_atoms_r

[0] += __LINE__;
}
    printf("%d %d %d\n", r[0], r[1], __LINE__);
    return 0;
}
