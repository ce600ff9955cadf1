// 2019: a declare of one function was replaced in the functions after it.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

static int first(struct sim *sim)
{
    int total = 0;

{ int *pc_atoms_r = sim->atoms->r;
    for (int i = 0; i < 2; i++)
        total += pc_atoms_r[i];
}
    return total;
}

static int second(struct sim *sim)
{
    int total = 0;
{ int pc_atoms_n = sim->atoms->n;
    total = pc_atoms_n * 10 + sim->atoms->r[1];
}
    return total + sim->atoms->r[0];
}

int main(void)
{
    int r[2] = {3, 4}, other[2] = {30, 40};
    struct atoms a = {2, r}, b = {7, other};
    struct sim s = {&a}, t = {&b};
    printf("%d %d\n", first(&s), second(&t));
    return 0;
}
