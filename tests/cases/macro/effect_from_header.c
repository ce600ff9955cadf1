// A macro of a header steps the root and the subscript.
#include <stdio.h>
#include "effects.h"

struct A { int n, m; };
struct S { struct A *a; };

int main(void)
{
    struct A one = {1, 2}, two = {3, 4};
    struct S so[2] = {{&one}, {&two}}, *s = so;
    int i = 0;
#pragma pointerchain region begin declare(s->a->n, so[i].a->m) // expected-note{{declared here}} expected-note{{declared here}}
    printf("%d %d ", s->a->n, so[i].a->m);
    NEXT_ROOT; // expected-error[prefix-assigned]{{s}} expected-note@*{{macro 'NEXT_ROOT' is defined here}} expected-note@*{{macro 'NEXT_INDEX' is defined here}}
    NEXT_INDEX; // expected-error[subscript-changed]{{i}}
    printf("%d %d\n", s->a->n, so[i].a->m);
#pragma pointerchain region end
    return 0;
}
