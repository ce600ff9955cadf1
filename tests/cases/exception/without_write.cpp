// args: -fno-exceptions
// Without exceptions nothing but the visible ways out counts.
#include <cstdio>

struct atoms { int n; };
struct sim { atoms *a; };

static void hello() { std::printf("hello\n"); }

static int run(sim *s)
{
#pragma pointerchain region begin declare(s->a->n)
    s->a->n += 1;
    hello();
    if (s->a->n > 3)
        return s->a->n;
#pragma pointerchain region end
    return 0;
}

int main()
{
    atoms a = {2};
    sim s = {&a};
    int x = run(&s), y = run(&s);
    std::printf("%d %d %d\n", x, y, a.n);
    return 0;
}
