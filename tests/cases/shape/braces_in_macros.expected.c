// Blocks that macros open and close.
#include <stdio.h>

#define LOOP(i, n) for (int i = 0; i < (n); i++) {
#define ENDLOOP }
#define BOTH(x) { x }
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
    LOOP(i, 3)
{ int pc_atoms_n = sim->atoms->n;
        pc_atoms_n += i;
        LOOP(j, 2)
            BOTH(pc_atoms_n += j;)
        ENDLOOP
        if (pc_atoms_n > 3)
            { sim->atoms->n = pc_atoms_n; break; }
sim->atoms->n = pc_atoms_n; }
    ENDLOOP
    printf("%d\n", atoms.n);
    return 0;
}
