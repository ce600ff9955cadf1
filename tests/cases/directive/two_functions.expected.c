// Regions in several functions, one of them static inline, of one file.
// also: c++
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static inline int twice(const struct sim *sim)
{
    int total;
{ int pc_atoms_n = sim->atoms->n;
    total = pc_atoms_n + pc_atoms_n;
}
    return total;
}

static void grow(struct sim *sim)
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
sim->atoms->n = pc_atoms_n; }
}

int main(void)
{
    struct atoms atoms = {20};
    struct sim sim = {&atoms};
    grow(&sim);
    printf("%d\n", twice(&sim));
    return 0;
}
