// expects: same output
// In C++ the included text may return: an object writes back.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

static int run(S *s, bool early)
{
#pragma pointerchain region begin declare(s->a->n)
    s->a->n += 10;
#include "returns.inc"
    s->a->n += 1;
#pragma pointerchain region end
    return 0;
}

int main()
{
    A one = {1};
    S store = {&one};
    int first = run(&store, true), second = run(&store, false);
    std::printf("%d %d %d\n", first, second, one.n);
    return 0;
}
