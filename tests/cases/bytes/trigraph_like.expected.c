// Question marks that are no trigraphs without -trigraphs stay what they are.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n;
    printf("what?! %d '\"' '\\' %c\n", pc_atoms_n, '"');
    printf("/* %d */ // \n", pc_atoms_n /* "sim->atoms->n */);
}
    return 0;
}
