// A declare may stand wherever a declaration may.
#include <stdio.h>
struct atoms { int n; };
struct sim { struct atoms *atoms; };
static struct atoms atoms = {4};
static struct sim store = {&atoms};
static struct sim *sim = &store;

int main(void)
{
    switch (sim->atoms->n) {
    case 4: {
{ int pc_atoms_n = sim->atoms->n;
        pc_atoms_n += 1;
sim->atoms->n = pc_atoms_n; }
        break;
    }
    default:
        break;
    }
    printf("%d\n", atoms.n);
    return 0;
}
