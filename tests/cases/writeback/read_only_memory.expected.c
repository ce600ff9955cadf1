// A scalar that is only read is not written back: the string of bytes lives in read-only memory.
#include <stdio.h>

struct atoms { int n; const char *name; double *r; };
struct sim { struct atoms *atoms; };

static double r[2] = {1, 2};
static const struct atoms fixed = {2, "argon", r};

int main(void)
{
    struct sim store, *sim = &store;
    store.atoms = (struct atoms *)&fixed;
    double total = 0;
{ int pc_atoms_n = sim->atoms->n; double *pc_atoms_r = sim->atoms->r; const char *pc_atoms_name = sim->atoms->name;
    for (int i = 0; i < pc_atoms_n; i++)
        total += pc_atoms_r[i];
    pc_atoms_r[0] = total;
    printf("%s\n", pc_atoms_name);
}
    printf("%g %g\n", total, r[0]);
    return 0;
}
