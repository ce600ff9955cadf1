// Declared in the function's block, used by regions in inner blocks.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;

    for (int step = 0; step < 3; step++) {
        if (step != 1) {
{ int pc_atoms_n = sim->atoms->n;
            pc_atoms_n = pc_atoms_n * 3 + step;
sim->atoms->n = pc_atoms_n; }
        }
    }
    printf("%d\n", atoms.n);
    return 0;
}
