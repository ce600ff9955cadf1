// The included text makes a macro of the root's name: the same text is another chain after it.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };

int main(void)
{
    struct A one = {1, 2}, two = {3, 4};
    struct S store = {&one}, other = {&two}, *s = &store, *t = &other;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    printf("%d ", s->a->n);
#include "defines_root.inc" // expected-error@*{{s}} expected-note@*{{it is defined here}}
    printf("%d\n", s->a->n + t->a->m);
#pragma pointerchain region end
    return 0;
}
