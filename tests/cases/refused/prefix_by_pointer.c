// The address of a prefix is taken and written through: what the tool can see of it, it tells.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1}, others = {2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    struct atoms **p = &sim->atoms; // expected-error[address-taken]{{'sim->atoms'}}
    *p = &others;
    printf("%d\n", sim->atoms->n);
#pragma pointerchain region end
    return 0;
}
