// Roots that are static, thread_local, and parameters by value.
#include <cstdio>

struct atoms { int n; };
struct sim { atoms *a; };

static int run(sim s)
{
    static sim *kept = nullptr;
    static thread_local sim mine;
    if (!kept)
        kept = new sim(s);
    mine = s;
#pragma pointerchain region begin declare(kept->a->n, mine.a->n, s.a) // expected-warning[unused-declare]{{'mine.a->n' is not used in any region}}
    kept->a->n += 1;
    if (s.a != nullptr)
        return kept->a->n;
#pragma pointerchain region end
    delete kept;
    return 0;
}

int main()
{
    atoms a = {1};
    sim s = {&a};
    int x = run(s), y = run(s);
    std::printf("%d %d %d\n", x, y, a.n);
    return 0;
}
