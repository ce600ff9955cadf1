// args: -std=c++17
// The arguments of an aggregate's template are deduced by a guide: its member is bound to the chain.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
template <class T> struct G { T &r; void go() { r += 4; } };
template <class T> G(T &) -> G<T>;

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    G g{s->a->n}; // expected-error[address-taken]{{s->a->n}}
    g.go();
    std::printf("%d ", s->a->n);
#pragma pointerchain region end
    std::printf("%d\n", a.n);
    return 0;
}
