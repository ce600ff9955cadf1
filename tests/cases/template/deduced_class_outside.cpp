// args: -std=c++17
// The arguments of a class template are deduced, without a template around: the object holds a reference.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
template <class T> struct H { T &r; H(T &x) : r(x) {} void go() { r += 4; } };

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    H h(s->a->n); // expected-error[address-taken]{{s->a->n}}
    h.go();
    std::printf("%d ", s->a->n);
#pragma pointerchain region end
    std::printf("%d\n", a.n);
    return 0;
}
