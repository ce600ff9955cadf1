// Pragmas of others, and identifiers that look like ours, are left alone.
#include <stdio.h>
#pragma pack(push, 1)
struct atoms { char c; int n; };
#pragma pack(pop)
struct sim { struct atoms *atoms; };
#pragma GCC diagnostic push
#pragma STDC FP_CONTRACT OFF
#pragma other_tool region begin
#pragma GCC diagnostic pop

int main(void)
{
    int pointerchain = 1, region = 2, begin = 3, declare = 4;
    struct atoms atoms = {'c', 2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += pointerchain + region + begin + declare;
#pragma pointerchain region end
    printf("%d %d\n", sim->atoms->n, (int)sizeof(struct atoms));
    return 0;
}
