// expects: same output
// A using-declaration in a block hides the root: the same text there is another variable.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
namespace ns {
A far = {9};
S store = {&far}, *g = &store;
}

int main()
{
    A one = {1};
    S store = {&one}, *g = &store;
#pragma pointerchain region begin declare(g->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    g->a->n += 1;
    {
        using ns::g;
        std::printf("%d ", g->a->n); // expected-warning[aliased-read]{{'g->a->n' reads member 'n' of chain 'g->a->n' through another 'g' while the region changes it}}
        g->a->n += 1; // expected-warning[aliased-write]{{'g->a->n' writes member 'n' of chain 'g->a->n' through another 'g'}}
    }
    g->a->n += 1;
#pragma pointerchain region end
    std::printf("%d %d\n", one.n, ns::far.n);
    return 0;
}
