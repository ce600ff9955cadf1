// expects: same output
// compilers: clang-19
// One side of a conditional is a bit-field, with Clang.
#include <cstdio>

struct A { unsigned bf : 3; };
struct S { A *a; };

int main()
{
    A a = {5};
    S store = {&a}, *s = &store;
    bool c = a.bf == 5;
#pragma pointerchain region begin declare(s->a->bf)
    std::printf("%d ", ((c ? s->a->bf : 7) - 20) / 2 > 100);
    std::printf("%d ", ((c ? s->a->bf : s->a->bf) - 20) / 2 > 100);
    std::printf("%d\n", s->a->bf - 20 < 0);
#pragma pointerchain region end
    return 0;
}
