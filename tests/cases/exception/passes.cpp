// An exception that passes the region writes back on its way.
#include <cstdio>
#include <stdexcept>

struct atoms { int n; };
struct sim { atoms *a; };

static void check(int n)
{
    if (n > 2)
        throw std::runtime_error("too many");
}

static void run(sim *s)
{
#pragma pointerchain region begin declare(s->a->n)
    for (int i = 0; i < 5; i++) {
        s->a->n += 1;
        check(i);
    }
    s->a->n += 1000;
#pragma pointerchain region end
}

int main()
{
    atoms a = {1};
    sim s = {&a};
    try {
        run(&s);
    } catch (const std::exception &e) {
        std::printf("%s %d\n", e.what(), a.n);
    }
    return 0;
}
