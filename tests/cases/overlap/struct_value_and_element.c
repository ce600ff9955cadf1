// A hoisted struct holds a list, whose element is a link of the other hoisted chain.
#include <stdio.h>

struct C { int n; };
struct P { struct C *list[2]; int k; };
struct A { struct P pos; };
struct S { struct A *a; };

int main(void)
{
    struct C one = {1}, two = {2};
    struct A a = {{{&one, &two}, 3}};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->pos, s->a->pos.list[0]->n) // expected-note{{declared here}}
    printf("%d ", s->a->pos.list[0]->n);
    s->a->pos.list[0] = &two; // expected-error[prefix-assigned]{{s->a->pos}}
    printf("%d %d\n", s->a->pos.list[0]->n, s->a->pos.k);
#pragma pointerchain region end
    return 0;
}
