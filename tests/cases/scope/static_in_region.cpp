// expects: same output
// Static and constant variables of the region are initialized from the chain, once and at compile time.
#include <cstdio>

struct A { double box[3]; int n; };
struct G { A a; };
static G g = {{{1, 2, 3}, 4}};

static double run()
{
    double sum = 0;
#pragma pointerchain region begin declare(g.a.box, g.a.n)
    static double *p = g.a.box;
    static double *const q = &g.a.box[1];
    static int first = g.a.n;
    for (int k = 0; k < 2; k++)
        sum += p[k] + q[k] + first;
    g.a.n += 1;
#pragma pointerchain region end
    return sum;
}

int main()
{
    double one = run(), two = run();
    std::printf("%g %g %d\n", one, two, g.a.n);
    return 0;
}
