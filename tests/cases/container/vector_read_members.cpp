// What only looks at the vector stays on the original: size, empty, begin, range-for, front.
#include <cstdio>
#include <vector>

struct atoms { std::vector<int> r; };
struct sim { atoms *a; };

int main()
{
    atoms a;
    a.r = {1, 2, 3};
    sim store = {&a}, *s = &store;
    int total = 0;
#pragma pointerchain region begin declare(s->a->r)
    if (!s->a->r.empty() && s->a->r.size() == 3)
        for (int i = 0; i < (int)s->a->r.size(); i++)
            total += s->a->r[i] * (int)s->a->r.capacity();
    s->a->r[2] += (int)s->a->r.size();
#pragma pointerchain region end
    std::printf("%d %d\n", total, a.r[2]);
    return 0;
}
