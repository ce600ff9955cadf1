// 2019: lines moved, and with them every compiler message.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {3, 4};
    struct sim store = {&atoms}, *sim = &store;
    printf("%d\n", __LINE__);
#pragma pointerchain declare(sim->atoms->n, \
                             sim->atoms->m)
    printf("%d\n", __LINE__);
#pragma pointerchain region begin
    sim->atoms->n += sim->atoms->m;
    printf("%d\n", __LINE__);
#pragma pointerchain region end
    printf("%d %d\n", __LINE__, atoms.n);
    return 0;
}
