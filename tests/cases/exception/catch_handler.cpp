// A region in a handler, its exits there, and the exception's object as root.
#include <cstdio>

struct atoms { int n; };
struct failure { atoms *a; };

static int run(atoms *a)
{
    for (int i = 0; i < 3; i++) {
        try {
            throw failure{a};
        } catch (failure &f) {
#pragma pointerchain region begin declare(f.a->n)
            f.a->n += 1;
            if (i == 0)
                continue;
            if (f.a->n > 2)
                return f.a->n;
            f.a->n += 100;
#pragma pointerchain region end
        }
    }
    return 0;
}

int main()
{
    atoms a = {1};
    int x = run(&a);
    std::printf("%d %d\n", x, a.n);
    return 0;
}
