// Inner and outer regions of their own; both write back when the inner one returns.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim, int limit)
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
    {
{ int pc_atoms_m = sim->atoms->m;
        pc_atoms_m += 10;
        if (pc_atoms_m > limit)
            { int pc_result = (pc_atoms_m + pc_atoms_n); sim->atoms->m = pc_atoms_m; sim->atoms->n = pc_atoms_n; return pc_result; }
sim->atoms->m = pc_atoms_m; }
    }
    pc_atoms_n += 100;
sim->atoms->n = pc_atoms_n; }
    return -1;
}

int main(void)
{
    struct atoms atoms = {1, 1};
    struct sim sim = {&atoms};
    int a = run(&sim, 5), b = run(&sim, 50);
    printf("%d %d %d %d\n", a, b, atoms.n, atoms.m);
    return 0;
}
