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
{ int pc_a_n = f.a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{f.a->n, pc_a_n};
            pc_a_n += 1;
            if (i == 0)
                continue;
            if (pc_a_n > 2)
                return pc_a_n;
            pc_a_n += 100;
}
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
