// Macros defined and undefined inside the region.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n;
#define ADD(x) sum += (x)
    int sum = 0;
    ADD(pc_atoms_n);
#undef ADD
#define ADD(x) sum -= (x)
    ADD(2 * pc_atoms_n);
    pc_atoms_n = sum;
#undef ADD
sim->atoms->n = pc_atoms_n; }
    printf("%d\n", atoms.n);
    return 0;
}
