// The included text calls a macro of the file that steps the root.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
#define NEXT() s++

int main(void)
{
    struct A one = {1}, two = {2};
    struct S so[2] = {{&one}, {&two}}, *s = so;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    printf("%d ", s->a->n);
#include "repoints_by_macro.inc" // expected-error[prefix-assigned]@*{{s}} expected-note@*{{it is used here}}
    printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
