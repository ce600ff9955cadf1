// also: openacc
// A clause whose chain the construct does not use.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
{ double *pc_atoms_r = sim->atoms->r; _Pragma("acc parallel loop copy(pc_atoms_r[0:4])") // expected-warning[unused-declare]{{declared chain 'sim->atoms->n' is not used in any region}}
    for (int i = 0; i < 4; i++)
        pc_atoms_r[i] *= 2; }
    printf("%g %g %d\n", r[0], r[3], atoms.n);
    return 0;
}
