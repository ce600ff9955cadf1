// Ways out from within an expression.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim, int a)
{
    int x;
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
    x = a ? ({ if (a > 1) { int pc_result = (pc_atoms_n); sim->atoms->n = pc_atoms_n; return pc_result; } a; }) : 7;
    pc_atoms_n += x;
sim->atoms->n = pc_atoms_n; }
    return -1;
}

int main(void)
{
    struct atoms atoms = {1};
    struct sim sim = {&atoms};
    for (int a = 0; a < 3; a++) {
        int x = run(&sim, a);
        printf("%d %d\n", x, atoms.n);
    }
    return 0;
}
