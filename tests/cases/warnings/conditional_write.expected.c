// What is changed under a condition is written back in any case, which an object for reading alone does not bear.
#include <stdio.h>

struct atoms { int n, m; };
struct other { int n; };
struct sim { struct atoms *atoms; struct other *other; int k; };
static const struct atoms none = {0, 1};

static int all(struct sim *sim, int c)
{
    int sum = none.n;
{ int pc_atoms_n = sim->atoms->n; int pc_other_n = sim->other->n; int pc_atoms_m = sim->atoms->m; // expected-note{{declared here}}
    for (int i = 0; i < c; i++) {
        if (c > 5)
            pc_atoms_n = i; // expected-warning[conditional-write]:13{{chain 'sim->atoms->n' is changed under a condition and written back in any case: an object such as 'none', which is const, may not be written}}
        pc_other_n += 1;
    }
    pc_atoms_m = 3;
    if (c)
        pc_atoms_m = 4;
    sum += pc_atoms_n;
sim->atoms->n = pc_atoms_n; sim->other->n = pc_other_n; sim->atoms->m = pc_atoms_m; }
    if (c) {
{ int pc_atoms_n = sim->atoms->n;
        pc_atoms_n = 1;
sim->atoms->n = pc_atoms_n; }
    }
{ int pc_atoms_n = sim->atoms->n; // expected-note{{declared here}}
    sum += c && pc_atoms_n++; // expected-warning[conditional-write]{{is changed under a condition}}
    do
        sim->k++;
    while (sim->k < c);
sim->atoms->n = pc_atoms_n; }
    return sum;
}

int main(void)
{
    struct atoms atoms = {1, 2};
    struct other other = {1};
    struct sim sim = {&atoms, &other, 3};
    int r = all(&sim, 1);
    printf("%d %d\n", r, atoms.m);
    return 0;
}
