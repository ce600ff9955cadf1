// A union's member is hoisted beside a prefix of it, and another member is written.
#include <stdio.h>

union word { int i; float f; };
struct A { int k; union word w; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {1, {5}};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->w.i) // expected-note{{declared here}}
    printf("%d ", s->a->w.i);
    s->a->w.f = 1.0f; // expected-error[union-member]{{s->a->w}}
    printf("%d\n", s->a->w.i == 5);
#pragma pointerchain region end
    return 0;
}
