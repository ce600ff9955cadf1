// The returned expression is evaluated before the write-back, and may change the chain itself.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };
static struct atoms atoms;

static int look(int a) { return 1000 * atoms.n + a; }

static int run(struct sim *sim, int which)
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
    if (which == 0)
        { int pc_result = (pc_atoms_n++); sim->atoms->n = pc_atoms_n; return pc_result; }
    if (which == 1)
        { int pc_result = ((pc_atoms_n += 5, pc_atoms_n * 2)); sim->atoms->n = pc_atoms_n; return pc_result; }
    if (which == 2) { { int pc_result = (pc_atoms_n = 7); sim->atoms->n = pc_atoms_n; return pc_result; } }
    else if (which == 3) { int pc_result = (which + (pc_atoms_n *= 2)); sim->atoms->n = pc_atoms_n; return pc_result; }
    { sim->atoms->n = pc_atoms_n; return 42; }
}
}

int main(void)
{
    struct sim sim = {&atoms};
    for (int which = 0; which < 5; which++) {
        atoms.n = 10;
        int result = run(&sim, which);
        printf("%d %d\n", result, look(0));
    }
    return 0;
}
