// A chain that a pointerchain region hoists is its local in a deepcopy directive, too.
// compilers: clang-19
#include <stdio.h>

struct atoms { int n; double *x; };
struct sim { struct atoms *atoms; };
#pragma pointerchain shape(atoms: x[n])
#pragma pointerchain shape(struct sim: atoms[1])

static double send(struct sim *sim)
{
    double sum = 0;
#pragma pointerchain region begin declare(sim->atoms->x, sim->atoms->n)
#pragma pointerchain deepcopy enter(sim->atoms->x[0:sim->atoms->n])
    for (int i = 0; i < sim->atoms->n; i++)
        sum += sim->atoms->x[i];
#pragma pointerchain deepcopy exit(sim->atoms->x[0:sim->atoms->n])
#pragma pointerchain region end
#pragma pointerchain deepcopy region begin(sim[0:1])
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n--;
#pragma pointerchain region end
#pragma pointerchain deepcopy region end // expected-warning[aliased-call]:31{{'deepcopy region end' of 'sim[0:1]' copies the device's 'sim->atoms->n' over what the region wrote}}
// expected-note@-4:43{{chain 'sim->atoms->n' is declared here}}
    return sum;
}

int main(void)
{
    double x[3] = {1, 2, 3};
    struct atoms atoms = {3, x};
    struct sim sim = {&atoms};
    double sum = send(&sim);
    printf("%g %d\n", sum, atoms.n);
    return 0;
}
