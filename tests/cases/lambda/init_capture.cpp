// expects: same output
// args: -std=c++14
// An init-capture reads the chain where the lambda is made.
#include <cstdio>
#include <functional>

struct A { int n; };
struct S { A *a; };

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
    std::function<int()> later;
#pragma pointerchain region begin declare(s->a->n)
    s->a->n += 1;
    auto now = [n = s->a->n] { return n; };
    later = [n = s->a->n + 1, k(s->a->n)] { return 10 * n + k; };
    s->a->n += 1;
    std::printf("%d ", now());
#pragma pointerchain region end
    std::printf("%d %d\n", later(), a.n);
    return 0;
}
