// In a template an initialization of dependent type may bind a reference to the root, or to a subscript.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
struct H { S *&r; void go() { ++r; } };
struct I { int &r; void go() { ++r; } };

template <class H, class I> static void run(S *s)
{
    S *t = s;
    int i = 0;
#pragma pointerchain region begin declare(s->a->n, t[i].a->n) // expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d %d ", s->a->n, t[i].a->n);
    H h{s}; // expected-error[address-taken]{{s}}
    h.go();
    I j{i}; // expected-error{{i}}
    j.go();
    std::printf("%d %d\n", s->a->n, t[i].a->n);
#pragma pointerchain region end
}

int main()
{
    A a = {1}, b = {2};
    S s[2] = {{&a}, {&b}};
    run<H, I>(s);
    return 0;
}
