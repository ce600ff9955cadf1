// A try inside the region handles its own; a throw in it that leaves is a way out.
#include <cstdio>

struct atoms { int n; };
struct sim { atoms *a; };

static int run(sim *s, int which)
{
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    try {
        pc_a_n += 1;
        if (which == 1)
            throw 1;
        if (which == 2)
            throw 2L;
        if (which == 3)
            return pc_a_n;
    } catch (int) {
        pc_a_n += 10;
        if (pc_a_n > 20)
            return -1;
    }
    pc_a_n += 100;
}
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
