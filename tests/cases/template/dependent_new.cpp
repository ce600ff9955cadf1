// In a template 'new H{chain}' of dependent type binds a reference in the object.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
struct H { int &r; void go() { r += 4; } };

template <class H> static void run(S *s)
{
    H *p = nullptr;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    p = new H{s->a->n}; // expected-error[address-taken]{{s->a->n}}
#pragma pointerchain region end
    p->go();
    delete p;
}

int main()
{
    A a = {1};
    S s = {&a};
    run<H>(&s);
    std::printf("%d\n", a.n);
    return 0;
}
