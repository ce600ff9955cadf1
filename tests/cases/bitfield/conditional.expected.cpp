// expects: same output
// compilers: gcc
// One side of a conditional is a bit-field: g++ gives the whole its declared type.
#include <cstdio>

struct A { unsigned bf : 3; };
struct S { A *a; };

int main()
{
    A a = {5};
    S store = {&a}, *s = &store;
    bool c = a.bf == 5;
{ decltype(+s->a->bf) pc_a_bf = s->a->bf;
    std::printf("%d ", ((c ? s->a->bf : 7) - 20) / 2 > 100);
    std::printf("%d ", ((c ? s->a->bf : s->a->bf) - 20) / 2 > 100);
    std::printf("%d\n", pc_a_bf - 20 < 0);
}
    return 0;
}
