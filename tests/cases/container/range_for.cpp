// Ranges over an array that is hoisted, and over others in a region.
#include <cstdio>
#include <vector>

struct atoms { int n; int box[3]; };
struct sim { atoms *a; };

int main()
{
    atoms a = {10, {1, 2, 3}};
    sim store = {&a}, *s = &store;
    std::vector<int> others = {4, 5};
    int total = 0;
#pragma pointerchain region begin declare(s->a->n)
    for (int v : others)
        total += v * s->a->n;
    for (int &v : s->a->box)
        v += s->a->n;
    for (int v : {s->a->n, 1})
        total += v;
#pragma pointerchain region end
    std::printf("%d %d\n", total, a.box[2]);
    return 0;
}
