// args: -std=c11
// Members of anonymous structs and unions are the outer struct's.
#include <stdio.h>

struct atoms {
    struct { int n; double *r; };
    union { int as_int; unsigned char bytes[4]; };
};
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2};
    struct atoms atoms = {.n = 2, .r = r, .as_int = 0};
    struct sim store = {&atoms}, *sim = &store;

{ int pc_atoms_n = sim->atoms->n; double *pc_atoms_r = sim->atoms->r; int pc_atoms_as_int = sim->atoms->as_int;
    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_r[i] *= 3;
    pc_atoms_as_int = 0x01010101;
sim->atoms->as_int = pc_atoms_as_int; }
    printf("%g %g %d\n", r[0], r[1], atoms.bytes[2]);
    return 0;
}
