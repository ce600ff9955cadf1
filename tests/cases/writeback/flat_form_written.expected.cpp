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
int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; bool on; void out() { if (on) { on = false; to0 = from0; } } ~pc_guard_0_t() { out(); } } pc_guard_0{s->a->n, pc_a_n, true};
    int before = pc_a_n;
    pc_a_n += i;
    check(i);
    pc_a_n += 10;
pc_guard_0.out();
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
