// 2019: a declare of one function was replaced in the functions after it.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

static int first(struct sim *sim)
{
    int total = 0;
#pragma pointerchain declare(sim->atoms->r)
#pragma pointerchain region begin
    for (int i = 0; i < 2; i++)
        total += sim->atoms->r[i];
#pragma pointerchain region end
    return total;
}

static int second(struct sim *sim)
{
    int total = 0;
#pragma pointerchain region begin declare(sim->atoms->n)
    total = sim->atoms->n * 10 + sim->atoms->r[1];
#pragma pointerchain region end
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
