// A range-for by reference over the array whose element is a link of the only hoisted chain.
#include <cstdio>

struct C { int n; };
struct A { C *list[2]; };
struct S { A *a; };

int main()
{
    C one = {1}, two = {2}, three = {3};
    A a = {{&one, &two}};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->list[0]->n) // expected-note{{declared here}}
    std::printf("%d ", s->a->list[0]->n);
    for (C *&link : s->a->list) // expected-error[address-taken]{{s->a->list}}
        link = &three;
    std::printf("%d\n", s->a->list[0]->n);
#pragma pointerchain region end
    return 0;
}
