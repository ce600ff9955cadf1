// A range-for needs the array itself.
#include <cstdio>

struct atoms { int box[3]; };
struct sim { atoms *a; };

int main()
{
    atoms a = {{1, 2, 3}};
    sim store = {&a}, *s = &store;
    int total = 0;
#pragma pointerchain region begin declare(s->a->box)
    for (int v : s->a->box)
        total += v;
    total += s->a->box[1];
#pragma pointerchain region end
    std::printf("%d\n", total);
    return 0;
}
