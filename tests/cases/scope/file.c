// A declare at file scope is for all functions that follow.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

static struct sim store, *sim = &store;
#pragma pointerchain declare(sim->atoms->n{int}, sim->atoms->r{int*:restrict})

static int sum(void)
{
    int total = 0;
#pragma pointerchain region begin
    for (int i = 0; i < sim->atoms->n; i++)
        total += sim->atoms->r[i];
#pragma pointerchain region end
    return total;
}

static void grow(void)
{
#pragma pointerchain region begin
    sim->atoms->n++;
#pragma pointerchain region end
}

int main(void)
{
    int r[4] = {1, 20, 300, 4000};
    struct atoms atoms = {2, r};
    store.atoms = &atoms;
    printf("%d\n", sum());
    grow();
    printf("%d\n", sum());
    return 0;
}
