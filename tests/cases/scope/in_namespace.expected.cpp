// Declares and regions inside a namespace, on its own variables.
#include <cstdio>

struct atoms { int n; };
namespace md {
static atoms store = {4};
static struct { atoms *a; } sim = {&store};

static int run()
{
{ int pc_a_n = sim.a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{sim.a->n, pc_a_n};
    pc_a_n += 1;
    return pc_a_n;
}
}
}
static struct { atoms *a; } sim;

int main()
{
    atoms other = {100};
    sim.a = &other;
    sim.a->n += 1;
    int x = md::run();
    std::printf("%d %d %d\n", x, md::store.n, other.n);
    return 0;
}
