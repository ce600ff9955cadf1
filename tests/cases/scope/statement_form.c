// 'region declare(...)' makes the next statement the region, with the directives before it.
// also: openmp openacc c++
#include <stdio.h>

struct A { int n; double *r; };
struct S { struct A *a; struct A *l[3]; };
#define each(i, n) for (int i = 0; i < (n); i++)

static double run(struct S *s, int k)
{
    double t = 0;
#pragma pointerchain region declare(s->a->n, s->a->r{double *:restrict})
    for (int i = 0; i < s->a->n; i++)
        t += s->a->r[i];
#pragma pointerchain region declare(s->a->n)
#pragma acc parallel loop reduction(+ : t)
#pragma omp parallel for reduction(+ : t)
    for (int i = 0; i < s->a->n; i++)
        t += 1;
    if (t > 3)
#pragma pointerchain region declare(s->a->n)
        s->a->n += 1;
    else
#pragma pointerchain region declare(s->a->n)
    {
        s->a->n += 2;
        if (t < 0) return s->a->n;
    }
    for (int i = 0; i < 3; i++)
#pragma pointerchain region declare(s->l[i]->n)
        t += s->l[i]->n * s->l[i]->n;
#pragma pointerchain region declare(s->a->n)
    each(i, s->a->n)
        t += i;
    switch (k) {
    case 1:
#pragma pointerchain region declare(s->a->n)
        if (s->a->n) t++; else t--;
        break;
    default:
#pragma pointerchain region declare(s->a->n)
        do { s->a->n++; if (s->a->n > 7) break; } while (s->a->n < 20);
    }
#pragma pointerchain declare(s->a->r)
#pragma pointerchain region declare(s->a->n)
    for (int i = 0; i < 3; i++)
#pragma pointerchain region declare(s->l[i]->n)
        t += s->l[i]->n + s->a->n + s->a->r[0];
    _Pragma("pointerchain region declare(s->a->n)") s->a->n++;
#pragma pointerchain region declare(s->a->r)
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
