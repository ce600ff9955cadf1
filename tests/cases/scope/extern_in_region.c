// A declaration in the region that names the same object again.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };
extern struct sim *sim;
static struct atoms atoms = {1};
static struct sim store = {&atoms};
struct sim *sim = &store;

int main(void)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
    {
        extern struct sim *sim;
        sim->atoms->n += 10;
    }
    sim->atoms->n += 100;
#pragma pointerchain region end
    printf("%d\n", atoms.n);
    return 0;
}
