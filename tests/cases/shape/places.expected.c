// Regions in if and else branches, loops, cases, labelled blocks, blocks in blocks.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static void run(struct sim *sim, int a)
{

    if (a == 0) {
{ int pc_atoms_n = sim->atoms->n;
        pc_atoms_n += 1;
sim->atoms->n = pc_atoms_n; }
    } else if (a == 1) {
{ int pc_atoms_n = sim->atoms->n;
        pc_atoms_n += 10;
sim->atoms->n = pc_atoms_n; }
    } else {
        do {
{ int pc_atoms_n = sim->atoms->n;
            pc_atoms_n += 100;
sim->atoms->n = pc_atoms_n; }
        } while (sim->atoms->n < 500);
    }
    switch (a) {
    case 0:
{ int pc_atoms_n = sim->atoms->n;
        pc_atoms_n += 1000;
sim->atoms->n = pc_atoms_n; }
        break;
    default:
label:
{ int pc_atoms_n = sim->atoms->n;
        pc_atoms_n *= 2;
sim->atoms->n = pc_atoms_n; }
        if (sim->atoms->n < 3000)
            goto label;
    }
    {
        {
{ int pc_atoms_n = sim->atoms->n;
            pc_atoms_n += 1;
sim->atoms->n = pc_atoms_n; }
        }
    }
}

int main(void)
{
    struct atoms atoms = {0};
    struct sim sim = {&atoms};
    for (int a = 0; a < 3; a++) {
        run(&sim, a);
        printf("%d\n", atoms.n);
    }
    return 0;
}
