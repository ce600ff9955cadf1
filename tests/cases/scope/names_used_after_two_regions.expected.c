// The same with two regions in one block: the locals must not clash.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;

int pc_atoms_n = sim->atoms->n;
    int a = pc_atoms_n;
    pc_atoms_n += 1;
sim->atoms->n = pc_atoms_n;
    sim->atoms->n += 10;
int pc_atoms_n_2 = sim->atoms->n;
    int b = pc_atoms_n_2;
    pc_atoms_n_2 += 1;
sim->atoms->n = pc_atoms_n_2;
    printf("%d %d %d\n", a, b, sim->atoms->n);
    return 0;
}
