// expects: same output
// The type of a variable is deduced from a bit-field.
#include <cstdio>

struct A { unsigned bf : 3; };
struct S { A *a; };

int main()
{
    A a = {5};
    S store = {&a}, *s = &store;
{ decltype(+s->a->bf) pc_a_bf = s->a->bf;
    auto x = s->a->bf;
    const auto &y = s->a->bf;
    auto &&z = +pc_a_bf;
    std::printf("%d %d %d %d\n", (x - 6) / 2 > 100, (y - 6) / 2 > 100, z - 6 < 0, pc_a_bf - 6 < 0);
}
    return 0;
}
