// expects: same output
// A bit-field of a known struct in a template, seen through the template's own types.
#include <cstdio>

struct A { unsigned bf : 3; };
struct S { A *a; };

template <class T> static int run(S *s, T)
{
    int result = 0;
{ decltype(+s->a->bf) pc_a_bf = s->a->bf;
    auto copy = s->a->bf;
    result = ((copy - T(6)) / 2 > 100) * 10 + (pc_a_bf - T(6) < 0);
}
    return result;
}

int main()
{
    A a = {5};
    S s = {&a};
    std::printf("%d %d\n", run(&s, 1), run(&s, 1u));
    return 0;
}
