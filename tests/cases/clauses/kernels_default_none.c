// 'kernels' has no private variables: with default(none) a number that it reads is copied in.
// also: openacc c++
#include <stdio.h>

struct A { int n; double *r; };
struct S { struct A *a; };

static double run(struct S *s)
{
    double t = 0;
#pragma pointerchain region begin declare(s->a->n, s->a->r)
#pragma acc kernels default(none) copyin(s->a->r[0:s->a->n]) copy(t)
    for (int i = 0; i < s->a->n; i++)
        t += s->a->r[i];
#pragma pointerchain region end
    return t;
}

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct A a = {4, r};
    struct S s = {&a};
    printf("%g\n", run(&s));
    return 0;
}
