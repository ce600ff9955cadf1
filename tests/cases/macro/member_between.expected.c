// A macro's member between the chain's own: the tokens are not the chain's, the object is.
#include <stdio.h>

struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };
#define ATOMS atoms

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n = 5;
    pc_atoms_n += 1;
sim->atoms->n = pc_atoms_n; }
    printf("%d %d %d\n", a.n, b.n, sim->k);
    return 0;
}
