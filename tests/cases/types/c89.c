/* no option line can stand here: C89 has no line comments; the default standard serves */
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

static int first(struct sim *sim)
{
    int i;
#pragma pointerchain declare(sim->atoms->n, sim->atoms->r{double*:restrict})
#pragma pointerchain region begin
    for (i = 0; i < sim->atoms->n; i++)
        if (sim->atoms->r[i] > 1.5) {
            sim->atoms->n = i;
            return i;
        }
#pragma pointerchain region end
    return -1;
}

int main(void)
{
    double r[2];
    struct atoms atoms;
    struct sim sim;
    r[0] = 1; r[1] = 2;
    atoms.n = 2;
    atoms.r = r;
    sim.atoms = &atoms;
    printf("%d", first(&sim));
    printf(" %d\n", atoms.n);
    return 0;
}
