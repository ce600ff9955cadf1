// A continuation may even split a word.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointer\
chain region beg\
in decl\
are(sim->ato\
ms->n)
    sim->atoms->n += 40;
#pragma pointerchain region e\
nd
    printf("%d %d\n", atoms.n, __LINE__);
    return 0;
}
