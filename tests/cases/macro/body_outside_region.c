// A macro whose body holds the chain is free outside the region, and free of other roots inside it.
#include <stdio.h>

#define COUNT sim->atoms->n
#define COUNT_OF(s) ((s)->atoms->n)
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5}, others = {50};
    struct sim store = {&atoms}, *sim = &store, other = {&others};
    COUNT = 6;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    sim->atoms->n += COUNT_OF(&other); // expected-warning[aliased-read]{{COUNT_OF(&other)}}
#pragma pointerchain region end
    printf("%d\n", COUNT);
    return 0;
}
