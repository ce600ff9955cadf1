#include "no_such_header.h" // expected-error[source-error]{{no_such_header.h}}
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
#pragma pointerchain region end
    return 0;
}
