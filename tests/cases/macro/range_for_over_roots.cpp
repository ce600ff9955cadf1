// A macro's body is a range-for by reference over an array that holds the link.
#include <cstdio>

struct A { int n, m; };
struct S { A *list[2]; };
#define FOR_EACH(v) for (A *&v : s->list) // expected-note{{macro 'FOR_EACH' is defined here}}

int main()
{
    A one = {1, 2}, two = {3, 4}, three = {5, 6};
    S so = {{&one, &two}}, *s = &so;
#pragma pointerchain region begin declare(s->list[0]->n) // expected-note{{declared here}}
    std::printf("%d ", s->list[0]->n);
    FOR_EACH(p) // expected-error{{s->list}}
        p = &three;
    std::printf("%d\n", s->list[0]->n);
#pragma pointerchain region end
    return 0;
}
