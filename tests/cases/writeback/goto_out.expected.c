// goto to a label behind or before the region; a goto inside it is no way out.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {0};
    struct sim store = {&atoms}, *sim = &store;
    int round = 0;
again:
    round++;
    {
{ int pc_atoms_n = sim->atoms->n;
        pc_atoms_n += 1;
        if (round < 3)
            { sim->atoms->n = pc_atoms_n; goto again; }
        if (round == 3)
            goto inside;
        pc_atoms_n += 1000;
inside:
        pc_atoms_n += 10;
        for (int i = 0; i < 3; i++)
            if (i == 1) { sim->atoms->n = pc_atoms_n; goto done; }
        pc_atoms_n += 10000;
sim->atoms->n = pc_atoms_n; }
    }
done:
    printf("%d %d\n", round, sim->atoms->n);
    return 0;
}
