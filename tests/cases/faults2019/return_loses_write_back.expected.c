// 2019: 'return' in a region left it without the write-back.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int step(struct sim *sim)
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 5;
    if (pc_atoms_n > 10)
        { int pc_result = (pc_atoms_n * 2); sim->atoms->n = pc_atoms_n; return pc_result; }
    pc_atoms_n += 100;
sim->atoms->n = pc_atoms_n; }
    return 0;
}

int main(void)
{
    struct atoms atoms = {8}, few = {1};
    struct sim many = {&atoms}, other = {&few};
    int a = step(&many), b = step(&other);
    printf("%d %d %d %d\n", a, atoms.n, b, few.n);
    return 0;
}
