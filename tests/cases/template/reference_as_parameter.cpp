// A template's parameter is a reference type: 'R r = chain' binds it, and a cast to it is the chain.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

template <class R> static void run(S *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    R r = s->a->n; // expected-error[address-taken]{{s->a->n}}
    r += 4;
    R q{s->a->n}; // expected-error[address-taken]{{s->a->n}}
    q += 4;
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
