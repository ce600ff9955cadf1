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
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n}; // expected-note{{declared here}}
    pc_a_n += 1;
    {
#include "using_declaration.inc"
        std::printf("%d ", s->a->n); // expected-warning[aliased-read]{{'s->a->n' reads member 'n' of chain 's->a->n' through another 's' while the region changes it}}
    }
    pc_a_n += 1;
}
    std::printf("%d %d\n", one.n, ns::far.n);
    return 0;
}
