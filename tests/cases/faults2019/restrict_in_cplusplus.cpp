// 2019: 'restrict const' is not C++.
#include <cstdio>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main()
{
    double r[3] = {1, 2, 4}, total = 0;
    atoms a = {3, r};
    sim store = {&a}, *s = &store;
#pragma pointerchain declare(s->atoms->r{double*:restrictconst})
#pragma pointerchain region begin
    for (int i = 0; i < 3; i++)
        total += s->atoms->r[i];
#pragma pointerchain region end
    std::printf("%g\n", total);
    return 0;
}
