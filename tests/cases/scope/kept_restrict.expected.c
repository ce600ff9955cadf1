// Names of the region that are not used after it cost nothing.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;

{ double *__restrict pc_atoms_r = sim->atoms->r;
    double last = pc_atoms_r[1];
    pc_atoms_r[0] += last;
}
    {
        double last = 9;
        r[1] = last;
    }
    printf("%g %g\n", r[0], r[1]);
    return 0;
}
