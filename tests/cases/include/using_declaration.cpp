// expects: same output
// The included text brings another variable of the root's name into a block.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
namespace ns {
A far = {9};
S store = {&far}, *s = &store;
}

int main()
{
    A one = {1};
    S store = {&one}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    s->a->n += 1;
    {
#include "using_declaration.inc"
        std::printf("%d ", s->a->n); // expected-warning[aliased-read]{{'s->a->n' reads member 'n' of chain 's->a->n' through another 's' while the region changes it}}
    }
    s->a->n += 1;
#pragma pointerchain region end
    std::printf("%d %d\n", one.n, ns::far.n);
    return 0;
}
