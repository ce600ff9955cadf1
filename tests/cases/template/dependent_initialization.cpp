// In a template an initialization of dependent type, in each form, may bind a reference to the chain.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
struct H { int &r; H(int &x) : r(x) {} void go() { r += 4; } };

template <class H, class S> static void run(S *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    H g(s->a->n); // expected-error[address-taken]{{s->a->n}}
    g.go();
    H h = s->a->n; // expected-error[address-taken]{{s->a->n}}
    h.go();
    H i = {s->a->n}; // expected-error[address-taken]{{s->a->n}}
    i.go();
    H(s->a->n).go(); // expected-error[address-taken]{{s->a->n}}
    H{s->a->n}.go(); // expected-error[address-taken]{{s->a->n}}
    H *p = new H{s->a->n}; // expected-error[address-taken]{{s->a->n}}
    p->go();
    delete p;
    static_cast<H>(s->a->n).go(); // expected-error[address-taken]{{s->a->n}}
    ((H)s->a->n).go(); // expected-error[address-taken]{{s->a->n}}
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
