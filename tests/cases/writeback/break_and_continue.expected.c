// Ways out of the region by break and continue of a loop around it.
#include <stdio.h>

struct atoms { int n, odd; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {0, 0};
    struct sim store = {&atoms}, *sim = &store;
    for (int i = 0; i < 10; i++) {
{ int pc_atoms_n = sim->atoms->n; int pc_atoms_odd = sim->atoms->odd;
        pc_atoms_n += i;
        if (i % 2) {
            pc_atoms_odd++;
            { sim->atoms->n = pc_atoms_n; sim->atoms->odd = pc_atoms_odd; continue; }
        }
        if (pc_atoms_n > 20)
            { sim->atoms->n = pc_atoms_n; sim->atoms->odd = pc_atoms_odd; break; }
        pc_atoms_n += 1;
sim->atoms->n = pc_atoms_n; sim->atoms->odd = pc_atoms_odd; }
        atoms.n += 100 * (i == 0);
        atoms.n -= 100 * (i == 2);
    }
    printf("%d %d\n", atoms.n, atoms.odd);
    return 0;
}
