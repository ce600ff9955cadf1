// A parameter has the global's name: the region has nothing to do with the file's declare.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static struct atoms global_atoms = {1};
static struct sim store = {&global_atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->n)

static void uses_global(void)
{
#pragma pointerchain region begin
    sim->atoms->n += 1;
#pragma pointerchain region end
}

static void uses_parameter(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 10;
#pragma pointerchain region end
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
