// A label stands before the way out.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim, int a)
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
    if (a)
        goto out;
    pc_atoms_n += 10;
    switch (pc_atoms_n) {
    case 11: { sim->atoms->n = pc_atoms_n; return 1; }
    default:
out:
        { sim->atoms->n = pc_atoms_n; return 2; }
    }
sim->atoms->n = pc_atoms_n; }
}

int main(void)
{
    struct atoms atoms = {0};
    struct sim sim = {&atoms};
    int a = run(&sim, 0), b = run(&sim, 1);
    printf("%d %d %d\n", a, b, atoms.n);
    return 0;
}
