// A chain through a union, and one that ends at a member of one.
#include <stdio.h>

union value { double *d; int *i; };
struct atoms { union value value; union value *other; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int ints[2] = {1, 2};
    double doubles[2] = {1.5, 2.5};
    union value other;
    struct atoms atoms;
    struct sim store = {&atoms}, *sim = &store;
    atoms.value.i = ints;
    other.d = doubles;
    atoms.other = &other;
#pragma pointerchain declare(sim->atoms->value.i{int*}, sim->atoms->other->d{double*:restrict})
#pragma pointerchain region begin
    sim->atoms->value.i[1] += 5;
    sim->atoms->other->d[0] += sim->atoms->value.i[1];
#pragma pointerchain region end
    printf("%d %g\n", ints[1], doubles[0]);
    return 0;
}
