// if, else, loop and label bodies without braces around the way out.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim, int a)
{
    int i;
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n++;
    if (a == 0) { sim->atoms->n = pc_atoms_n; return 1; } else if (a == 1) { int pc_result = (pc_atoms_n); sim->atoms->n = pc_atoms_n; return pc_result; } else pc_atoms_n++;
    if (a == 2)
        if (pc_atoms_n > 0)
            { sim->atoms->n = pc_atoms_n; return 3; }
        else
            { sim->atoms->n = pc_atoms_n; return 4; }
    else
        while (a == 3)
            { sim->atoms->n = pc_atoms_n; return 5; }
    for (i = 0; i < a; i++)
        if (i == 4) { sim->atoms->n = pc_atoms_n; return 6; }
    switch (a) case 4: { sim->atoms->n = pc_atoms_n; return 7; }
    do { sim->atoms->n = pc_atoms_n; return 8; } while (0);
sim->atoms->n = pc_atoms_n; }
}

int main(void)
{
    struct atoms atoms = {0};
    struct sim sim = {&atoms};
    for (int a = 0; a < 6; a++) {
        int result = run(&sim, a);
        printf("%d %d\n", result, atoms.n);
    }
    return 0;
}
