// Occurrences in initializers, designators, compound literals, for headers and switch conditions.
#include <stdio.h>

struct vec { int x, y; };
struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

static int sum(struct vec v) { return v.x + v.y; }

int main(void)
{
    int r[3] = {1, 2, 3};
    struct atoms atoms = {3, r};
    struct sim store = {&atoms}, *sim = &store;
    int total = 0;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->r)
    int array[] = {sim->atoms->n, [2] = sim->atoms->r[1]};
    struct vec v = {.x = sim->atoms->n, .y = array[2]};
    total += sum((struct vec){sim->atoms->n, v.y}) + sum(v);
    for (int i = sim->atoms->n - 1; i >= sim->atoms->n - 2; i -= sim->atoms->r[0])
        total += i;
    switch (sim->atoms->n) {
    case 3: total += 100; break;
    default: total = 0;
    }
    do { total += sim->atoms->r[1]; } while (total % sim->atoms->n);
    total = sim->atoms->n > 2 ? total + sim->atoms->n : sim->atoms->r[0], total++;
#pragma pointerchain region end
    printf("%d\n", total);
    return 0;
}
