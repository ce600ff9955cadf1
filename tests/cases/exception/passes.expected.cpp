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
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    for (int i = 0; i < 5; i++) {
        pc_a_n += 1;
        check(i);
    }
    pc_a_n += 1000;
}
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
