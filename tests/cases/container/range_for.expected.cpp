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
{ int pc_a_n = s->a->n;
    for (int v : others)
        total += v * pc_a_n;
    for (int &v : s->a->box)
        v += pc_a_n;
    for (int v : {pc_a_n, 1})
        total += v;
}
    std::printf("%d %d\n", total, a.box[2]);
    return 0;
}
