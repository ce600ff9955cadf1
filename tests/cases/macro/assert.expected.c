// assert stringizes its argument, and only a failing one shows it.
#include <assert.h>
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n;
    assert(sim->atoms->n == 5);
    printf("%d\n", pc_atoms_n);
}
    return 0;
}
