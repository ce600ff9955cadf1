// A local class cannot see the locals of its function, but it sees what the chain is made of.
#include <cstdio>

struct atoms { int n; };
static struct { atoms *a; } sim;

int main()
{
    atoms a = {3};
    sim.a = &a;
    int total = 0;
#pragma pointerchain region begin declare(sim.a->n) // expected-note{{declared here}}
    struct local { static int get() { return sim.a->n; } }; // expected-error{{'sim.a->n'}}
    total = sim.a->n + local::get();
#pragma pointerchain region end
    std::printf("%d\n", total);
    return 0;
}
