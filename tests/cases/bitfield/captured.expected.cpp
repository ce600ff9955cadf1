// expects: same output
// args: -std=c++14
// A bit-field initializes a capture, is a lambda's result and a generic lambda's argument.
#include <cstdio>

struct A { unsigned bf : 3; };
struct S { A *a; };

int main()
{
    A a = {5};
    S store = {&a}, *s = &store;

    auto one = [x = s->a->bf] { return (x - 6) / 2 > 100; };
    auto two = [&] { return s->a->bf; };
    auto three = [](auto x) { return (x - 6) / 2 > 100; };
    std::printf("%d %d %d\n", one(), (two() - 6) / 2 > 100, three(s->a->bf));

    return 0;
}
