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
#pragma pointerchain region begin declare(sim->atoms->r, sim->atoms->name, sim->atoms->n)
    __typeof__(sim->atoms->n) a = sim->atoms->n;
    __typeof__(sim->atoms->name) copy = "";
    copy[0] = sim->atoms->name[0];
    printf("%d %d %d %d\n", (int)sizeof(*sim->atoms->r), (int)sizeof sim->atoms->r[0], (int)sizeof copy, a);
    printf("%d %d\n", (int)offsetof(struct sim, atoms), (int)_Alignof(__typeof__(sim->atoms->r[0])));
    printf("%s %g\n", copy, sim->atoms->r[1]);
#pragma pointerchain region end
    return 0;
}
