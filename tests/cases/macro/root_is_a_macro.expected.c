// The root is spelled by a macro that names a variable: the text is replaced with the macro's name.
#include <stdio.h>

#define SIM sim
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
sim->atoms->n = pc_atoms_n; }
    printf("%d\n", atoms.n);
    return 0;
}
