// What moves data runs in a function of a header, too: that calls back.
#include <stdio.h>
#include "device_copy_visited.h"

void push(struct sim *sim)
{
    (void)sim;
#pragma omp target update to(sim->n) // expected-note{{'omp target update' stands here}}
}

static int step(struct sim *sim)
{
    int r = 0;
#pragma omp target enter data map(to: sim[0:1])
#pragma pointerchain region begin declare(sim->n) // expected-note{{chain 'sim->n' is declared here}} expected-note{{chain 'sim->n' is declared here}}
    sim->n = 5; // expected-error[enclosing-data]{{'omp target update' copies 'sim->n' to the device before chain 'sim->n' is written back: end the region before it}}
    visit(sim); // expected-warning[aliased-call]{{'sim' is passed to 'visit', which could change 'sim->n'}}
#pragma pointerchain region end
#pragma omp target map(tofrom: r)
    r = sim->n;
    return r;
}

int main(void)
{
    struct sim sim = {1};
    printf("%d\n", step(&sim));
    return 0;
}
