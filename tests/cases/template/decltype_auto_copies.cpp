// expects: same output
// args: -std=c++14
// decltype(auto) of a chain without parentheses is a copy.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n)
    decltype(auto) copy = s->a->n;
    copy += 100;
    s->a->n += 1;
    std::printf("%d %d\n", s->a->n, copy);
#pragma pointerchain region end
    return 0;
}
