// An empty region between two directives.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin // expected-warning[empty-region]{{no declare is visible where the region begins}}
#pragma pointerchain region end
    printf("%d\n", sim->atoms->n);
    return 0;
}
