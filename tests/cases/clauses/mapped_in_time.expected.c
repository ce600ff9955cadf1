// also: openacc openmp
// Kernels that copy the locals when they are met, or that end before the region does.
#include <stdio.h>
struct vec { int x, y; };
struct atoms { int n; struct vec v; double *r; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim)
{
    int one = 0, two = 0, three = 0, four = 0, five = 0, six = 0;
{ int pc_atoms_n = sim->atoms->n; struct vec pc_atoms_v = sim->atoms->v; double *pc_atoms_r = sim->atoms->r;
#pragma omp target nowait map(tofrom: one)
    one = pc_atoms_n;
#pragma omp target nowait map(tofrom: two) defaultmap(firstprivate: aggregate)
    two = pc_atoms_v.x;
#pragma omp target nowait map(tofrom: three) firstprivate(pc_atoms_v)
    three = pc_atoms_v.y;
#pragma omp target nowait map(tofrom: four) map(to: pc_atoms_r[0:2])
    four = (int)pc_atoms_r[1];
#pragma omp taskgroup
    {
#pragma omp target nowait map(tofrom: five)
        five = pc_atoms_v.x;
    }
}
#pragma omp taskwait
{ int pc_atoms_n = sim->atoms->n; struct vec pc_atoms_v = sim->atoms->v;
#pragma acc parallel async(1) copy(six)
    six = pc_atoms_n;
#pragma acc kernels async(1) copy(six)
    six += pc_atoms_v.x;
#pragma acc wait(1)
#pragma omp target nowait map(tofrom: five)
    five += pc_atoms_v.y;
#pragma omp taskwait
}
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
