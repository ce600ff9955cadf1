// args: -Wno-invalid-source-encoding
// Latin-1: Größe, µm, in comments and strings.
#include <stdio.h>

struct atoms { int n; }; /* über */
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; /* äöü */
    /* ÿþ */ pc_atoms_n += 1; printf("%d å\n", pc_atoms_n); //  
sim->atoms->n = pc_atoms_n; }
    printf("%d\n", atoms.n);
    return 0;
}
