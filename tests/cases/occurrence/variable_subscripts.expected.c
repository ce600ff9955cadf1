// A subscript that is a variable, or an expression of some, that the region leaves alone.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms[3]; };

int main(void)
{
    struct atoms a = {1}, b = {2}, c = {3};
    struct sim store = {{&a, &b, &c}}, *sim = &store;
    for (int i = 0; i < 2; i++) {
{ int pc_atoms_n = sim->atoms[i]->n; int pc_atoms_n_2 = sim->atoms[i+1]->n;
        pc_atoms_n += pc_atoms_n_2;
        pc_atoms_n_2 *= 10;
sim->atoms[i]->n = pc_atoms_n; sim->atoms[i+1]->n = pc_atoms_n_2; }
    }
    printf("%d %d %d\n", a.n, b.n, c.n);
    return 0;
}
