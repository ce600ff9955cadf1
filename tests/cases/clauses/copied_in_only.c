// A clause that copies in only changes nothing: no local is written back for it.
// also: openacc openmp
#include <stdio.h>

struct A { int n; const double scale; };
struct S { struct A *a; };

static void run(struct S *s, double *x)
{
#pragma pointerchain region begin declare(s->a->n, s->a->scale)
#pragma acc data copyin(s->a->n) copyin(s->a->scale) copy(x[0:4])
    {
#pragma acc parallel loop
#pragma omp target teams distribute parallel for map(to: s->a->n) map(always, to: s->a->scale) map(x[0:4])
        for (int i = 0; i < 4; i++) x[i] += s->a->n * s->a->scale;
    }
#pragma pointerchain region end
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
