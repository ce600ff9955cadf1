// Spellings that look wrong and are right.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare((sim->atoms)->n, (*(*sim).atoms).r {int(*)})
#pragma pointerchain region begin
    sim->atoms->r[sim->atoms->n - 1] += 1;
#pragma pointerchain region end
    printf("%d %d\n", r[0], r[1]);
    return 0;
}
