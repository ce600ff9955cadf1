// A capture binds a reference to an element of an array of links, which the lambda re-points.
#include <cstdio>

struct A { int n; };
struct S { A *list[2]; };

int main()
{
    A one = {1}, two = {2};
    S store = {{&one, &two}}, *s = &store;
#pragma pointerchain region begin declare(s->list[1]->n) // expected-note{{declared here}}
    [&p = s->list[1], &one] { p = &one; }(); // expected-error[address-taken]{{s->list[1]}}
    std::printf("%d\n", s->list[1]->n);
#pragma pointerchain region end
    return 0;
}
