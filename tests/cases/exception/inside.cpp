// A try inside the region handles its own; a throw in it that leaves is a way out.
#include <cstdio>

struct atoms { int n; };
struct sim { atoms *a; };

static int run(sim *s, int which)
{
#pragma pointerchain region begin declare(s->a->n)
    try {
        s->a->n += 1;
        if (which == 1)
            throw 1;
        if (which == 2)
            throw 2L;
        if (which == 3)
            return s->a->n;
    } catch (int) {
        s->a->n += 10;
        if (s->a->n > 20)
            return -1;
    }
    s->a->n += 100;
#pragma pointerchain region end
    return 0;
}

int main()
{
    atoms a = {1};
    sim s = {&a};
    for (int which = 0; which < 4; which++) {
        int result = 77;
        try { result = run(&s, which); } catch (long) { result = 99; }
        std::printf("%d %d\n", result, a.n);
    }
    return 0;
}
