// An included file's text that has nothing to do with the chains.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
    int a = 0;
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
#include "included_text_free.inc"
    pc_atoms_n += a;
sim->atoms->n = pc_atoms_n; }
    printf("%d\n", atoms.n);
    return 0;
}
