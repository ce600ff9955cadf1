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
#pragma pointerchain declare(sim->atoms->n, sim->atoms->r, sim->atoms->as_int)
#pragma pointerchain region begin
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->r[i] *= 3;
    sim->atoms->as_int = 0x01010101;
#pragma pointerchain region end
    printf("%g %g %d\n", r[0], r[1], atoms.bytes[2]);
    return 0;
}
