// In a template 'H h = chain' of dependent type binds a reference in the object.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
struct H { int &r; H(int &x) : r(x) {} void go() { r += 4; } };

template <class H> static void run(S *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    H h = s->a->n; // expected-error[address-taken]{{s->a->n}}
    h.go();
#pragma pointerchain region end
}

int main()
{
    A a = {1};
    S s = {&a};
    run<H>(&s);
    std::printf("%d\n", a.n);
    return 0;
}
