// A region that uses none of its chains is still a region. The chain is not used.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
 // expected-warning[unused-declare]{{'sim->atoms->n' is not used in any region}}

    printf("%d\n", sim->atoms != NULL);

    return 0;
}
