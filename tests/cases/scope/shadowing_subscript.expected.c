// A loop variable that shadows the chain's subscript makes another chain, which may be the same object's.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms[3]; };

int main(void)
{
    struct atoms a = {1}, b = {2}, c = {3};
    struct sim store = {{&a, &b, &c}}, *sim = &store;
    int i = 1;
{ int pc_atoms_n = sim->atoms[i]->n; __typeof__(pc_atoms_n) *pc_atoms_n_home = &sim->atoms[i]->n; // expected-note{{declared here}}
    pc_atoms_n += 10;
    for (int i = 0; i < 3; i += 2)
        sim->atoms[i]->n += 100; // expected-warning[aliased-write]{{'sim->atoms[i]->n'}}
*pc_atoms_n_home = pc_atoms_n; }
    printf("%d %d %d %d\n", a.n, b.n, c.n, i);
    return 0;
}
