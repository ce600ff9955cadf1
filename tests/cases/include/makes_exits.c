// The included text makes a macro whose body leaves the region.
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
#include "makes_exits.inc"
        if (k == 1)
            LEAVE; // expected-error[exit-in-macro]{{break}} expected-note@*{{macro 'LEAVE' is defined here}}
        s->a->n += 1;
#pragma pointerchain region end
    }
    printf("%d\n", one.n);
    return 0;
}
