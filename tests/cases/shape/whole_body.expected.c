// The region is all of the function, and all of a nested block.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim) {
{ int pc_atoms_n = sim->atoms->n;
    { pc_atoms_n++; }
    ;
    { int pc_result = (pc_atoms_n); sim->atoms->n = pc_atoms_n; return pc_result; }
}
}

int main(void)
{
    struct atoms atoms = {0};
    struct sim sim = {&atoms};
    int a = run(&sim);
    printf("%d %d\n", a, atoms.n);
    return 0;
}
