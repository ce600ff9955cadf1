// CRLF line ends are kept.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim)
{


{ int pc_atoms_n = sim->atoms->n; int *__restrict pc_atoms_r = sim->atoms->r;
    pc_atoms_n += pc_atoms_r
[1];
    if (pc_atoms_n > 100)
        { sim->atoms->n = pc_atoms_n; return 1; }
sim->atoms->n = pc_atoms_n; }
    return 0;
}

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim sim = {&atoms};
    int a = run(&sim);
    printf("%d %d\n", a, atoms.n);
    return 0;
}
