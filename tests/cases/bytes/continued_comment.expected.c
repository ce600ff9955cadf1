// args: -Wno-comment
// A line comment goes on behind a backslash: the pragma is a part of it. \
#pragma pointerchain region begin declare(nothing->at->all
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1; // sim->atoms->n \
    sim->atoms->n = 100;
    pc_atoms_n += 2;
sim->atoms->n = pc_atoms_n; }
    printf("%d\n", atoms.n);
    return 0;
}
