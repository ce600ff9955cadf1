// expects: same output
// The included text gives the root to a function that could change the hoisted value.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
static void touch(struct S *s) { __asm__ volatile(""); s->a->m++; }

int main(void)
{
    struct A a = {1, 2};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    printf("%d ", s->a->n);
#include "call_in_included_text.inc" // expected-warning[aliased-call]@*{{s}} expected-note@*{{it is used here}}
    printf("%d\n", s->a->n);
#pragma pointerchain region end
    return a.m != 3;
}
