// expects: same output
// args: -std=c++20
// Bit-fields in comparisons: a defaulted one of the struct, and one between signed and promoted.
#include <compare>
#include <cstdio>

struct A { unsigned bf : 3; bool operator==(const A &) const = default; };
struct S { A *a; };

int main()
{
    A a = {5}, b = {5};
    S store = {&a}, *s = &store;
    int below = -1;
{ decltype(+s->a->bf) pc_a_bf = s->a->bf;
    std::printf("%d ", *s->a == b);
    std::printf("%d ", below < pc_a_bf);
    std::printf("%d\n", (s->a->bf <=> 5u) == 0);
}
    return 0;
}
