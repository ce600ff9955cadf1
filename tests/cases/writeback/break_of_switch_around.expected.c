// The region stands in a case; break leaves it, continue leaves the loop around too.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {0};
    struct sim store = {&atoms}, *sim = &store;
    for (int i = 0; i < 4; i++) {
        switch (i) {
        case 1: {
{ int pc_atoms_n = sim->atoms->n;
            pc_atoms_n += 10;
            if (pc_atoms_n > 5)
                { sim->atoms->n = pc_atoms_n; break; }
            pc_atoms_n += 1000;
sim->atoms->n = pc_atoms_n; }
            atoms.n += 10000;
            break;
        }
        case 2: {
{ int pc_atoms_n = sim->atoms->n;
            pc_atoms_n += 20;
            switch (pc_atoms_n) {
            case 31: { sim->atoms->n = pc_atoms_n; continue; }
            default: break;
            }
            pc_atoms_n += 2000;
sim->atoms->n = pc_atoms_n; }
            break;
        }
        default:
            atoms.n += 1;
        }
        atoms.n += 100000;
    }
    printf("%d\n", atoms.n);
    return 0;
}
