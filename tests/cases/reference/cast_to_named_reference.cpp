// expects: same output
// A cast to a reference that an alias names is the chain itself.
#include <cstdio>

struct S { unsigned u; };
using Ref = unsigned &;

int main()
{
    S store = {1}, *s = &store;
#pragma pointerchain region begin declare(s->u)
    ((Ref)s->u) = 7;
    static_cast<Ref>(s->u) += 1;
    std::printf("%u %u\n", s->u, (Ref)s->u);
#pragma pointerchain region end
    std::printf("%u\n", store.u);
    return 0;
}
