// expects: same output
// A bit-field is given to a function template: the parameter is deduced from its declared type.
#include <cstdio>

struct A { unsigned bf : 3; bool flag : 1; long long wide : 5; };
struct S { A *a; };
template <class T> static int is_signed(T) { return T(-1) < T(0); }
template <class T> static int size(const T &) { return (int)sizeof(T); }

int main()
{
    A a = {5, true, 3};
    S store = {&a}, *s = &store;
{ decltype(+s->a->bf) pc_a_bf = s->a->bf; bool pc_a_flag = s->a->flag;
    std::printf("%d %d %d ", is_signed(s->a->bf), is_signed(pc_a_flag), is_signed(s->a->wide));
    std::printf("%d %d %d ", size(s->a->bf), size(pc_a_flag), size(s->a->wide));
    std::printf("%d\n", pc_a_bf - 6 < 0);
}
    return 0;
}
