// Names used after the region, and ways out of it, in one.
// also: c++
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim, int a)
{
    for (int i = 0; i < 4; i++) {
int pc_atoms_n = sim->atoms->n;
        int before = pc_atoms_n;
        pc_atoms_n += i;
        if (i == a)
            { sim->atoms->n = pc_atoms_n; continue; }
        if (pc_atoms_n > 20)
            { int pc_result = (pc_atoms_n); sim->atoms->n = pc_atoms_n; return pc_result; }
        pc_atoms_n += 10;
sim->atoms->n = pc_atoms_n;
        sim->atoms->n += 1000 * before;
        sim->atoms->n %= 17;
    }
    return sim->atoms->n;
}

int main(void)
{
    struct atoms atoms = {1};
    struct sim sim = {&atoms};
    for (int a = 0; a < 4; a++) {
        int x = run(&sim, a);
        printf("%d %d\n", x, atoms.n);
    }
    return 0;
}
