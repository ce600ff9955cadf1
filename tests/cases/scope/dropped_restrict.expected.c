// A restrict local may not live on beyond its region.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
 // expected-warning[dropped-restrict]{{'restrict' of chain 'sim->atoms->r' is dropped: the local outlives the region because 'last' is used after it}}
double *pc_atoms_r = sim->atoms->r;
    double last = pc_atoms_r[1];
    pc_atoms_r[0] += last;

    r[1] = 9;
    printf("%g %g %g\n", last, r[0], r[1]);
    return 0;
}
