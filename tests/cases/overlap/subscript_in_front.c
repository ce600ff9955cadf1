// The first element of a hoisted list is re-pointed with the subscript in front of the array.
#include <stdio.h>

struct C { int n; };
struct B { struct C *list[2]; };
struct S { struct B *b; };

int main(void)
{
    struct C one = {1}, two = {2}, three = {3};
    struct B b = {{&one, &two}};
    struct S store = {&b}, *s = &store;
#pragma pointerchain region begin declare(s->b->list, s->b->list[0]->n) // expected-note{{declared here}}
    printf("%d ", s->b->list[0]->n);
    0[s->b->list] = &three; // expected-error{{s->b->list}}
    printf("%d\n", s->b->list[0]->n);
#pragma pointerchain region end
    return 0;
}
