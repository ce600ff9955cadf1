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
#pragma pointerchain region begin declare(sim->atoms->pairs, sim->atoms->fixed, sim->atoms->value, sim->atoms->sides)
    sim->atoms->pairs[1].b += 10;
    sim->atoms->fixed[1].a = sim->atoms->pairs[0].a;
    sim->atoms->value.i = 42;
    sim->atoms->sides[1] = RIGHT;
#pragma pointerchain region end
    printf("%d %d %d %d\n", pairs[1].b, atoms.fixed[1].a, atoms.value.i, (int)sides[1]);
    return 0;
}
