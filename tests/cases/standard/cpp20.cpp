// args: -std=c++20
// Abbreviated templates, requires, designated initializers, lambdas with template parameters.
#include <concepts>
#include <cstdio>

struct atoms { int n; int *r; };
struct sim { atoms *a; };

static int sum(auto *s)
    requires std::integral<decltype(s->a->n)>
{
    int total = 0;
#pragma pointerchain region begin declare(s->a->n, s->a->r)
    auto add = [&]<typename T>(T i) { total += s->a->r[i]; };
    for (int i = 0; i < s->a->n; i++)
        add(i);
    s->a->n -= 1;
#pragma pointerchain region end
    return total;
}

int main()
{
    int r[] = {1, 2, 3};
    atoms a = {.n = 3, .r = r};
    sim s = {.a = &a};
    int x = sum(&s), y = sum(&s);
    std::printf("%d %d %d\n", x, y, a.n);
    return 0;
}
