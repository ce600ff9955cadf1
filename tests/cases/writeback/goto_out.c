// goto to a label behind or before the region; a goto inside it is no way out.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {0};
    struct sim store = {&atoms}, *sim = &store;
    int round = 0;
again:
    round++;
    {
#pragma pointerchain region begin declare(sim->atoms->n)
        sim->atoms->n += 1;
        if (round < 3)
            goto again;
        if (round == 3)
            goto inside;
        sim->atoms->n += 1000;
inside:
        sim->atoms->n += 10;
        for (int i = 0; i < 3; i++)
            if (i == 1) goto done;
        sim->atoms->n += 10000;
#pragma pointerchain region end
    }
done:
    printf("%d %d\n", round, sim->atoms->n);
    return 0;
}
