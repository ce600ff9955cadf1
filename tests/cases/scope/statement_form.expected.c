// 'region declare(...)' makes the next statement the region, with the directives before it.
// also: openmp openacc c++
#include <stdio.h>

struct A { int n; double *r; };
struct S { struct A *a; struct A *l[3]; };
#define each(i, n) for (int i = 0; i < (n); i++)

static double run(struct S *s, int k)
{
    double t = 0;
{ int pc_a_n = s->a->n; double *__restrict pc_a_r = s->a->r;
    for (int i = 0; i < pc_a_n; i++)
        t += pc_a_r[i]; }
{ int pc_a_n = s->a->n;
#pragma acc parallel loop reduction(+ : t)
#pragma omp parallel for reduction(+ : t)
    for (int i = 0; i < pc_a_n; i++)
        t += 1; }
    if (t > 3)
{ int pc_a_n = s->a->n;
        pc_a_n += 1; ; s->a->n = pc_a_n; }
    else
{ int pc_a_n = s->a->n;
    {
        pc_a_n += 2;
        if (t < 0) { double pc_result = (pc_a_n); s->a->n = pc_a_n; return pc_result; }
    } s->a->n = pc_a_n; }
    for (int i = 0; i < 3; i++)
{ int pc_l_n = s->l[i]->n;
        t += pc_l_n * pc_l_n; }
{ int pc_a_n = s->a->n;
    each(i, pc_a_n)
        t += i; }
    switch (k) {
    case 1:
{ int pc_a_n = s->a->n;
        if (pc_a_n) t++; else t--; }
        break;
    default:
{ int pc_a_n = s->a->n;
        do { pc_a_n++; if (pc_a_n > 7) break; } while (pc_a_n < 20); ; s->a->n = pc_a_n; }
    }

{ int pc_a_n = s->a->n; double *pc_a_r = s->a->r;
    for (int i = 0; i < 3; i++)
{ int pc_l_n = s->l[i]->n;
        t += pc_l_n + pc_a_n + pc_a_r[0]; } }
    { int pc_a_n = s->a->n; pc_a_n++; ; s->a->n = pc_a_n; }

    return t;
}

int main(void)
{
    double r[32] = {1, 2, 3};
    struct A a = {3, r}, b = {5, r};
    struct S s = {&a, {&a, &b, &a}};
    double one = run(&s, 0), two = run(&s, 1);
    printf("%g %g %d\n", one, two, a.n);
    return 0;
}
