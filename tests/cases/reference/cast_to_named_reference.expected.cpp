// expects: same output
// A cast to a reference that an alias names is the chain itself.
#include <cstdio>

struct S { unsigned u; };
using Ref = unsigned &;

int main()
{
    S store = {1}, *s = &store;
{ unsigned int pc_u = s->u; struct pc_guard_0_t { decltype(pc_u) &to0; decltype(pc_u) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->u, pc_u};
    ((Ref)pc_u) = 7;
    static_cast<Ref>(pc_u) += 1;
    std::printf("%u %u\n", pc_u, (Ref)pc_u);
}
    std::printf("%u\n", store.u);
    return 0;
}
