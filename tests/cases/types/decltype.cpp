// decltype of a chain, bare and in parentheses, with a const local.
#include <cstdio>
#include <type_traits>

struct atoms { int n; double *r; };
struct sim { atoms *a; };

int main()
{
    double r[] = {1, 2};
    atoms a = {2, r};
    sim store = {&a}, *s = &store;
    double total = 0;
#pragma pointerchain region begin declare(s->a->n, s->a->r{double*:restrictconst})
    decltype(s->a->r) p = nullptr;
    p = s->a->r;
    decltype(s->a->n) n = s->a->n;
    static_assert(std::is_same<decltype((s->a->n)), int &>::value, "an lvalue");
    for (; n > 0; n--)
        total += *p++;
    auto q = s->a->r;
    q++;
    total += *q;
#pragma pointerchain region end
    std::printf("%g\n", total);
    return 0;
}
