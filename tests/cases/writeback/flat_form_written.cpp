// Names used after the region: the write-back must come at its end all the same, exceptions included.
#include <cstdio>

struct atoms { int n; };
struct sim { atoms *a; };

static void check(int i)
{
    if (i > 2)
        throw i;
}

static int run(sim *s, int i)
{
#pragma pointerchain region begin declare(s->a->n)
    int before = s->a->n;
    s->a->n += i;
    check(i);
    s->a->n += 10;
#pragma pointerchain region end
    s->a->n += 1000 * before;
    return s->a->n;
}

int main()
{
    atoms a = {1};
    sim s = {&a};
    for (int i = 1; i < 4; i++) {
        int x = -1;
        try { x = run(&s, i); } catch (int) { x = 99; }
        std::printf("%d %d\n", x, a.n);
    }
    return 0;
}
