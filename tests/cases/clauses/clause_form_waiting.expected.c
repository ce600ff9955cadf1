// also: openacc
// A 'wait' clause does not make a directive that stands alone govern the statement behind it.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
{ double *pc_atoms_r = sim->atoms->r; (void)pc_atoms_r; _Pragma("acc enter data wait copyin(pc_atoms_r[0:4])") }
    int last = 3;
{ double *pc_atoms_r = sim->atoms->r; (void)pc_atoms_r; _Pragma("acc exit data wait copyout(pc_atoms_r[0:4])") }
    printf("%g\n", sim->atoms->r[last]);
    return 0;
}
