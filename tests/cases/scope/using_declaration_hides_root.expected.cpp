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
{ int pc_a_n = g->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{g->a->n, pc_a_n}; // expected-note{{declared here}} expected-note{{declared here}}
    pc_a_n += 1;
    {
        using ns::g;
        std::printf("%d ", g->a->n); // expected-warning[aliased-read]{{'g->a->n' reads member 'n' of chain 'g->a->n' through another 'g' while the region changes it}}
        g->a->n += 1; // expected-warning[aliased-write]{{'g->a->n' writes member 'n' of chain 'g->a->n' through another 'g'}}
    }
    pc_a_n += 1;
}
    std::printf("%d %d\n", one.n, ns::far.n);
    return 0;
}
