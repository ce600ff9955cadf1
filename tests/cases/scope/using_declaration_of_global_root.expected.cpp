// expects: same output
// A using-declaration in a block hides a root of file scope, and names it again in a block inside.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
namespace ns {
A far = {9};
S store = {&far}, *g = &store;
}
static A one = {1};
static S store = {&one}, *g = &store;

int main()
{
{ int pc_a_n = g->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{g->a->n, pc_a_n}; // expected-note{{declared here}} expected-note{{declared here}}
    pc_a_n += 1;
    {
        using ns::g;
        g->a->n += 10; // expected-warning[aliased-write]{{'g->a->n' writes member 'n' of chain 'g->a->n' through another 'g'}}
        {
            using ::g;
            pc_a_n += 100;
        }
        std::printf("%d ", g->a->n); // expected-warning[aliased-read]{{'g->a->n' reads member 'n' of chain 'g->a->n' through another 'g' while the region changes it}}
    }
    std::printf("%d ", pc_a_n);
}
    std::printf("%d %d\n", one.n, ns::far.n);
    return 0;
}
