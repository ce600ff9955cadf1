// The outer region keeps the pointer without the qualifier that the inner one asks for.
#include <stdio.h>
struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };
int main(void)
{
    double r[2] = {1, 2};
    struct atoms a = {2, r};
    struct sim store = {&a}, *sim = &store;

{ double *pc_atoms_r = sim->atoms->r; int pc_atoms_n = sim->atoms->n; // expected-note{{as it is declared here}}
    pc_atoms_r[0] += 1;
 // expected-warning[dropped-restrict]{{'restrict' of chain 'sim->atoms->r' is dropped: a region around this one keeps the local without it}}
    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_r[i] *= 2;

}
    printf("%g %g\n", r[0], r[1]);
    return 0;
}
