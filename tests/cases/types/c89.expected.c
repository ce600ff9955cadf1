/* no option line can stand here: C89 has no line comments; the default standard serves */
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

static int first(struct sim *sim)
{
    int i;

{ int pc_atoms_n = sim->atoms->n; double *__restrict pc_atoms_r = sim->atoms->r;
    for (i = 0; i < pc_atoms_n; i++)
        if (pc_atoms_r[i] > 1.5) {
            pc_atoms_n = i;
            { int pc_result = (i); sim->atoms->n = pc_atoms_n; return pc_result; }
        }
sim->atoms->n = pc_atoms_n; }
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
