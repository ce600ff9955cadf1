// The included text re-points a link whose name only a macro of the file spells.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
#define LINK s->a

int main(void)
{
    struct A one = {1}, two = {2};
    struct S store = {&one}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    printf("%d ", s->a->n);
#include "repoints_link_by_macro.inc" // expected-error[prefix-assigned]@*{{a}} expected-note@*{{it is used here}}
    printf("%d\n", s->a->n);
#pragma pointerchain region end
    return two.n == 3;
}
