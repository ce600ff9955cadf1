// A pointer to 'void' that was made from a link is cast back where it is followed.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5, 6};
    struct sim store = {&atoms}, *sim = &store;
    void *handle = sim->atoms;
    int sum = 0;
{ int pc_atoms_m = sim->atoms->m; // expected-note{{declared here}} expected-note{{declared here}}
    sum += pc_atoms_m;
    ((int *)handle)[0] += 3; // expected-warning[aliased-write]{{'((int *)handle)[0]' writes member 'm' of chain 'sim->atoms->m' by another path}}
    *(int *)handle += 3; // expected-warning[aliased-write]{{'*(int *)handle' writes member 'm' of chain 'sim->atoms->m' by another path}}
}
    printf("%d %d\n", sum, atoms.n);
    return 0;
}
