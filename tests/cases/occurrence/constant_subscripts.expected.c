// Equal constants are equal however they are spelled; unequal ones make other chains.
#include <stdio.h>

enum { ONE = 1 };
#define FIRST 1
struct atoms { int n; };
struct sim { struct atoms *atoms[4]; };

int main(void)
{
    struct atoms a = {1}, b = {2}, c = {3};
    struct sim store = {{&a, &b, &c, &a}}, *sim = &store;
{ int pc_atoms_1_n = sim->atoms[1]->n;
    pc_atoms_1_n += 10;
    pc_atoms_1_n += 100;
    pc_atoms_1_n += 1000;
    pc_atoms_1_n += 10000;
    pc_atoms_1_n += 100000;
    sim->atoms[2]->n += 5;
    sim->atoms[0]->n += 7;
sim->atoms[1]->n = pc_atoms_1_n; }
    printf("%d %d %d %d\n", a.n, b.n, c.n, ONE + FIRST);
    return 0;
}
