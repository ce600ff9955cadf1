// _Pragma may stand on a line with code.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
    int a = 1; _Pragma("pointerchain region begin declare(sim->atoms->n)") sim->atoms->n += a; _Pragma ( "pointerchain region end" ) a += sim->atoms->n;
    printf("%d %d\n", a, atoms.n);
    return 0;
}
