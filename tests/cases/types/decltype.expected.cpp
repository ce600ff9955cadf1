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
{ double *__restrict const pc_a_r = s->a->r; int pc_a_n = s->a->n;
    decltype(s->a->r) p = nullptr;
    p = pc_a_r;
    decltype(s->a->n) n = pc_a_n;
    static_assert(std::is_same<decltype((s->a->n)), int &>::value, "an lvalue");
    for (; n > 0; n--)
        total += *p++;
    auto q = pc_a_r;
    q++;
    total += *q;
}
    std::printf("%g\n", total);
    return 0;
}
