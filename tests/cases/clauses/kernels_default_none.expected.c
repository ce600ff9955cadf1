// 'kernels' has no private variables: with default(none) a number that it reads is copied in.
// also: openacc c++
#include <stdio.h>

struct A { int n; double *r; };
struct S { struct A *a; };

static double run(struct S *s)
{
    double t = 0;
{ int pc_a_n = s->a->n; double *pc_a_r = s->a->r;
#pragma acc kernels default(none) copyin(pc_a_r[0:pc_a_n]) copy(t) copyin(pc_a_n)
    for (int i = 0; i < pc_a_n; i++)
        t += pc_a_r[i];
}
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
