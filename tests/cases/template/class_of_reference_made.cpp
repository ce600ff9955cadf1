// In a template braces make an object of a class that refers to the chain.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
struct R { int &r; };

template <class P> static void run(P p)
{
#pragma pointerchain region begin declare(p->a->n) // expected-note{{declared here}}
    R made{p->a->n}; // expected-error[address-taken]{{p->a->n}}
    made.r = 8;
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
