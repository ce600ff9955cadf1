// A variable that shadows the root inside the region is another variable.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1}, inner = {50};
    struct sim store = {&atoms}, other = {&inner}, *s = &store;
{ int pc_atoms_n = s->atoms->n; __typeof__(pc_atoms_n) *pc_atoms_n_home = &s->atoms->n; // expected-note{{declared here}} expected-note{{declared here}}
    pc_atoms_n += 1;
    {
        struct sim *s = &other;
        s->atoms->n += 1; // expected-warning[aliased-write]{{'s->atoms->n' writes member 'n' of chain 's->atoms->n' through another 's'}}
    }
    for (struct sim *s = &other; s; s = NULL)
        s->atoms->n += 10; // expected-warning[aliased-write]{{'s->atoms->n' writes member 'n' of chain 's->atoms->n' through another 's'}}
    pc_atoms_n += 100;
*pc_atoms_n_home = pc_atoms_n; }
    printf("%d %d\n", atoms.n, inner.n);
    return 0;
}
