// Declares and regions inside a namespace, on its own variables.
#include <cstdio>

struct atoms { int n; };
namespace md {
static atoms store = {4};
static struct { atoms *a; } sim = {&store};
#pragma pointerchain declare(sim.a->n)
static int run()
{
#pragma pointerchain region begin
    sim.a->n += 1;
    return sim.a->n;
#pragma pointerchain region end
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
