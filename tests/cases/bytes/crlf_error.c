// Line and column of a problem in a file with CRLF and tabs.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim)
{
#pragma pointerchain declare(sim->atoms->n, sim->atoms->r) // expected-note{{declared here}}
#pragma pointerchain region begin
		sim->atoms = 0; // expected-error[prefix-assigned]:3{{'sim->atoms', a prefix of chain 'sim->atoms->n', is changed}}
    sim->atoms->n += sim->atoms
        ->r[1];
    if (sim->atoms->n > 100)
        return 1;
#pragma pointerchain region end
    return 0;
}

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim sim = {&atoms};
    int a = run(&sim);
    printf("%d %d\n", a, atoms.n);
    return 0;
}
