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
#pragma pointerchain declare(sim->atoms->r{int*:restrict})
#pragma pointerchain region begin
    sim->atoms->r[0] += o->sim->atoms->r[0];
    o->sim->atoms->r[0] -= 1;
#pragma pointerchain region end
    printf("%d %d\n", mine[0], theirs[0]);
    return 0;
}
