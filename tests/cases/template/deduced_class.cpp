// args: -std=c++17
// The arguments of a class template are deduced in a template: the object holds a reference.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
template <class T> struct H { T &r; H(T &x) : r(x) {} void go() { r += 4; } };

template <class S> static void run(S *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    H h(s->a->n); // expected-error[address-taken]{{s->a->n}}
    h.go();
    H{s->a->n}.go(); // expected-error[address-taken]{{s->a->n}}
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
