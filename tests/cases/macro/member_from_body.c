// Root from the argument, members from the body.
#include <stdio.h>
#define COUNT(s) ((s)->atoms->n)
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
    int a = 0;
#pragma pointerchain region begin declare(sim->atoms->n)
    a = COUNT(sim);
#pragma pointerchain region end
    printf("%d\n", a);
    return 0;
}
