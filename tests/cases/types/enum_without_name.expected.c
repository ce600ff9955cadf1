// The type of an anonymous enum or struct has no name; it can be hoisted all the same, or is refused with a reason.
#include <stdio.h>

struct atoms { enum { LEFT, RIGHT } side; struct { int a, b; } *pair; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {LEFT, NULL};
    struct sim store = {&atoms}, *sim = &store;
{ __typeof__(sim->atoms->side) pc_atoms_side = sim->atoms->side;
    pc_atoms_side = pc_atoms_side == LEFT ? RIGHT : LEFT;
sim->atoms->side = pc_atoms_side; }
    printf("%d\n", atoms.side == RIGHT);
    return 0;
}
