// In clauses and regions in regions: an outer list holds inside; a chain that is named keeps its type and qualifier.
// also: openmp openacc c++
#include <stdio.h>

struct A { int n; double *r; double e; };
struct B { double f; };
struct S { struct A *a; struct B *b; };



static double run(struct S *s)
{
    double t = 0;
{ int pc_a_n = s->a->n; double *__restrict pc_a_r = s->a->r; _Pragma("acc parallel loop reduction(+ : t) copyin(pc_a_r[0:pc_a_n])")
    for (int i = 0; i < pc_a_n; i++)
        t += pc_a_r[i]; }
{ double pc_a_e = s->a->e; int pc_a_n = s->a->n; double *pc_a_r = s->a->r; double pc_b_f = s->b->f;
    pc_a_e += t;

#pragma omp parallel for reduction(+ : t)
    for (int i = 0; i < pc_a_n; i++)
        t += pc_a_r[i] * pc_b_f;

    pc_a_e *= pc_b_f;
s->a->e = pc_a_e; }
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
