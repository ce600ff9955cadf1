// An element of a hoisted array of arrays is changed by its own chain, and one is read by the array's.
#include <stdio.h>

struct A { int m[2][3]; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {{{1, 2, 3}, {4, 5, 6}}};
    struct S store = {&a}, *s = &store;
    int i = 0;
#pragma pointerchain region begin declare(s->a->m, s->a->m[1][2]) // expected-note{{declared here}}
    printf("%d ", s->a->m[1][2]);
    s->a->m[1][2] = 7;
    printf("%d %d\n", s->a->m[1][2], s->a->m[i][2]); // expected-warning[aliased-read]{{s->a->m}}
#pragma pointerchain region end
    return 0;
}
