// The longer chain's subscript is itself reached through the shorter chain, and changed.
#include <stdio.h>

struct A { int at; int r[3]; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {0, {5, 6, 7}};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->r[s->a->at]) // expected-note{{declared here}}
    printf("%d ", s->a->r[s->a->at]);
    s->a->at = 2; // expected-error[subscript-changed]{{s->a->at}}
    printf("%d\n", s->a->r[s->a->at]);
#pragma pointerchain region end
    return 0;
}
