// A macro's body writes the other member of the union.
#include <stdio.h>

union V { int i; unsigned u; };
struct A { union V v; };
struct S { struct A *a; };
#define CLEAR() (s->a->v.u = 0)

int main(void)
{
    struct A a = {{5}};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->v.i) // expected-note{{declared here}}
    printf("%d ", s->a->v.i);
    CLEAR(); // expected-error{{v}}
    printf("%d\n", s->a->v.i);
#pragma pointerchain region end
    return 0;
}
