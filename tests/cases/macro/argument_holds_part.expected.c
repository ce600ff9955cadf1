// The argument holds a longer expression, or the whole statement.
#include <stdio.h>

#define DO(statement) do { statement; } while (0)
#define EACH(i, n) for (int i = 0; i < (n); i++)
struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {4, 9};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; int *pc_atoms_r = sim->atoms->r;
    EACH(i, pc_atoms_n)
        DO(pc_atoms_r[i] += pc_atoms_n);
    DO(if (pc_atoms_n > 1) pc_atoms_n = 7);
sim->atoms->n = pc_atoms_n; }
    printf("%d %d %d\n", atoms.n, r[0], r[1]);
    return 0;
}
