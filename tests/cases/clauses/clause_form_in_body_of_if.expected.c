// also: openacc
// The construct is the body of an if without braces.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

static void run(struct sim *sim, int flag)
{
    if (flag)
{ int pc_atoms_n = sim->atoms->n; double *pc_atoms_r = sim->atoms->r; _Pragma("acc parallel loop copy(pc_atoms_r[0:4])")
        for (int i = 0; i < pc_atoms_n; i++)
            pc_atoms_r[i] *= 2; }
    else
{ double *pc_atoms_r = sim->atoms->r; _Pragma("acc parallel loop copy(pc_atoms_r[0:4])")
        for (int i = 0; i < 4; i++)
            pc_atoms_r[i] += 100; }
}

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim sim = {&atoms};
    run(&sim, 1);
    run(&sim, 0);
    printf("%g %g\n", r[0], r[3]);
    return 0;
}
