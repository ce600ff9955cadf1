// also: openacc openmp
// Kernels that copy the locals when they are met, or that end before the region does.
#include <stdio.h>
struct vec { int x, y; };
struct atoms { int n; struct vec v; double *r; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim)
{
    int one = 0, two = 0, three = 0, four = 0, five = 0, six = 0;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->v, sim->atoms->r)
#pragma omp target nowait map(tofrom: one)
    one = sim->atoms->n;
#pragma omp target nowait map(tofrom: two) defaultmap(firstprivate: aggregate)
    two = sim->atoms->v.x;
#pragma omp target nowait map(tofrom: three) firstprivate(sim->atoms->v)
    three = sim->atoms->v.y;
#pragma omp target nowait map(tofrom: four) map(to: sim->atoms->r[0:2])
    four = (int)sim->atoms->r[1];
#pragma omp taskgroup
    {
#pragma omp target nowait map(tofrom: five)
        five = sim->atoms->v.x;
    }
#pragma pointerchain region end
#pragma omp taskwait
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->v)
#pragma acc parallel async(1) copy(six)
    six = sim->atoms->n;
#pragma acc kernels async(1) copy(six)
    six += sim->atoms->v.x;
#pragma acc wait(1)
#pragma omp target nowait map(tofrom: five)
    five += sim->atoms->v.y;
#pragma omp taskwait
#pragma pointerchain region end
    return one + 10 * two + 100 * three + 1000 * four + 10000 * five + 1000000 * six;
}

int main(void)
{
    double r[2] = {3, 4};
    struct atoms a = {1, {5, 6}, r};
    struct sim s = {&a};
    printf("%d\n", run(&s));
    return 0;
}
