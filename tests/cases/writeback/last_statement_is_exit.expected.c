// The region ends with a way out: nothing can follow it.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int by_return(struct sim *sim)
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
    { int pc_result = (pc_atoms_n); sim->atoms->n = pc_atoms_n; return pc_result; }
}
}

static void by_if(struct sim *sim, int a)
{
    for (;;) {
{ int pc_atoms_n = sim->atoms->n;
        pc_atoms_n += 10;
        if (a)
            { sim->atoms->n = pc_atoms_n; break; }
        else
            { sim->atoms->n = pc_atoms_n; return; }
sim->atoms->n = pc_atoms_n; }
    }
    sim->atoms->n += 100;
}

static int by_goto(struct sim *sim)
{
    int rounds = 0;
again:
    if (rounds++ < 2) {
{ int pc_atoms_n = sim->atoms->n;
        pc_atoms_n += 1000;
        { sim->atoms->n = pc_atoms_n; goto again; }
}
    }
    return rounds;
}

int main(void)
{
    struct atoms atoms = {0};
    struct sim sim = {&atoms};
    int a = by_return(&sim);
    by_if(&sim, 0);
    by_if(&sim, 1);
    int b = by_goto(&sim);
    printf("%d %d %d\n", a, b, atoms.n);
    return 0;
}
