// What cannot throw needs no guard; the result is the same.
#include <cstdio>

struct atoms { int n; };
struct sim { atoms *a; };

static void run(sim *s) noexcept
{
#pragma pointerchain region begin declare(s->a->n)
    for (int i = 0; i < 3; i++)
        s->a->n += i;
#pragma pointerchain region end
}

int main()
{
    atoms a = {1};
    sim s = {&a};
    run(&s);
    std::printf("%d\n", a.n);
    return 0;
}
