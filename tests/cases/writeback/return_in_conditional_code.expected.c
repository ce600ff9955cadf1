// Ways out in active branches count, those in inactive ones are left alone.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim)
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
#ifdef __pointerchain
    if (pc_atoms_n == 6)
        { sim->atoms->n = pc_atoms_n; return 1; }
#else
    if (sim->atoms->n == 6)
        return 2;
#endif
    pc_atoms_n += 1;
sim->atoms->n = pc_atoms_n; }
    return 0;
}

int main(void)
{
    struct atoms atoms = {5};
    struct sim sim = {&atoms};
    int a = run(&sim), b = run(&sim);
    printf("%d %d %d\n", a, b, atoms.n);
    return 0;
}
