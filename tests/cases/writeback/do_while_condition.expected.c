// 'continue' goes to the condition, which sees what was written back.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {0};
    struct sim store = {&atoms}, *sim = &store;
    int rounds = 0;
    do {
{ int pc_atoms_n = sim->atoms->n;
        pc_atoms_n += 2;
        rounds++;
        if (rounds < 5)
            { sim->atoms->n = pc_atoms_n; continue; }
        pc_atoms_n += 100;
sim->atoms->n = pc_atoms_n; }
    } while (sim->atoms->n < 9);
    printf("%d %d\n", rounds, atoms.n);
    return 0;
}
