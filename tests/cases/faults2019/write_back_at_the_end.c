// 2019: the write-back stood after the line that followed 'region end'.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {3};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n = 9;
#pragma pointerchain region end
    printf("%d\n",
           sim->atoms->n);
    return 0;
}
