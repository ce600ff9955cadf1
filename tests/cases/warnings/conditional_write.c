// What is changed under a condition is written back in any case, which an object for reading alone does not bear.
#include <stdio.h>

struct atoms { int n, m; };
struct other { int n; };
struct sim { struct atoms *atoms; struct other *other; int k; };
static const struct atoms none = {0, 1};

static int all(struct sim *sim, int c)
{
    int sum = none.n;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->m, sim->other->n) // expected-note{{declared here}}
    for (int i = 0; i < c; i++) {
        if (c > 5)
            sim->atoms->n = i; // expected-warning[conditional-write]:13{{chain 'sim->atoms->n' is changed under a condition and written back in any case: an object such as 'none', which is const, may not be written}}
        sim->other->n += 1;
    }
    sim->atoms->m = 3;
    if (c)
        sim->atoms->m = 4;
    sum += sim->atoms->n;
#pragma pointerchain region end
    if (c) {
#pragma pointerchain region begin declare(sim->atoms->n)
        sim->atoms->n = 1;
#pragma pointerchain region end
    }
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    sum += c && sim->atoms->n++; // expected-warning[conditional-write]{{is changed under a condition}}
    do
        sim->k++;
    while (sim->k < c);
#pragma pointerchain region end
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
