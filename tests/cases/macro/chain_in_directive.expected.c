// A macro inside the directive's list is expanded there, as by the compilers in acc and omp.
#include <stdio.h>

#define WHICH 1
struct atoms { int n; };
struct sim { struct atoms *atoms[2]; };

int main(void)
{
    struct atoms a = {1}, b = {2};
    struct sim store = {{&a, &b}}, *sim = &store;

{ int pc_atoms_n = sim->atoms[WHICH]->n;
    pc_atoms_n += 1;
    pc_atoms_n += 10;
sim->atoms[WHICH]->n = pc_atoms_n; }
    printf("%d %d\n", a.n, b.n);
    return 0;
}
