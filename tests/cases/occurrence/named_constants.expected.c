// An enumerator and a macro in a subscript.
#include <stdio.h>

enum { ONE = 1 };
#define TWO 2
struct atoms { int n; };
struct sim { struct atoms *atoms[4]; };

int main(void)
{
    struct atoms a = {1}, b = {2}, c = {3};
    struct sim store = {{&a, &b, &c, &a}}, *sim = &store;
{ int pc_atoms_n = sim->atoms[ONE]->n; int pc_atoms_n_2 = sim->atoms[TWO]->n;
    pc_atoms_n += 10;
    pc_atoms_n_2 += 20;
    pc_atoms_n_2 += 100;
sim->atoms[ONE]->n = pc_atoms_n; sim->atoms[TWO]->n = pc_atoms_n_2; }
    printf("%d %d %d\n", a.n, b.n, c.n);
    return 0;
}
