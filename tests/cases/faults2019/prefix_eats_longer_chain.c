// 2019: with 'sim->atoms' declared too, 'sim->atoms->r' was cut in half.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[3] = {1, 2, 3}, total = 0;
    struct atoms atoms = {3, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms{struct atoms*}, sim->atoms->r{int*})
#pragma pointerchain region begin
    for (int i = 0; i < sim->atoms->n; i++)
        total += sim->atoms->r[i];
#pragma pointerchain region end
    printf("%d\n", total);
    return 0;
}
