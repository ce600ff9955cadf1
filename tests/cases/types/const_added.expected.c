// A given type may promise not to write what the member lets one write.
#include <stdio.h>
struct atoms { double *r; int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2}, total = 0;
    struct atoms atoms = {r, 2};
    struct sim store = {&atoms}, *sim = &store;

{ const int pc_atoms_n = sim->atoms->n; const double *__restrict const pc_atoms_r = sim->atoms->r;
    for (int i = 0; i < pc_atoms_n; i++)
        total += pc_atoms_r[i];
}
    printf("%g\n", total);
    return 0;
}
