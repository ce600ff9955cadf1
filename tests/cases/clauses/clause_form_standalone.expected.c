// also: openacc
// Directives that stand alone: the directive's own text is the region.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
{ double *pc_atoms_r = sim->atoms->r; int pc_atoms_n = sim->atoms->n; (void)pc_atoms_r; (void)pc_atoms_n; _Pragma("acc enter data copyin(pc_atoms_r[0:pc_atoms_n])") }
{ double *pc_atoms_r = sim->atoms->r; _Pragma("acc parallel loop present(pc_atoms_r[0:4])")
    for (int i = 0; i < 4; i++)
        pc_atoms_r[i] *= 2; }
{ double *pc_atoms_r = sim->atoms->r; int pc_atoms_n = sim->atoms->n; (void)pc_atoms_r; (void)pc_atoms_n; _Pragma("acc update self(pc_atoms_r[0:pc_atoms_n])") }
{ double *pc_atoms_r = sim->atoms->r; (void)pc_atoms_r; _Pragma("acc exit data copyout(pc_atoms_r[0:4])") }
    printf("%g %g\n", r[0], r[3]);
    return 0;
}
