// The chain's subscript is taken over in the region's own block, and where a way out stands.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms[3]; };

int main(void)
{
    struct atoms a = {1}, b = {10}, c = {100};
    struct sim store = {{&a, &b, &c}}, *sim = &store;
    for (int k = 0, i = 1; k < 3; k++) {
{ int pc_atoms_n = sim->atoms[i]->n; __typeof__(pc_atoms_n) *pc_atoms_n_home = &sim->atoms[i]->n; // expected-note{{declared here}}
        pc_atoms_n += 1;
        for (int i = 0; i < 3; i += 2)
            if (k == 1 && i == 2)
                { *pc_atoms_n_home = pc_atoms_n; goto next; }
        int i = 2;
        sim->atoms[i]->n += 5; // expected-warning[aliased-write]{{'sim->atoms[i]->n'}}
*pc_atoms_n_home = pc_atoms_n; }
next:
        ;
    }
    printf("%d %d %d\n", a.n, b.n, c.n);
    return 0;
}
