// expects: same output
// The type of a variable is deduced from a bit-field.
#include <cstdio>

struct A { unsigned bf : 3; };
struct S { A *a; };

int main()
{
    A a = {5};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->bf)
    auto x = s->a->bf;
    const auto &y = s->a->bf;
    auto &&z = +s->a->bf;
    std::printf("%d %d %d %d\n", (x - 6) / 2 > 100, (y - 6) / 2 > 100, z - 6 < 0, s->a->bf - 6 < 0);
#pragma pointerchain region end
    return 0;
}
