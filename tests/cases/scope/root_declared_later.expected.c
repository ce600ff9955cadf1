// A chain is evaluated where its region begins: its root may be declared after the declare.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };


static void grow(struct sim *sim)
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
sim->atoms->n = pc_atoms_n; }
}

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms};

    struct sim *s = &store;
    grow(s);
{ int pc_atoms_n = s->atoms->n;
    pc_atoms_n += 10;
s->atoms->n = pc_atoms_n; }
    printf("%d\n", atoms.n);
    return 0;
}
