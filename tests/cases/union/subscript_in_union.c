// A subscript is a member of a union, and another member of it is written.
#include <stdio.h>

union U { int i; unsigned u; };
struct A { int n; };
struct S { struct A *a; };

int main(void)
{
    struct A one = {1}, two = {2};
    struct S s[2] = {{&one}, {&two}};
    union U at = {0};
#pragma pointerchain region begin declare(s[at.i].a->n) // expected-note{{declared here}}
    printf("%d ", s[at.i].a->n);
    at.u = 1; // expected-error{{at}}
    printf("%d\n", s[at.i].a->n);
#pragma pointerchain region end
    return 0;
}
