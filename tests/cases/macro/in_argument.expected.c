// A chain spelled in a macro's argument is rewritten there.
#include <stdio.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define TWICE(x) ((x) + (x))
#define SET(x, v) ((x) = (v))
#define ID(x) x
struct atoms { int n, m; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {4, 9};
    struct atoms atoms = {5, 7, r};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; int pc_atoms_m = sim->atoms->m; int *pc_atoms_r = sim->atoms->r;
    int a = MAX(pc_atoms_n, 3);
    int b = TWICE(MAX(pc_atoms_m, ID(pc_atoms_r[1])));
    SET(pc_atoms_n, TWICE(a));
    printf("%d %d %d\n", a, b, MAX(ID(pc_atoms_n), 1));
sim->atoms->n = pc_atoms_n; }
    printf("%d %d\n", atoms.n, atoms.m);
    return 0;
}
