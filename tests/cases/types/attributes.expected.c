// Attributes on members and types do not disturb.
#include <stdio.h>

struct __attribute__((aligned(32))) atoms { int n __attribute__((aligned(16))); double *r __attribute__((unused)); };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[1] = {4};
    struct atoms atoms = {3, r};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; double *pc_atoms_r = sim->atoms->r;
    pc_atoms_n += (int)pc_atoms_r[0];
sim->atoms->n = pc_atoms_n; }
    printf("%d\n", atoms.n);
    return 0;
}
