// What cannot throw needs no guard; the result is the same.
#include <cstdio>

struct atoms { int n; };
struct sim { atoms *a; };

static void run(sim *s) noexcept
{
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    for (int i = 0; i < 3; i++)
        pc_a_n += i;
}
}

int main()
{
    atoms a = {1};
    sim s = {&a};
    run(&s);
    std::printf("%d\n", a.n);
    return 0;
}
