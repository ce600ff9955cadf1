// args: -fno-exceptions
// Without exceptions nothing but the visible ways out counts.
#include <cstdio>

struct atoms { int n; };
struct sim { atoms *a; };

static void hello() { std::printf("hello\n"); }

static int run(sim *s)
{
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    pc_a_n += 1;
    hello();
    if (pc_a_n > 3)
        return pc_a_n;
}
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
