// expects: same output
// A using-directive in the region brings the root's own name, which was qualified in the chain.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
namespace ns {
A one = {1};
S store = {&one}, *g = &store;
}
namespace alias = ns;

int main()
{
{ int pc_a_n = ns::g->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{ns::g->a->n, pc_a_n};
    pc_a_n += 1;
    {
        using namespace alias;
        pc_a_n += 10;
    }
    pc_a_n += 100;
    {
        using ns::g;
        std::printf("%d ", pc_a_n);
    }
}
    std::printf("%d\n", ns::one.n);
    return 0;
}
