// Types without a name: pointers to and arrays of unnamed structs, unnamed unions by value.
#include <stdio.h>

struct atoms {
    struct { int a, b; } *pairs, fixed[2];
    union { int i; float f; } value;
    enum { LEFT, RIGHT } *sides;
};
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {0};
    __typeof__(*atoms.pairs) pairs[2] = {{1, 2}, {3, 4}};
    __typeof__(*atoms.sides) sides[2] = {LEFT, LEFT};
    struct sim store = {&atoms}, *sim = &store;
    atoms.pairs = pairs;
    atoms.sides = sides;
{ __typeof__(sim->atoms->pairs) pc_atoms_pairs = sim->atoms->pairs; __typeof__(&(sim->atoms->fixed)[0]) pc_atoms_fixed = sim->atoms->fixed; __typeof__(sim->atoms->value) pc_atoms_value = sim->atoms->value; __typeof__(sim->atoms->sides) pc_atoms_sides = sim->atoms->sides;
    pc_atoms_pairs[1].b += 10;
    pc_atoms_fixed[1].a = pc_atoms_pairs[0].a;
    pc_atoms_value.i = 42;
    pc_atoms_sides[1] = RIGHT;
sim->atoms->value = pc_atoms_value; }
    printf("%d %d %d %d\n", pairs[1].b, atoms.fixed[1].a, atoms.value.i, (int)sides[1]);
    return 0;
}
