// expects: same output
// The element of a hoisted list is what a function that gets the list could re-point.
#include <stdio.h>

struct C { int n; };
struct B { struct C *list[2]; };
struct S { struct B *b; };
static void fill(struct C **list, struct C *what) { list[1] = what; }

int main(void)
{
    struct C one = {1}, two = {2}, three = {3};
    struct B b = {{&one, &two}};
    struct S store = {&b}, *s = &store;
#pragma pointerchain region begin declare(s->b->list, s->b->list[0]->n) // expected-note{{declared here}}
    printf("%d ", s->b->list[0]->n);
    fill(s->b->list, &three); // expected-warning[aliased-call]{{s->b->list}}
    printf("%d %d\n", s->b->list[0]->n, s->b->list[1]->n);
#pragma pointerchain region end
    return 0;
}
