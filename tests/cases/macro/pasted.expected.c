// A chain whose member name a macro pastes together.
#include <stdio.h>
#define MEMBER(s, name) (s)->atoms->n_##name
struct atoms { int n_a; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n_a = sim->atoms->n_a;
    pc_atoms_n_a += 1;
sim->atoms->n_a = pc_atoms_n_a; }
    printf("%d\n", atoms.n_a);
    return 0;
}
