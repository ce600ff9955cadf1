// What functions take off the device is not there when the host changes it, and is put there anew.
#include <stdio.h>
#include <stdlib.h>

struct sim { int n; };

static void on(struct sim *sim)
{
    (void)sim;
#pragma omp target enter data map(to: sim[0:1])
}

static void off(struct sim *given)
{
    (void)given;
#pragma omp target exit data map(delete: given[0:1])
}

static void set(struct sim *sim, int n) { sim->n = n; }

static int step(struct sim *sim)
{
    int r = 0;
#pragma pointerchain region begin declare(sim->n)
#pragma omp target map(tofrom: r)
    r = sim->n;
#pragma pointerchain region end
    return r;
}

static int run(struct sim *sim)
{
    on(sim);
    int r = step(sim);
    off(sim);
    set(sim, 5);
    on(sim);
    r += step(sim);
    off(sim);
    for (int i = 0; i < 3; i++) {
        set(sim, i);
        on(sim);
        r += step(sim);
        off(sim);
    }
    return r;
}

int main(void)
{
    struct sim sim = {1};
    printf("%d\n", run(&sim));
    return 0;
}
