// __typeof__ of a chain whose local is restrict and const.
#include <stdio.h>

struct atoms { double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[3] = {1, 2, 3};
    struct atoms atoms = {r};
    struct sim store = {&atoms}, *sim = &store;
    double total = 0;
{ double *__restrict const pc_atoms_r = sim->atoms->r;
    __typeof__(sim->atoms->r) p;
    for (p = pc_atoms_r; p < pc_atoms_r + 3; p++)
        total += *p;
    __typeof__(sim->atoms->r[0]) last = pc_atoms_r[2];
    last += 1;
    total += last;
}
    printf("%g\n", total);
    return 0;
}
