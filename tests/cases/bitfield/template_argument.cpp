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
#pragma pointerchain region begin declare(s->a->bf, s->a->flag, s->a->wide)
    std::printf("%d %d %d ", is_signed(s->a->bf), is_signed(s->a->flag), is_signed(s->a->wide));
    std::printf("%d %d %d ", size(s->a->bf), size(s->a->flag), size(s->a->wide));
    std::printf("%d\n", s->a->bf - 6 < 0);
#pragma pointerchain region end
    return 0;
}
