// Operands that are not evaluated.
#include <stddef.h>
#include <stdio.h>

struct atoms { double *r; char name[12]; int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2};
    struct atoms atoms = {r, "argon", 2};
    struct sim store = {&atoms}, *sim = &store;
int pc_atoms_n = sim->atoms->n; char *pc_atoms_name = sim->atoms->name; double *pc_atoms_r = sim->atoms->r;
    __typeof__(sim->atoms->n) a = pc_atoms_n;
    __typeof__(sim->atoms->name) copy = "";
    copy[0] = pc_atoms_name[0];
    printf("%d %d %d %d\n", (int)sizeof(*sim->atoms->r), (int)sizeof pc_atoms_r[0], (int)sizeof copy, a);
    printf("%d %d\n", (int)offsetof(struct sim, atoms), (int)_Alignof(__typeof__(sim->atoms->r[0])));
    printf("%s %g\n", copy, pc_atoms_r[1]);

    return 0;
}
