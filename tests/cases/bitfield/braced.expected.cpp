// expects: same output
// A bit-field stands in braces: its declared type does not narrow.
#include <cstdio>

struct A { unsigned bf : 3; unsigned char small : 4; };
struct S { A *a; };

int main()
{
    A a = {5, 7};
    S store = {&a}, *s = &store;
{ decltype(+s->a->small) pc_a_small = s->a->small;
    unsigned long wide{s->a->bf};
    unsigned short small{static_cast<unsigned char>(pc_a_small)};
    std::printf("%lu %d\n", wide, small);
}
    return 0;
}
