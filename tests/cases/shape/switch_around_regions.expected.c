// Every case has a region of its own: none is jumped into.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static void run(struct sim *sim, int a)
{

    switch (a) {
    case 0:
{ int pc_atoms_n = sim->atoms->n;
        pc_atoms_n += 1;
        { sim->atoms->n = pc_atoms_n; break; }
}
    case 1:
    case 2: {
{ int pc_atoms_n = sim->atoms->n;
        pc_atoms_n += 10;
        if (a == 2)
            { sim->atoms->n = pc_atoms_n; break; }
sim->atoms->n = pc_atoms_n; }
    }
    /* fall through */
    default:
{ int pc_atoms_n = sim->atoms->n;
        pc_atoms_n += 100;
sim->atoms->n = pc_atoms_n; }
    }
}

int main(void)
{
    struct atoms atoms = {0};
    struct sim sim = {&atoms};
    for (int a = 0; a < 4; a++) {
        run(&sim, a);
        printf("%d\n", atoms.n);
    }
    return 0;
}
