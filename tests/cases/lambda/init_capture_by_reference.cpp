// args: -std=c++14
// An init-capture by reference is bound to the chain.
#include <cstdio>
#include <functional>

struct A { int n; };
struct S { A *a; };

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
    std::function<int()> later;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    std::printf("%d ", s->a->n);
    later = [&n = s->a->n] { return ++n; }; // expected-error[address-taken]{{s->a->n}}
#pragma pointerchain region end
    a.n = 7;
    std::printf("%d ", later());
    std::printf("%d\n", a.n);
    return 0;
}
