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

{ int *pc_atoms_value_i = sim->atoms->value.i; double *__restrict pc_atoms_other_d = sim->atoms->other->d;
    pc_atoms_value_i[1] += 5;
    pc_atoms_other_d[0] += pc_atoms_value_i[1];
}
    printf("%d %g\n", ints[1], doubles[0]);
    return 0;
}
