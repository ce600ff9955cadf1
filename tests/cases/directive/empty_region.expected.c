// An empty region between two directives.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
 // expected-warning[empty-region]{{no declare is visible where the region begins}}

    printf("%d\n", sim->atoms->n);
    return 0;
}
