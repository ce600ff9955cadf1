// Two paths that both only read may run side by side.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
    struct atoms *a = sim->atoms;
    int total = 0;
{ int pc_atoms_n = sim->atoms->n;
    total += a->n;
    total += pc_atoms_n;
}
    printf("%d\n", total);
    return 0;
}
