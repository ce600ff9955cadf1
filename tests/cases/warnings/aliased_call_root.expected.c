// The root goes to a function that could change the hoisted value.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

void resize(struct sim *sim);
void resize(struct sim *sim) { __asm__ volatile(""); (void)sim; }

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
    int total = 0;
{ int pc_atoms_n = sim->atoms->n; // expected-note{{declared here}}
    total += pc_atoms_n;
    resize(sim); // expected-warning[aliased-call]{{sim}}
    total += pc_atoms_n;
}
    printf("%d\n", total);
    return 0;
}
