// Root from the argument, members from the body.
#include <stdio.h>
#define COUNT(s) ((s)->atoms->n)
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
    int a = 0;
{ int pc_atoms_n = sim->atoms->n;
    a = pc_atoms_n;
}
    printf("%d\n", a);
    return 0;
}
