// expects: same output
// Static and constant variables of the region are initialized from the chain, once and at compile time.
#include <cstdio>

struct A { double box[3]; int n; };
struct G { A a; };
static G g = {{{1, 2, 3}, 4}};

static double run()
{
    double sum = 0;
{ auto *pc_a_box = g.a.box; int pc_a_n = g.a.n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{g.a.n, pc_a_n};
    static double *p = pc_a_box;
    static double *const q = &pc_a_box[1];
    static int first = pc_a_n;
    for (int k = 0; k < 2; k++)
        sum += p[k] + q[k] + first;
    pc_a_n += 1;
}
    return sum;
}

int main()
{
    double one = run(), two = run();
    std::printf("%g %g %d\n", one, two, g.a.n);
    return 0;
}
