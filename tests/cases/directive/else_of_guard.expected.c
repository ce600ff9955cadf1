// Of a condition that is known only one branch holds: what stands behind '#else' is no directive.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {1};
    struct S store = {&a}, *s = &store;
#ifdef __pointerchain
{ int pc_a_n = s->a->n;
#else
#pragma pointerchain region begin
#endif
    pc_a_n += 4;
#ifdef __pointerchain
s->a->n = pc_a_n; }
#else
#pragma omp flush
#endif
    printf("%d\n", a.n);
    return 0;
}
