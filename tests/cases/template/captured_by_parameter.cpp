// args: -std=c++17
// A pack of dependent arguments makes an object that refers to the chain.
#include <cstdio>
#include <tuple>

struct A { int n, m; };
struct S { A *a; };

template <class... R> static void run(S *s)
{
#pragma pointerchain region begin declare(s->a->n, s->a->m) // expected-note{{declared here}} expected-note{{declared here}}
    std::tuple<R...> both(s->a->n, s->a->m); // expected-error[address-taken]{{s->a->n}} expected-error[address-taken]{{s->a->m}}
    std::get<0>(both) += 4;
    std::get<1>(both) += 5;
#pragma pointerchain region end
}

int main()
{
    A a = {1, 2};
    S s = {&a};
    run<int &, int &>(&s);
    std::printf("%d %d\n", a.n, a.m);
    return 0;
}
