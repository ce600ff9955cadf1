// Where nothing is written back, even a computed goto may leave.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
    void *where = &&done;
#pragma pointerchain region begin declare(sim->atoms->n)
    printf("%d\n", sim->atoms->n);
    if (sim->atoms->n > 4)
        goto *where;
    printf("not reached\n");
#pragma pointerchain region end
done:
    return 0;
}
