// A range-for over the hoisted array of links re-points them.
#include <cstdio>

struct C { int n; };
struct A { C *list[2]; };
struct S { A *a; };

int main()
{
    C one = {1}, two = {2}, three = {3};
    A a = {{&one, &two}};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->list[0]->n) // expected-note{{declared here}}
    std::printf("%d ", s->a->list[0]->n);
    for (auto &link : s->a->list) // expected-error[address-taken]{{s->a->list}}
        link = &three;
    std::printf("%d\n", s->a->list[0]->n);
#pragma pointerchain region end
    return 0;
}
