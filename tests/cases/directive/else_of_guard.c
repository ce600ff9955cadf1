// Of a condition that is known only one branch holds: what stands behind '#else' is no directive.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {1};
    struct S store = {&a}, *s = &store;
#ifdef __pointerchain
#pragma pointerchain region begin declare(s->a->n)
#else
#pragma pointerchain region begin
#endif
    s->a->n += 4;
#ifdef __pointerchain
#pragma pointerchain region end
#else
#pragma omp flush
#endif
    printf("%d\n", a.n);
    return 0;
}
