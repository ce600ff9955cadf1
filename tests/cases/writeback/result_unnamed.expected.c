// A function returns a struct that has no name, on a way out of a region that writes back.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static struct { int x; } zero;

static __typeof__(zero) made(int x)
{
    zero.x = x;
    return zero;
}

static __typeof__(zero) count(struct sim *sim)
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n++;
    if (pc_atoms_n > 2) { __auto_type pc_result = (made(pc_atoms_n)); sim->atoms->n = pc_atoms_n; return pc_result; }
sim->atoms->n = pc_atoms_n; }
    return zero;
}

int main(void)
{
    struct atoms atoms = {1};
    struct sim sim = {&atoms};
    int one = count(&sim).x, two = count(&sim).x;
    printf("%d %d %d\n", one, two, atoms.n);
    return 0;
}
