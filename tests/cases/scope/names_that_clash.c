// The file already uses the names that the locals would get.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };
#define pc_sim_atoms 1000
enum { pc_atoms = 7, pc_n = 9 };

static int pc_sim_atoms_n(void) { return 5; }

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
    int pc_atoms_n = 3;
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += pc_atoms_n + pc_sim_atoms_n() + pc_sim_atoms + pc_atoms + pc_n;
#pragma pointerchain region end
    printf("%d %d\n", atoms.n, pc_atoms_n);
    return 0;
}
