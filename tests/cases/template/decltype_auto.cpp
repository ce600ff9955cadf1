// args: -std=c++14
// decltype(auto) of a chain in parentheses is a reference to it.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

template <class S> static void run(S *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    decltype(auto) r = (s->a->n); // expected-error[address-taken]{{s->a->n}}
    r += 4;
    std::printf("%d ", s->a->n);
#pragma pointerchain region end
}

int main()
{
    A a = {1};
    S s = {&a};
    run(&s);
    std::printf("%d\n", a.n);
    return 0;
}
