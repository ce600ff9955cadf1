// A template's parameter is a reference type, and is bound to the root and to a link.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

template <class R, class Q> static void run(S *s, A *other)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s->a->n);
    R r = s; // expected-error[address-taken]{{s}}
    r++;
    std::printf("%d ", s->a->n);
    Q q = s->a; // expected-error[address-taken]{{s->a}}
    q = other;
    std::printf("%d\n", s->a->n);
#pragma pointerchain region end
}

int main()
{
    A a = {1}, b = {2}, c = {3};
    S s[2] = {{&a}, {&b}};
    run<S *&, A *&>(s, &c);
    return 0;
}
