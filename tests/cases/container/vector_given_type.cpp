// The vector's element pointer may be given, restrict included.
#include <cstdio>
#include <vector>

struct atoms { std::vector<double> r; const std::vector<double> *fixed; };
struct sim { atoms *a; };

int main()
{
    const std::vector<double> fixed = {10, 20};
    atoms a;
    a.r = {1, 2};
    a.fixed = &fixed;
    sim store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->r{double*:restrictconst}, s->a->fixed)
    for (int i = 0; i < 2; i++)
        s->a->r[i] += (*s->a->fixed)[i];
#pragma pointerchain region end
    std::printf("%g %g\n", a.r[0], a.r[1]);
    return 0;
}
