// A declaration in the region that names the same object again.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };
extern struct sim *sim;
static struct atoms atoms = {1};
static struct sim store = {&atoms};
struct sim *sim = &store;

int main(void)
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
    {
        extern struct sim *sim;
        pc_atoms_n += 10;
    }
    pc_atoms_n += 100;
sim->atoms->n = pc_atoms_n; }
    printf("%d\n", atoms.n);
    return 0;
}
