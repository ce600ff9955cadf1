// In clauses and regions in regions: an outer list holds inside; a chain that is named keeps its type and qualifier.
// also: openmp openacc c++
#include <stdio.h>

struct A { int n; double *r; double e; };
struct B { double f; };
struct S { struct A *a; struct B *b; };

#pragma pointerchain declare(*)

static double run(struct S *s)
{
    double t = 0;
#pragma acc parallel loop reduction(+ : t) copyin(s->a->r[0:s->a->n]) pointerchain(s->*{:restrict})
    for (int i = 0; i < s->a->n; i++)
        t += s->a->r[i];
#pragma pointerchain region begin
    s->a->e += t;
#pragma pointerchain region begin declare(s->*, s->a->n)
#pragma omp parallel for reduction(+ : t)
    for (int i = 0; i < s->a->n; i++)
        t += s->a->r[i] * s->b->f;
#pragma pointerchain region end
    s->a->e *= s->b->f;
#pragma pointerchain region end
    return t;
}

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct A a = {4, r, 1};
    struct B b = {3};
    struct S s = {&a, &b};
    double t = run(&s);
    printf("%g %g\n", t, a.e);
    return 0;
}
