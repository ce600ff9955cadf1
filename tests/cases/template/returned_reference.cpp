// A template whose result type depends returns the chain by reference.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

template <class R> static R pick(S *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    return s->a->n; // expected-error{{s->a->n}}
#pragma pointerchain region end
}

int main()
{
    A a = {1};
    S s = {&a};
    pick<int &>(&s) += 4;
    std::printf("%d %d\n", a.n, pick<int>(&s));
    return 0;
}
