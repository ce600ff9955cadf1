// Braces in branches of which only one is compiled.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n;
#ifdef NO_SUCH_MACRO
    if (sim->atoms->n > 5) {
#else
    if (pc_atoms_n > 0) {
#endif
        pc_atoms_n += 1;
    }
#if 0
    }}} {{
#endif
sim->atoms->n = pc_atoms_n; }
    printf("%d\n", atoms.n);
    return 0;
}
