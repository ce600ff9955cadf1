// The included text leaves the region by 'continue'.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

int main(void)
{
    struct A one = {1};
    struct S store = {&one}, *s = &store;
    for (int k = 0; k < 3; k++) {
#pragma pointerchain region begin declare(s->a->n)
        s->a->n += 10;
#include "continues.inc" // expected-error@*{{continue}} expected-note@*{{it is used here}}
        s->a->n += 1;
#pragma pointerchain region end
    }
    printf("%d\n", one.n);
    return 0;
}
