// Objects of the region are destroyed before the scalar is written back, and after the return value is made.
#include <cstdio>

struct atoms { int n; };
struct sim { atoms *a; };
struct noise { int id; explicit noise(int i) : id(i) {} ~noise() { std::printf("~%d\n", id); } };

static int run(sim *s)
{
    noise outer(1);
int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; bool on; void out() { if (on) { on = false; to0 = from0; } } ~pc_guard_0_t() { out(); } } pc_guard_0{s->a->n, pc_a_n, true};
    noise inner(2);
    pc_a_n += inner.id;
    if (pc_a_n > 3) {
        noise last(3);
        return pc_a_n++;
    }
pc_guard_0.out();
    return 0;
}

int main()
{
    atoms a = {0};
    sim s = {&a};
    int x = run(&s), y = run(&s);
    std::printf("%d %d %d\n", x, y, a.n);
    return 0;
}
