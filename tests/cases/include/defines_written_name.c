// A file included in the region gives a word of a changed chain another meaning where it is written back.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };

int main(void)
{
    struct A one = {1, 2};
    struct S store = {&one}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    s->a->n += 4;
#include "defines_name.inc" // expected-error@*{{n}} expected-note@*{{it is defined here}}
#pragma pointerchain region end
    printf("%d\n", s->a->n);
    return 0;
}
