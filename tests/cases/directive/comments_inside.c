// Comments inside a pragma are white space.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2, 3};
    struct sim store = {&atoms}, *sim = &store;
#pragma /* one */ pointerchain /* two */ declare /* three */ ( /* , ) */ sim-> /* four */ atoms->n /* ,five */, sim->atoms->m {/* six */int} ) // seven )
    # /* eight */ pragma pointerchain region/**/begin /* nine
   and ten */
    sim->atoms->n += sim->atoms->m;
#pragma pointerchain region end // eleven
    printf("%d %d\n", atoms.n, __LINE__);
    return 0;
}
