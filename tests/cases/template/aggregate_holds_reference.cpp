// In a template a dependent aggregate's member may be a reference that is bound to the chain.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
struct H { int &r; void go() { r += 4; } };

template <class H> static void run(S *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    H h{s->a->n}; // expected-error[address-taken]{{s->a->n}}
    h.go();
    std::printf("%d\n", s->a->n);
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
