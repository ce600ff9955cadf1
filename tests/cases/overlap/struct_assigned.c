// The struct between two hoisted chains is assigned whole.
#include <stdio.h>

struct pt { int x, y; };
struct A { int n; struct pt pos; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {1, {2, 3}};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->pos.x) // expected-note{{declared here}}
    printf("%d ", s->a->pos.x);
    s->a->pos = (struct pt){40, 50}; // expected-error[prefix-assigned]{{s->a->pos}}
    printf("%d %d\n", s->a->pos.x, s->a->n);
#pragma pointerchain region end
    return 0;
}
