// Ordinary code in which nothing that a region wrote is lost: no warning; and what a reduction writes is lost.
// compilers: gcc
#include <stdio.h>

struct sim { int n; double time; double *x; };
#pragma pointerchain shape(struct sim: x[n])

static void other_names(struct sim *sim, struct sim *other)
{
    int n = 0;
    double time[2];
#pragma pointerchain deepcopy region begin(sim)
#pragma pointerchain region begin declare(sim->n, sim->time)
    for (n = 0; n < sim->n; n++)
        time[n % 2] = sim->time;
    time[0] = time[1] = sim->n == 1;
#pragma pointerchain region end
    other->n = n, other->time += time[0];
#pragma pointerchain deepcopy region end
}

static void branches(struct sim *sim, int where)
{
    if (where) {
#pragma pointerchain region begin declare(sim->n)
        sim->n++;
#pragma pointerchain region end
    } else {
#pragma pointerchain deepcopy exit(sim)
    }
    switch (where) {
    case 1: {
#pragma pointerchain region begin declare(sim->n)
        sim->n--;
#pragma pointerchain region end
        break;
    }
    default:
        break;
    }
    if (where == 3) {
#pragma pointerchain region begin declare(sim->n)
        sim->n += 1;
#pragma pointerchain region end
        return;
    }
#pragma pointerchain deepcopy enter(sim)
#pragma pointerchain deepcopy exit(sim)
}

static void reduced(struct sim *sim)
{
#pragma pointerchain deepcopy enter(sim)
#pragma pointerchain region begin declare(sim->time, sim->n)
#pragma omp parallel for reduction(max : sim->time)
    for (int i = 0; i < sim->n; i++)
        if (i > sim->time) sim->time = i;
#pragma pointerchain region end
#pragma pointerchain deepcopy exit(sim) // expected-warning[aliased-call]:36{{'deepcopy exit' of 'sim' copies the device's 'sim->time' over what the region wrote}}
// expected-note@-6:43{{chain 'sim->time' is declared here}}
}

int main(void)
{
    double x[2] = {0};
    struct sim sim = {2, 1, x}, other = sim;
#pragma pointerchain deepcopy enter(sim)
    branches(&sim, 0);
    branches(&sim, 3);
    reduced(&sim);
    other_names(&sim, &other);
    printf("%d %g\n", sim.n, other.time);
    return 0;
}
