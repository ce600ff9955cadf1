// Members that are references, to scalars and to arrays.
#include <cstdio>

struct atoms { int &n; double (&box)[3]; const int &fixed; };
struct sim { atoms *a; };

int main()
{
    int n = 3;
    double box[3] = {1, 2, 3};
    atoms a = {n, box, n};
    sim store = {&a}, *s = &store;
    int seen = 0;
#pragma pointerchain region begin declare(s->a->box, s->a->fixed)
    for (int i = 0; i < s->a->fixed; i++)
        s->a->box[i] += i;
    seen = s->a->fixed;
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->a->n)
    s->a->n += 4;
#pragma pointerchain region end
    std::printf("%d %g %d\n", n, box[2], seen);
    return 0;
}
