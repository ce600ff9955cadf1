// expects: same output
// Another element of the hoisted list is re-pointed: the longer chain does not go through it.
#include <stdio.h>

struct C { int n; };
struct B { struct C *list[2]; };
struct S { struct B *b; };

int main(void)
{
    struct C one = {1}, two = {2}, three = {3};
    struct B b = {{&one, &two}};
    struct S store = {&b}, *s = &store;
#pragma pointerchain region begin declare(s->b->list, s->b->list[0]->n)
    printf("%d ", s->b->list[0]->n);
    s->b->list[1] = &three;
    printf("%d %d\n", s->b->list[0]->n, s->b->list[1]->n);
#pragma pointerchain region end
    return 0;
}
