// args: -std=c++17
// An initialization of dependent type in an if's, a switch's and a for's own statement.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

template <class R> static void run(S *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    if (R r = s->a->n; r > 0) // expected-error[address-taken]{{s->a->n}}
        r += 4;
    switch (R r = s->a->n) { // expected-error[address-taken]{{s->a->n}}
    default:
        r += 4;
    }
    for (R r = s->a->n; r < 20;) // expected-error[address-taken]{{s->a->n}}
        r += 4;
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
