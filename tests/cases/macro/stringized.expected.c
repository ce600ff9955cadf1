// An argument that is only turned into a string is text, not a use.
#include <stdio.h>

#define TEXT(x) #x
#define SHOW(x) printf(#x " = %d\n", x)
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n;
    printf("%s %d\n", TEXT(sim->atoms->n), pc_atoms_n);
}
    SHOW(sim->atoms->n);
    return 0;
}
