// A chain is evaluated where its region begins: its root may be declared after the declare.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };
#pragma pointerchain declare(sim->atoms->n)

static void grow(struct sim *sim)
{
#pragma pointerchain region begin
    sim->atoms->n += 1;
#pragma pointerchain region end
}

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms};
#pragma pointerchain declare(s->atoms->n)
    struct sim *s = &store;
    grow(s);
#pragma pointerchain region begin
    s->atoms->n += 10;
#pragma pointerchain region end
    printf("%d\n", atoms.n);
    return 0;
}
