// A template's loop variable may be a reference: it changes the elements of what a link of the chain lies in.
#include <cstdio>

struct A { int n; };
struct S { A *list[2]; };

template <class R> static void run(S *s, A *other)
{
#pragma pointerchain region begin declare(s->list[0]->n) // expected-note{{declared here}}
    std::printf("%d ", s->list[0]->n);
    for (R link : s->list) // expected-error{{s->list}}
        link = other;
    std::printf("%d\n", s->list[0]->n);
#pragma pointerchain region end
}

int main()
{
    A a = {1}, b = {2};
    S s = {{&a, &a}};
    run<A *&>(&s, &b);
    return 0;
}
