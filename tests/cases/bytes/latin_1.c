// args: -Wno-invalid-source-encoding
// Latin-1: Größe, µm, in comments and strings.
#include <stdio.h>

struct atoms { int n; }; /* über */
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n) /* äöü */
    /* ÿþ */ sim->atoms->n += 1; printf("%d å\n", sim->atoms->n); //  
#pragma pointerchain region end
    printf("%d\n", atoms.n);
    return 0;
}
