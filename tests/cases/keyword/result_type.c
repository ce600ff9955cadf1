// The macro makes another type of the function's result type, inside the region.
#include <stdio.h>

struct A { double d; };
struct S { struct A *a; };

static double run(struct S *s)
{
#pragma pointerchain region begin declare(s->a->d)
#define double float
    s->a->d += 0.2;
    return s->a->d + 0.1; // expected-error{{result}}
#pragma pointerchain region end
#undef double
}

int main(void)
{
    struct A a = {0.1};
    struct S store = {&a};
    printf("%.17g\n", run(&store));
    return 0;
}
