// A prefix, a copy of the root's object by address, and a function pointer's call.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

static void clear(struct atoms *atoms) { __asm__ volatile(""); if (!atoms) puts("none"); }

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
    void (*call)(struct atoms *) = clear;
    int total = 0;
{ int *pc_atoms_r = sim->atoms->r; // expected-note{{declared here}} expected-note{{declared here}}
    total += pc_atoms_r[0];
    clear(sim->atoms); // expected-warning[aliased-call]:11{{sim->atoms}}
    call(sim->atoms); // expected-warning[aliased-call]{{sim->atoms}}
    total += pc_atoms_r[1];
}
    printf("%d\n", total);
    return 0;
}
