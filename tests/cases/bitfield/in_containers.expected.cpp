// expects: same output
// compilers: clang-19
// args: -std=c++17
// A bit-field's type is an initializer list's, and a deduced class's.
#include <cstdio>
#include <initializer_list>

struct A { unsigned bf : 3; };
struct S { A *a; };
template <class T> struct box { T t; box(T x) : t(x) {} };

int main()
{
    A a = {5};
    S store = {&a}, *s = &store;

    auto list = {s->a->bf};
    box b = s->a->bf;
    std::printf("%d %d\n", (*list.begin() - 6) / 2 > 100, (b.t - 6) / 2 > 100);

    return 0;
}
