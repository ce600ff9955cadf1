// A clause that copies in only changes nothing: no local is written back for it.
// also: openacc openmp
#include <stdio.h>

struct A { int n; const double scale; };
struct S { struct A *a; };

static void run(struct S *s, double *x)
{
{ int pc_a_n = s->a->n; const double pc_a_scale = s->a->scale;
#pragma acc data copyin(pc_a_n) copyin(pc_a_scale) copy(x[0:4])
    {
#pragma acc parallel loop
#pragma omp target teams distribute parallel for map(to: pc_a_n) map(always, to: pc_a_scale) map(x[0:4])
        for (int i = 0; i < 4; i++) x[i] += pc_a_n * pc_a_scale;
    }
}
}

int main(void)
{
    double x[4] = {1, 2, 3, 4};
    struct A a = {3, 0.5};
    struct S s = {&a};
    run(&s, x);
    printf("%g %g\n", x[0], x[3]);
    return 0;
}
