// A label stands right before the region's end.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int read_only(struct sim *sim, int a)
{
    int total = 0;
{ int pc_atoms_n = sim->atoms->n;
    if (a)
        goto done;
    total += pc_atoms_n;
done:
; }
    total += 1;
    return total;
}

static int changed(struct sim *sim, int a)
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
    if (a)
        goto done;
    pc_atoms_n += 10;
done:
sim->atoms->n = pc_atoms_n; }
    return sim->atoms->n;
}

int main(void)
{
    struct atoms atoms = {5};
    struct sim sim = {&atoms};
    int a = read_only(&sim, 0), b = read_only(&sim, 1), c = changed(&sim, 0), d = changed(&sim, 1);
    printf("%d %d %d %d\n", a, b, c, d);
    return 0;
}
