// An element of a hoisted array is written under another subscript, beside its own hoisted chain.
#include <stdio.h>

struct A { int r[3]; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {{1, 2, 3}};
    struct S store = {&a}, *s = &store;
    int i = 2;
#pragma pointerchain region begin declare(s->a->r, s->a->r[2]) // expected-note{{declared here}}
    printf("%d ", s->a->r[2]);
    s->a->r[i - 1] = 7; // expected-warning[aliased-write]{{s->a->r[i - 1]}}
    printf("%d\n", s->a->r[2]);
#pragma pointerchain region end
    return 0;
}
