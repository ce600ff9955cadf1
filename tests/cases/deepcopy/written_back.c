// What a region has written to the host and a deep copy around it brings back from the device.
// compilers: gcc
#include <stdio.h>

struct atoms { int n; double top; double *x; };
struct sim { struct atoms *atoms; double time; };
#pragma pointerchain shape(atoms: x[n])
#pragma pointerchain shape(sim: atoms[1])

static void lost(struct sim *sim)
{
#pragma pointerchain deepcopy region begin(sim)
#pragma pointerchain region begin declare(sim->time, sim->atoms->n)
    sim->time += sim->atoms->n;
#pragma pointerchain region end
#pragma pointerchain deepcopy region end // expected-warning[aliased-call]:31{{'deepcopy region end' of 'sim' copies the device's 'sim->time' over what the region wrote}}
// expected-note@-4:43{{chain 'sim->time' is declared here}}
}

static void lost_before(struct sim *sim)
{
#pragma pointerchain deepcopy enter(sim)
#pragma pointerchain region begin declare(sim->atoms->top, sim->atoms->n)
    sim->atoms->top += sim->atoms->n;
#pragma pointerchain region end
#pragma pointerchain deepcopy update host(sim->atoms) // expected-warning[aliased-call]:43{{'deepcopy update host' of 'sim->atoms' copies the device's 'sim->atoms->top' over what the region wrote}}
// expected-note@-4:43{{chain 'sim->atoms->top' is declared here}}
#pragma pointerchain deepcopy exit(sim)
#pragma pointerchain region begin declare(sim->time)
    sim->time++;
#pragma pointerchain region end
#pragma pointerchain deepcopy enter(sim)
#pragma pointerchain deepcopy exit(sim)
}

static void elements(struct sim *sim)
{
#pragma pointerchain deepcopy region begin(sim)
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->x)
    for (int i = 0; i < sim->atoms->n; i++) sim->atoms->x[i] = 1;
    for (int i = 0; i < sim->atoms->n; ++i) sim->atoms->x[i]++;
#pragma pointerchain region end
#pragma pointerchain deepcopy region end
#pragma pointerchain deepcopy enter(sim)
#pragma pointerchain region begin declare(sim->atoms->n)
    ++(*sim).atoms->n;
#pragma pointerchain region end
#pragma pointerchain deepcopy exit(sim) // expected-warning[aliased-call]:36{{'deepcopy exit' of 'sim' copies the device's 'sim->atoms->n' over what the region wrote}}
// expected-note@-4:43{{chain 'sim->atoms->n' is declared here}}
}

static void kept(struct sim *sim)
{
#pragma pointerchain deepcopy enter(sim)
#pragma pointerchain region begin declare(sim->time)
    ++(*sim).time;
#pragma pointerchain region end
#pragma omp target update to(sim->time)
#pragma pointerchain deepcopy exit(sim)
#pragma pointerchain deepcopy enter(sim)
#pragma pointerchain region begin declare(sim->time, sim->atoms->n)
    sim->time += sim->atoms->n;
#pragma pointerchain region end
#pragma pointerchain deepcopy exit(sim) delete
}

int main(void)
{
    double x[2] = {0};
    struct atoms atoms = {1, 0, x};
    struct sim sim = {&atoms, 1};
    lost(&sim);
    lost_before(&sim);
    elements(&sim);
    kept(&sim);
    printf("%g %g %g %d\n", sim.time, atoms.top, x[0], atoms.n);
    return 0;
}
