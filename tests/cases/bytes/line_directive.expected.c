// #line changes what the compiler calls the lines, not where the bytes are.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
#line 1000 "other.y"
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
    printf("%d %s %d\n", __LINE__, __FILE__, pc_atoms_n);
#line 2
sim->atoms->n = pc_atoms_n; }
    printf("%d %d\n", __LINE__, atoms.n);
    return 0;
}
