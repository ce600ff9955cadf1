// args: -std=c++11
// The oldest standard: auto, nullptr, no generic lambdas.
#include <cstdio>

struct atoms { int n; double *r; enum : short { A, B } e; };
struct sim { atoms *a; };

int main()
{
    double r[] = {1, 2};
    atoms a = {2, r, atoms::A};
    sim store = {&a}, *s = &store;
#pragma pointerchain declare(s->a->n, s->a->r, s->a->e)
#pragma pointerchain region begin
    if (s->a->r != nullptr)
        for (int i = 0; i < s->a->n; i++)
            s->a->r[i] += 1;
    s->a->n = 0;
    s->a->e = atoms::B;
#pragma pointerchain region end
    std::printf("%g %d %d\n", r[1], a.n, (int)a.e);
    return 0;
}
