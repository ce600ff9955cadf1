// A parameter has the global's name: the region has nothing to do with the file's declare.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static struct atoms global_atoms = {1};
static struct sim store = {&global_atoms}, *sim = &store;


static void uses_global(void)
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
sim->atoms->n = pc_atoms_n; }
}

static void uses_parameter(struct sim *sim)
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 10;
sim->atoms->n = pc_atoms_n; }
}

int main(void)
{
    struct atoms atoms = {100};
    struct sim other = {&atoms};
    uses_global();
    uses_parameter(&other);
    printf("%d %d\n", global_atoms.n, atoms.n);
    return 0;
}
