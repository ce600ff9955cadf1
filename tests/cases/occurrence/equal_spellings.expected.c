// (*p).f, parentheses, white space, comments, line ends: one path, one local.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
    pc_atoms_n += 2;
    pc_atoms_n += 4;
    (pc_atoms_n) += 8;
    pc_atoms_n += 16;
    pc_atoms_n

 += 32;
    pc_atoms_n+=64;
    pc_atoms_n += 128;
sim->atoms->n = pc_atoms_n; }
    printf("%d\n", atoms.n);
    return 0;
}
