// A goto that leaves two regions writes back what both change; one that leaves the inner, what that changes.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim, int how)
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
    {
{ int pc_atoms_m = sim->atoms->m;
        pc_atoms_m += pc_atoms_n;
        if (how == 1) { sim->atoms->m = pc_atoms_m; sim->atoms->n = pc_atoms_n; goto out; }
        if (how == 2) { sim->atoms->m = pc_atoms_m; goto inner; }
        pc_atoms_m += 10;
sim->atoms->m = pc_atoms_m; }
    }
inner:
    pc_atoms_n += 100;
    if (how == 3) { sim->atoms->n = pc_atoms_n; goto out; }
    pc_atoms_n += 1000;
sim->atoms->n = pc_atoms_n; }
out:
    return sim->atoms->n * 10000 + sim->atoms->m;
}

int main(void)
{
    for (int how = 0; how < 4; how++) {
        struct atoms atoms = {how, 1};
        struct sim sim = {&atoms};
        printf("%d\n", run(&sim, how));
    }
    return 0;
}
