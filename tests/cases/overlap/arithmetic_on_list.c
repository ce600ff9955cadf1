// expects: same output
// An element of a hoisted list is re-pointed by pointer arithmetic, which may be the hoisted chain's.
#include <stdio.h>

struct C { int n; };
struct B { struct C *list[2]; };
struct S { struct B *b; };

int main(void)
{
    struct C one = {1}, two = {2}, three = {3};
    struct B b = {{&one, &two}};
    struct S store = {&b}, *s = &store;
    int i = 1;
#pragma pointerchain region begin declare(s->b->list, s->b->list[0]->n) // expected-note{{declared here}} expected-note{{declared here}}
    printf("%d ", s->b->list[0]->n);
    *(s->b->list + i) = &three; // expected-warning[aliased-write]{{list}}
    s->b->list[i] = &three; // expected-warning[aliased-write]{{list}}
    printf("%d %d\n", s->b->list[0]->n, s->b->list[1]->n);
#pragma pointerchain region end
    return 0;
}
