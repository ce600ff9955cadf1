// Members whose types are spelled by typeof, which are no declarators of functions.
#include <stdio.h>
struct A { __typeof__(1.0) n; __typeof__(int *) p; __typeof__(int[3]) q; __typeof__(struct { int k; }) r; };
struct S { struct A *a; };
int main(void)
{
    int z[2]={4,5};
    struct A a = {1.5,z,{1,2,3},{9}};
    struct S so = {&a}, *s = &so;
#pragma pointerchain region begin declare(s->a->n, s->a->p, s->a->q, s->a->r)
    s->a->n += 1; s->a->p[0]++; s->a->r.k++;
    printf("%g %d %d %d\n", s->a->n, s->a->p[0], s->a->q[1], s->a->r.k);
#pragma pointerchain region end
    return 0;
}
