// A declare at file scope is for all functions that follow.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

static struct sim store, *sim = &store;


static int sum(void)
{
    int total = 0;
{ int pc_atoms_n = sim->atoms->n; int *__restrict pc_atoms_r = sim->atoms->r;
    for (int i = 0; i < pc_atoms_n; i++)
        total += pc_atoms_r[i];
}
    return total;
}

static void grow(void)
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n++;
sim->atoms->n = pc_atoms_n; }
}

int main(void)
{
    int r[4] = {1, 20, 300, 4000};
    struct atoms atoms = {2, r};
    store.atoms = &atoms;
    printf("%d\n", sum());
    grow();
    printf("%d\n", sum());
    return 0;
}
