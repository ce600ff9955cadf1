// A '_Generic' selection is the root itself: what it is used for is not followed.
#include <stdio.h>

struct S { int n; };

int main(void)
{
    struct S store = {1}, *s = &store;
#pragma pointerchain region begin declare(s->n) // expected-note{{declared here}} expected-note{{declared here}}
    s->n += 1;
    _Generic(s, struct S *: s)->n += 3; // expected-error[object-needed]{{_Generic}} expected-warning[aliased-write]{{s}}
    printf("%d\n", s->n);
#pragma pointerchain region end
    return 0;
}
