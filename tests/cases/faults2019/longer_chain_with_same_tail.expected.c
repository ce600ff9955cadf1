// 2019: 'o->sim->atoms->r' became 'o->r' when 'sim->atoms->r' was declared.
#include <stdio.h>

struct atoms { int *r; };
struct sim { struct atoms *atoms; };
struct owner { struct sim *sim; };

int main(void)
{
    int mine[1] = {5}, theirs[1] = {70};
    struct atoms a = {mine}, b = {theirs};
    struct sim s = {&a}, t = {&b};
    struct owner owner = {&t}, *o = &owner;
    struct sim *sim = &s;

{ int *__restrict pc_atoms_r = sim->atoms->r;
    pc_atoms_r[0] += o->sim->atoms->r[0];
    o->sim->atoms->r[0] -= 1;
}
    printf("%d %d\n", mine[0], theirs[0]);
    return 0;
}
