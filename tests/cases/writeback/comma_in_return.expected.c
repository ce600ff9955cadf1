// The value of a 'return' may be a comma expression, in a macro's argument only in parentheses.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

#define WHEN(condition, statement) \
    do {                           \
        if (condition) statement;  \
    } while (0)

static int pick(struct sim *sim, int which)
{
    int calls = 0;
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
    if (which == 1)
        { int pc_result = (calls++, pc_atoms_n + (calls++, 1)); sim->atoms->n = pc_atoms_n; return pc_result; }
    WHEN(which == 2, { int pc_result = ((calls++, calls + 7)); sim->atoms->n = pc_atoms_n; return pc_result; });
    WHEN(which == 3, { int pc_result = (pc_atoms_n); sim->atoms->n = pc_atoms_n; return pc_result; });
sim->atoms->n = pc_atoms_n; }
    return calls;
}

int main(void)
{
    struct atoms atoms = {1};
    struct sim sim = {&atoms};
    for (int which = 0; which < 4; which++)
        printf("%d\n", pick(&sim, which));
    printf("%d\n", atoms.n);
    return 0;
}
