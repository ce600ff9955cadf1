// In a template an array or a braced list of dependent type binds references to the chain.
#include <cstdio>
#include <functional>

struct A { int n; };
struct S { A *a; };

template <class T> static void run(S *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    T all[] = {s->a->n}; // expected-error[address-taken]{{s->a->n}}
    for (T &one : all)
        one.get() += 4;
#pragma pointerchain region end
}

int main()
{
    A a = {1};
    S s = {&a};
    run<std::reference_wrapper<int>>(&s);
    std::printf("%d\n", a.n);
    return 0;
}
