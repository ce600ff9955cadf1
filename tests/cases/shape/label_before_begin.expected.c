// A label or a case stands right before a region whose names are used after it.
// also: c++
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim)
{
    int rounds = 0;
again:
; int pc_atoms_n = sim->atoms->n;
    rounds++;
    int last;
    last = pc_atoms_n;
    pc_atoms_n += 1;
sim->atoms->n = pc_atoms_n;
    if (last < 3)
        goto again;
    return rounds * 100 + last;
}

static int pick(struct sim *sim, int which)
{
    switch (which) {
    case 1:
{ int pc_atoms_n = sim->atoms->n;
        pc_atoms_n += 1;
        which += pc_atoms_n;
sim->atoms->n = pc_atoms_n; }
        return which;
    default:
        break;
    }
    return 0;
}

int main(void)
{
    struct atoms atoms = {0};
    struct sim sim = {&atoms};
    int a = run(&sim), b = pick(&sim, 1);
    printf("%d %d %d\n", a, b, atoms.n);
    return 0;
}
