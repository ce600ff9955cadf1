// A cast to a template's parameter, which is a reference type, is the chain itself.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

template <class R> static void run(S *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    static_cast<R>(s->a->n) += 4; // expected-error{{s->a->n}}
    ((R)s->a->n) += 4; // expected-error{{s->a->n}}
#pragma pointerchain region end
}

int main()
{
    A a = {1};
    S s = {&a};
    run<int &>(&s);
    std::printf("%d\n", a.n);
    return 0;
}
